import { LOCAL } from "../samples/code-samples.js";

/**
 * The script of the page. It finds the operation of a pasted request: a URL, a line of curl, or a call of the client. Other words it looks up in the entries' lines and
 * operation ids, which come first, and in the names of their parameters, fields, codes and headers; if none has them, in all that the entries say.
 * The key / leads to it. The codes of an operation's errors become links to what they mean; in the page itself, the links would be too large.
 * It puts the server's own address into the samples, and adds buttons that copy them: browsers copy only on pages with HTTPS, and
 * on localhost. A link to an entry shows its line, also below the filter, and ends a filter that hides it. Older browsers do not open an
 * entry that a link leads to, so it does. It colours the code of open entries, and the names that the filter found in them, by ranges, which need no elements in the page.
 * The words of the filter are in the address, which browsers let change only now and then. What people paste is not, because it may contain
 * a token or a password. Above the results stands what the codes of a pasted error mean. If nothing is found, it says a name that begins alike.
 */
export const FILTER_SCRIPT = String.raw`"use strict";
const all = (query, inside = document) => [...inside.querySelectorAll(query)];
const [filter, input, output, reset] = all(".filter, .filter input, .filter output, .filter button");
const [sections, links, codes] = [all("section"), all("nav a"), document.createElement("dl")];
for (const code of all("[data-local] pre")) if (code.textContent.includes("${LOCAL}")) code.textContent = code.textContent.replaceAll("${LOCAL}", location.origin);
for (const url of all(".url")) if (url.textContent.startsWith("/")) url.textContent = location.origin + url.textContent;
const make = (tag, members) => Object.assign(document.createElement(tag), members);
const placeOf = (title) => (title && title !== "Responses" ? " (" + title.replace(/ ·.*/, "") + ")" : "");
const rowOf = (each) => (each.matches("dt:has(>code)+dd>code") ? " in " + each.parentElement.previousElementSibling.firstChild.textContent : "");
const namesOf = (entry) => ["dd code", "dt, #errors dd"].flatMap((query) => all(query, entry)).flatMap((each) =>
  (each.firstChild ?? each).textContent.split(/[,:] |\. .*/).map((name) => [name, rowOf(each) + placeOf(each.closest("h4~dl")?.previousElementSibling.textContent)]));
const callOf = (text) => [...text.toLowerCase().replace(/\.find(?=\()/g, ".list").replaceAll("'", '"').replace(/await client[^()]*\.get\([^()]*\)(?=[,)])/g, "1").replace(/\s+\./g, ".").matchAll(/\bclient([.[][^\s(]*)\((?:(?:[^(){]|\([^()]*\))*?, ("[^"]+")(?:(?<=\.relationship\((?:[^()]|\([^()]*\))*)\)\.(\w+)\()?)?/g)].at(-1)?.slice(1).join(" ");
const saidIn = (node) => node.data ?? (/^(P|LI|DT|DD|PRE|H4|DETAILS|SPAN)$/.test(node.nodeName) ? " " : "") + [...node.childNodes].map(saidIn).join("");
const entries = all("section>details").map((entry) => {
  const [id = ""] = all("p:last-child>a", entry).map((each) => each.textContent.toLowerCase());
  const line = [entry.firstChild.textContent.trim(), id].join(" ").toLowerCase();
  const said = saidIn(entry).replace(/\s+/g, " ");
  return { entry, id, line, names: [...new Map(namesOf(entry))], said, text: said.toLowerCase(), call: callOf(entry.textContent) };
});
const head = all("main>*").slice(0, all("main>*").indexOf(filter)).map(saidIn).join(" ").toLowerCase();
const NAMES = new Set(entries.flatMap(({ names }) => names.map(([name]) => name.toLowerCase())));
// What people ask for, and what the page calls it.
const ALSO = [
  [/^(newest|latest|oldest|order)$/, /sort/], [/^(pagination|paging|paginate|size|per_?page)$/, /page\[/], [/^search$/, /contains/], [/^(sparse|select)$/, /fields/],
  [/^(expand|embed|populate)$/, /^include$/], [/^(subscribe|realtime|websocket|sse)$/, /stream/], [/^(bulk|batch|transaction)$/, /[/]operations/],
  [/^upload$/, /multipart/], [/^new$/, /create/], [/^(modify|change)$/, /edit/], [/^update$/, /^patch /], [/^remove$/, /delete/], [/^retry$/, /idempotency/],
  [/^(login|auth|authentication|authorization|bearer|token|sign|signin)$/, /needs |log_?in|sign_?in|session/],
  [/^(public|anonymous)$/, /needs no login/], [/^(unique|taken)$/, /conflict: (?!\w+[_,.])/],
];
const isInside = (text, word) => (word === "auth" ? /auth(?!or(?!i[sz]))/.test(text) : /^(get|put)$/.test(word) ? text.split(/\W/).includes(word) : text.includes(word)); // not "author", not "together"
// Whether a text has a word, or a form of it. A word that begins there counts more than letters inside another word.
const begins = (text, word) => isInside(text, word) && (/^\W/.test(word) || text.split(word).some((before, at, all) => at < all.length - 1 && !/[a-z0-9]$/.test(before)));
const has = (text, word, isIn = isInside) => {
  const forms = [word, word.replace(/y$/, "ie"), word.replaceAll(".", "_"), word.replaceAll("__", "]["), word.replaceAll("__", ".")];
  return forms.some((each) => isIn(text, each)) || isIn(text.replaceAll("_", ""), word) || ALSO.some(([asked, meant]) => asked.test(word) && meant.test(text));
};
const pathIn = (url) => url.toLowerCase().replace(/^(https?:..[^/]+|[\w.-]+:\d+)|[?#].*/g, "");
const mounts = [location.pathname, ...all(".url").map((each) => each.textContent)].map((url) => pathIn(url).replace(/(\/docs)?\/*$/, "/"));
const pathOf = (url) => mounts.reduce((path, mount) => (path.startsWith(mount) ? path.slice(mount.length - 1) : path), pathIn(url));
const wordOf = (word) => pathOf(word.replace(/^\/?data[/.]\w+[/.]/, "/")).replace(/=.*|(?<=.)\/$/, "").replace(/\/(:\w+|\d+|[\da-f-]{36})(?![^/])/g, "/{id}");
// A pointer in a body leads to a field.
const fieldOf = (word) => (!word.startsWith("/") || entries.some(({ line }) => line.includes(word)) ? word : word.slice(1).replaceAll("/{id}", "[]").replaceAll("/", "."));
const URLS = [
  /https?:..[^\s'"]+/, /[\w.-]+:\d+\/[^\s'"]*/, // of a server
  /\/[^\s'"]*\?[^\s'"]*/, // with a query
  /(?<=\(['"\x60])(?:\$\{[^}]*\})?\/[^'"\x60]+/, // of a call
  /(?<="url":\s*")\/[^"]+/, /(?<=\b[A-Z]+ )\/[^\s"]+(?=["\s]+(?:answered|HTTP|[1-5]\d\d\b))/, // of a log
  /(?<=(?:at|matches) \\?")\/[^"\\]+/, // of an error
];
const isPart = (name, word) => name === word || name.split(/(?:\[\])?\./).includes(word);
const isNamed = ({ names }, word, isIn) => names.some(([name]) => isIn(name.toLowerCase(), word));
const BLAMED = /"(?:code|pointer|parameter|header)":\s*"(?:[^"]*\/relationships\/([^"\/]+)[^"]*|(?:[^"]*\/)?([^"\/]*[^"\/\d][^"\/]*)(?:\/\d+)*)"|"path":\s*\[([^\]]*)\]/g;
const nameOf = (path) => path.replace(/[\s"]/g, "").replace(/,\d+/g, "[]").replaceAll(",", ".");
// The code of an error and its innermost fields. JavaScript prints errors with other quotes than JSON.
const blamedIn = (text) => {
  const json = text.replace(/\b(code|pointer|parameter|header|path): /g, '"$1": ').replaceAll("'", '"');
  const words = Array.from(json.matchAll(BLAMED), ([, relationship, name, path = ""]) => (relationship ?? name ?? nameOf(path)).toLowerCase());
  const isAField = (word) => entries.some((each) => isNamed(each, word, isPart));
  const isInner = (word) => !words.some((each) => each !== word && isPart(each, word));
  // A type has its fields in an entry of its own, and a map has none: then the field that holds them is blamed.
  const outer = (word) => (isAField(word) || !word.includes(".") ? word : outer(word.replace(/(\[\])?\.[^.]*$/, "")));
  return words.filter((word) => !/^(data|attributes|relationships)$/.test(word) && isInner(word)).map(outer).filter(isAField);
};
const statusIn = (text) => /(?:^(?=\d+ [A-Z(])|HTTP.[\d.]+ |status (?:code |of )?)([45]\d\d)\b/.exec(text)?.[1];
const operationsOf = (text, url) => {
  const implied = /^(curl|(await )?fetch)/.test(text) ? (/ -(d|F|-data|-form|-json)/.test(text) && !/ (-\w*G|--get)\b/.test(text) ? "post" : "get") : /[?&](filter|sort|page)\b/.test(url) ? "get" : "";
  const [, method = implied] = /(?:^|^(?:Uncaught .*)?\w+: (?=\w+ \/)|[\s"](?=(?:get|post|put|patch|delete) \/)|axios\.| -X|--request|method"?:)[^a-z]*(get|post|put|patch|delete)\b(?! is not)/i.exec(text) ?? [];
  const found = pathOf(url).split("/").filter(Boolean).map((_, start, all) => all.slice(start)).map((parts) => entries.filter(({ line }) => {
    const [its, ...names] = line.split(" ", 2).join("").split("/");
    return its.startsWith(method.toLowerCase()) && names.length === parts.length && names.every((name, at) => name[0] === "{" || name === parts[at]);
  }));
  const fits = found.find((each) => each.length) ?? []; // of another mount, the longest end
  const variables = ({ line }) => line.split("{").length; // "/articles/stats" is not "/articles/{id}"
  return fits.filter((each) => variables(each) === Math.min(...fits.map(variables)));
};
// What a message of the server names: the operations products.getMany and t.command("login"), and the resource that has no such id.
const idsIn = (text) => {
  const called = text.toLowerCase().replace(/\bt\.(?=\w+\()/g, "").replace(/\(\\?"([\w-]+)\\?"\)/g, "_$1");
  return called.replace(/(?<=\w)\.(?=\w)/g, "_").split(/[^\w-]+/).filter((id) => id.includes("_"));
};
const typeIn = (text) => /"([\w-]+)\\?" has (?:no resource|the id)/.exec(text)?.[1].toLowerCase();
// The pointer of a linkage does not say whose it is: the path does.
const linkIn = (text) => /"pointer":\s*"\/data(?:\/\d+)?(?:\/(?:type|id))?"[^]*?"path":\s*\[\s*"([^"]+)"/.exec(/"required"/.test(text) ? "" : text)?.[1].toLowerCase();
const nearest = (word) => word[2] && entries.flatMap(({ line, names }) => [line, ...names.map(([name]) => name.toLowerCase())]).join(" ").match(/[a-z]{3,}/g)?.find((name) => name.startsWith(word.slice(0, 3)));
const show = () => {
  const [url] = URLS.flatMap((each) => each.exec(input.value.replace(/"links":\s*\{[^}]*\}/g, ""))?.[0] ?? []);
  const blamed = blamedIn(input.value);
  const call = callOf(input.value) ?? callOf(input.value.replace(/\b\w+(?=[.[])/, "client")); // which may have another name
  const [ids, type, link] = [idsIn(input.value), typeIn(input.value), linkIn(input.value)];
  const [inLine, inName] = blamed.length && !url ? [() => false, isPart] : [has, has]; // what an error names is a whole name
  const isLink = (path, each) => path.endsWith("/relationship/" + link) && blamed.every((word) => /^(type|id)$/.test(word) || word === link || isNamed(each, word, isPart));
  const isNamedBy = (each) => {
    const [, path = ""] = each.line.split(" ");
    return call ? each.call === call : ids.includes(each.id) || path.startsWith("/" + type + "/{") || isLink(path, each);
  };
  const asked = url ? operationsOf(input.value, url) : entries.filter(isNamedBy);
  const pasted = url ? [url] : blamed.length ? blamed : (statusIn(input.value) ?? input.value).split(/[\s?&]+/);
  const given = pasted.map((each) => fieldOf(wordOf(each.toLowerCase()).replace(/^[("']+|[)"'.,:;!]+$/g, ""))).filter((each) => each && (pasted.length === 1 || blamed.length || !/^(how|do|does|i|can|to|the|a|an|of|my|all|by|is|be|must)$/.test(each)));
  const placeIn = ({ line, text, names }, isIn) => {
    const others = words.filter((word) => !inLine(line, word, isIn));
    const isNameOf = (name, word) => inName(name, word, isIn);
    return [!others.length, others.every((word) => isNamed({ names }, word, isNameOf)), others.every((word) => has(text, word, isIn))].indexOf(true);
  };
  const fits = (each) => given.every((word) => inLine(each.line, word) || isNamed(each, word, inName));
  const named = given.length > 1 && !entries.some(fits) ? given.filter((word) => NAMES.has(word)) : []; // of a sentence
  const words = named.length ? named : given;
  for (const each of entries) {
    const place = placeIn(each, begins);
    const inner = place < 0 ? placeIn(each, isInside) : place;
    const isIn = place < 0 ? isInside : begins;
    const others = words.filter((word) => !inLine(each.line, word, isIn));
    each.found = each.names.filter(([name]) => others.some((word) => inName(name.toLowerCase(), word, isIn)));
    const found = each.found.map((name, at) => (at < 4 ? name.join("") : at > 4 ? "" : "…")).filter(Boolean).join(", ");
    const at = each.text.indexOf(others[0]);
    each.rank = asked.includes(each) ? -1 : place >= 0 ? place : inner >= 0 ? inner + 3 : 6;
    each.part = words.some((word) => !each.line.split(/\W+/).includes(word));
    each.entry.firstChild.dataset.found = asked.includes(each) ? "" : each.rank % 3 === 2 && at > 0 ? "… " + each.said.slice(Math.max(at - 30, 0), at + 50).replace(at > 30 ? /^\S+ / : "", "").replace(/ \S*$/, "") + " …" : found;
  }
  const isBest = (most) => entries.some(({ rank }) => rank <= most);
  // A field of a shared type is also one of the operations that take or give the type.
  const types = asked.length || !isBest(1) || entries.some(({ entry, rank }) => rank < 2 && !entry.querySelector("[id^=type-]")) ? [] : entries.filter(({ rank }) => rank < 2);
  for (const type of types) for (const each of entries) if (each.rank > 1 && each.entry.querySelector('[href="#' + type.entry.lastChild.id + '"]')) {
    each.rank = 1;
    each.entry.firstChild.dataset.found = type.entry.firstChild.dataset.found.replace(/ \(.*/, "") + " in " + type.entry.firstChild.textContent.trim();
  }
  const isAtTop = words.length && words.every((word) => has(head, word, begins));
  const last = asked.length || (isAtTop && !isBest(2)) ? -1 : [1, 2, 4].find(isBest) ?? 5;
  const sorted = [...entries].sort((a, b) => a.rank - b.rank || a.part - b.part);
  for (const { entry, rank } of sorted) entry.hidden = rank > last, entry.parentElement.append(entry);
  for (const section of new Set(sorted.map(({ entry }) => entry.parentElement))) section.parentElement.append(section);
  sections.forEach((each, index) => (links[index].hidden = each.hidden = !all(":scope>details:not([hidden])", each).length));
  const shown = all("section>details:not([hidden])").length;
  const near = shown || isAtTop ? undefined : words.filter((word) => !entries.some(({ text }) => has(text, word))).map(nearest)[0];
  const login = (/\blog ?in\b|\b401\b/i.test(input.value) || words.some((word) => /^(auth(entication|orization)?|bearer|token|sign(in)?)$/.test(word))) && all("[id^=login-]")[0];
  reset.hidden = shown > 0;
  filter.classList.toggle("found", entries.some(({ entry }) => entry.firstChild.dataset.found));
  const hint = isAtTop ? ". See the top of the page." : near ? ". Nearest: " : ". Write a part of a path, or the name of a field or a filter.";
  output.textContent = words.length ? shown + " shown" + (shown > 1 ? "" : shown ? ". Enter opens it." : hint) : "";
  if (isAtTop && shown && last > 1) output.append(shown > 1 ? ". See also " : " See also ", make("a", { href: "#", textContent: "the top of the page" }));
  if (near) output.append(make("a", { href: "?filter=" + near, textContent: near }));
  if (login) output.append(shown > 1 ? ". " : " ", make("a", { href: "#" + login.id, textContent: "How to log in" }));
  codes.replaceChildren(...[...new Set([...words, ...blamed])].flatMap((word) => all("#error-" + CSS.escape(word))).flatMap((dt) => [make("dt", { innerHTML: dt.innerHTML }), dt.nextElementSibling.cloneNode(true)]));
  const [far, first = 0] = [all("nav")[0].getBoundingClientRect().top - filter.offsetHeight, all("section:not([hidden])")[0]?.getBoundingClientRect().top];
  if (words.length && (far < 0 || first > innerHeight / 2)) scrollBy(0, far);
  paint();
};
const keep = () => history.replaceState(null, "", (/^[\w.[\]/ -]{1,40}$/.test(input.value) && entries.some(({ rank }) => rank < 6) ? "?filter=" + encodeURIComponent(input.value) : location.pathname) + location.hash);
const type = () => { show(); clearTimeout(type.timer); type.timer = setTimeout(keep, 300); };
const showAll = () => { input.value = ""; type(); };
reset.onclick = () => { showAll(); input.focus(); };
input.addEventListener("input", type);
for (const code of navigator.clipboard ? all("h4+pre, summary+pre, .url") : []) {
  const button = make("button");
  const name = (code.previousSibling ?? code.parentElement.previousSibling).textContent;
  const say = (text) => Object.assign(button, { textContent: text, ariaLabel: text + " " + name });
  button.onblur = () => say("Copy");
  button.onclick = () => navigator.clipboard.writeText(code.textContent).then(() => say("Copied"));
  code.matches("pre") ? code.before(say("Copy")) : code.after(say("Copy"));
}
const kinds = CSS.highlights ? ["string", "word", "number", "comment", "found"].map((kind) => CSS.highlights.set(kind, new Highlight()).get(kind)) : [];
const TOKEN = /"(?:[^"\\]|\\.)*"(?=:)|("(?:[^"\\]|\\.)*"|'[^'\n{]*')|\b(await|const|for|from|import|new|of|type|false|null|true)\b|((?<![\w:/.-])\d[\d.]*n?\b)|((?<!:)\/\/.*)/g;
const codeLink = (code) => (document.getElementById("error-" + code) ? make("a", { textContent: code, href: "#error-" + code }) : code);
const paint = () => {
  for (const code of all("[open]>div>dl:last-of-type>dd>code:only-of-type:not(:has(a))")) code.replaceChildren(...code.textContent.split(/(, )/).map(codeLink));
  kinds[4]?.clear();
  for (const { entry, found = [] } of entries) for (const code of entry.open ? all("dt>code,dd>code>a", entry) : [])
    if (found.some(([name]) => name === code.textContent)) kinds[4]?.add(new StaticRange({ startContainer: code, startOffset: 0, endContainer: code, endOffset: 1 }));
  for (const each of matchMedia("(min-width:75rem)").matches ? all("[open]>div>details:not(.seen)") : []) (each.className = "seen"), (each.open = true);
  for (const pre of all("[open] pre:not(.painted)")) {
    pre.className = "painted";
    if (/\n/.test(pre.textContent) && !/^curl(?![^]* -d ')/.test(pre.textContent)) pre.tabIndex = 0;
    for (const node of pre.childNodes) for (const match of node.textContent.matchAll(TOKEN)) {
      const [startOffset, endOffset] = [match.index, match.index + match[0].length];
      kinds[match.findLastIndex(Boolean) - 1]?.add(new StaticRange({ startContainer: node, startOffset, endContainer: node, endOffset }));
    }
  }
};
document.addEventListener("toggle", paint, true);
const open = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const entry = target?.closest("details");
  if (target?.closest("[hidden]")) showAll();
  entry?.setAttribute("open", "");
  (target?.matches("dt") ? target : (entry ?? target))?.scrollIntoView();
};
addEventListener("keydown", (event) => {
  if (event.key === "/" && event.target !== input && !event.ctrlKey && !event.metaKey) event.preventDefault(), input.focus(), input.select();
  const [one] = event.key === "Enter" && event.target === input && input.value ? all("section>details:not([hidden])") : [];
  if (one) event.preventDefault(), one.open = true, one.firstChild.focus(), one.scrollIntoView();
});
filter.hidden = false;
all("nav")[0].after(codes);
const kept = () => new URLSearchParams(location.search).get("filter") ?? "";
if ((input.value ||= kept())) show();
// A type opens where it stands.
addEventListener("click", (event) => {
  const link = event.target.closest?.('dd a[href^="#type-"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const row = link.closest("dd");
  const isOpen = [...row.children].find((each) => each.title === link.textContent);
  const type = document.getElementById(decodeURIComponent(link.hash.slice(1))).cloneNode(true);
  isOpen ? isOpen.remove() : row.append(Object.assign(type, { id: "", className: "inner", title: link.textContent }));
});
// Links in the page come here, too. What was pasted is not in the address, and stays.
addEventListener("popstate", () => { if (kept()) input.value = kept(), show(); });
for (const event of ["hashchange", "load"]) addEventListener(event, open);
`;
