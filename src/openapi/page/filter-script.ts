import { LOCAL } from "../samples/code-samples.js";

/**
 * The script of the page. It finds the operation of a pasted request: a URL, a line of curl, or a call of the client. Other words it looks up in the entries' lines and
 * operation ids, which come first, and in the names of their parameters, fields, codes and headers; if none has them, in all that the entries say.
 * The key / leads to it. The codes of an operation's errors become links to what they mean; in the page itself, the links would be too large.
 * It puts the server's own address into the samples, and adds buttons that copy them: browsers copy only on pages with HTTPS, and
 * on localhost. A link to an entry shows its line, also below the filter, and ends a filter that hides it. Older browsers do not open an
 * entry that a link leads to, so it does. It colours the code of open entries by ranges, which need no elements in the page.
 */
export const FILTER_SCRIPT = `"use strict";
const all = (query, inside = document) => [...inside.querySelectorAll(query)];
const [filter, input, output, reset] = all(".filter, .filter input, .filter output, .filter button");
filter.hidden = false;
const [sections, links] = [all("section"), all("nav a")];
const namesOf = (entry) => all("dt, dt:not(:has(code))+dd:has(>code), dd code", entry).map((each) => (each.firstChild ?? each).textContent).join(", ").split(/[,:] /);
const callOf = (text) => [...text.toLowerCase().replaceAll("'", '"').replace(/\\s+\\./g, ".").matchAll(/\\bclient([.[][^\\s(]*)\\((?:[^(){]*?, ("[^"]+")(?:\\)\\.(\\w+)\\()?)?/g)].at(-1)?.slice(1).join(" ");
const entries = all("section>details").map((entry) => {
  const ids = all("p:last-child>a, .patch", entry).map((each) => (each.matches("a") ? each.textContent : "update"));
  const line = [entry.firstChild.textContent.trim(), ...ids].join(" ").toLowerCase();
  return { entry, line, names: [...new Set(namesOf(entry))], text: entry.textContent.toLowerCase(), call: callOf(entry.textContent) };
});
const ALSO = [[/^(newest|latest|oldest|order)$/, /sort/], [/^(pagination|paging)$/, /page/], [/^(login|auth|authentication)$/, /needs |login/], [/^search$/, /contains/], [/^sparse$/, /fields/],
  [/^(subscribe|realtime|websocket)$/, /stream/], [/^(bulk|batch|transaction)$/, /[/]operations/], [/^upload$/, /multipart/], [/^remove$/, /delete/]];
const isIn = (text, word) => (word === "auth" ? /auth(?!or(?!i[sz]))/.test(text) : /^(get|put)$/.test(word) ? text.split(/\\W/).includes(word) : text.includes(word)); // not "author", not "together"
const has = (text, word) => [word, word.replace(/y$/, "ie"), word.replaceAll(".", "_")].some((each) => isIn(text, each)) || ALSO.some(([asked, meant]) => asked.test(word) && meant.test(text));
const pathIn = (url) => url.toLowerCase().replace(/^https?:..[^/]+|[?#].*/g, "");
const mounts = [location.pathname, ...all(".url").map((each) => each.textContent)].map((url) => pathIn(url).replace(/(\\/docs)?\\/*$/, "/"));
const pathOf = (url) => mounts.reduce((path, mount) => (path.startsWith(mount) ? path.slice(mount.length - 1) : path), pathIn(url));
const wordOf = (word) => pathOf(word).replace(/=.*/, "").replace(/\\/(\\d+|[\\da-f-]{36})(?![^/])/g, "/{id}");
const operationsOf = (text, url) => {
  const implied = /^curl/.test(text) ? (/ -(d|F|-data|-form|-json)/.test(text) ? "post" : "get") : "";
  const [, method = implied] = /(?:^| -X|--request|method:)[^a-z]*(get|post|put|patch|delete)\\b/i.exec(text) ?? [];
  const all = pathOf(url).split("/").filter(Boolean);
  const found = all.map((_, start) => all.slice(start)).map((parts) => entries.filter(({ line }) => {
    const [its, ...names] = line.split(" ", 2).join("").split("/");
    return its.startsWith(method.toLowerCase()) && names.length === parts.length && names.every((name, at) => name[0] === "{" || name === parts[at]);
  }));
  return found.find((each) => each.length) ?? []; // of another mount, the longest end
};
const show = () => {
  const [[url], call] = [/https?:..[^\\s'"]+|\\/[^\\s'"]*\\?[^\\s'"]*/.exec(input.value) ?? [], callOf(input.value)];
  const asked = url ? operationsOf(input.value, url) : entries.filter((each) => call && each.call === call);
  const words = (url ? [url] : input.value.split(/[\\s?&]+/)).map((each) => wordOf(each.toLowerCase())).filter(Boolean);
  for (const each of entries) {
    const others = words.filter((word) => !has(each.line, word));
    const found = each.names.filter((name) => others.some((word) => has(name.toLowerCase(), word))).join(", ");
    const place = ["", found.toLowerCase(), each.text].findIndex((text) => others.every((word) => has(text, word)));
    each.rank = asked.includes(each) ? -1 : place < 0 ? 3 : place;
    each.entry.firstChild.dataset.found = found;
  }
  const last = asked.length ? -1 : entries.some(({ rank }) => rank < 2) ? 1 : 2;
  const sorted = [...entries].sort((a, b) => a.rank - b.rank);
  for (const { entry, rank } of sorted) entry.hidden = rank > last, entry.parentElement.append(entry);
  for (const section of new Set(sorted.map(({ entry }) => entry.parentElement))) section.parentElement.append(section);
  sections.forEach((each, index) => (links[index].hidden = each.hidden = !all(":scope>details:not([hidden])", each).length));
  const [shown, isAtTop] = [all("section>details:not([hidden])").length, words.length && has(all("main>dl")[0].textContent.toLowerCase(), words[0])];
  reset.hidden = shown > 0;
  filter.classList.toggle("found", entries.some(({ entry }) => entry.firstChild.dataset.found));
  output.textContent = words.length ? shown + " shown" + (shown ? "" : isAtTop ? ". See the top of the page." : ". Write a part of a path, or the name of a field or a filter.") : "";
  const [first] = all("section:not([hidden])");
  if (words.length && first?.getBoundingClientRect().top < filter.offsetHeight) first.scrollIntoView();
};
const showAll = () => { input.value = ""; show(); };
reset.onclick = () => { showAll(); input.focus(); };
input.addEventListener("input", show);
for (const code of all("[data-local] pre")) if (code.textContent.includes("${LOCAL}")) code.textContent = code.textContent.replaceAll("${LOCAL}", location.origin);
for (const url of all(".url")) if (url.textContent.startsWith("/")) url.textContent = location.origin + url.textContent;
for (const code of navigator.clipboard ? all("h4+pre, summary+pre, .url") : []) {
  const button = document.createElement("button");
  const name = (code.previousSibling ?? code.parentElement.previousSibling).textContent;
  const say = (text) => Object.assign(button, { textContent: text, ariaLabel: text + " " + name });
  button.onblur = () => say("Copy");
  button.onclick = () => navigator.clipboard.writeText(code.textContent).then(() => say("Copied"));
  code.matches("pre") ? code.before(say("Copy")) : code.after(say("Copy"));
}
const kinds = CSS.highlights ? ["string", "word", "number", "comment"].map((kind) => CSS.highlights.set(kind, new Highlight()).get(kind)) : [];
const TOKEN = /"(?:[^"\\\\]|\\\\.)*"(?=:)|("(?:[^"\\\\]|\\\\.)*")|\\b(await|const|for|from|import|new|of|type|false|null|true)\\b|((?<![\\w:/.-])\\d[\\d.]*n?\\b)|((?<!:)\\/\\/.*)/g;
const linked = (code) => {
  const parts = code.textContent.split(/(, )/).map((name) => Object.assign(document.createElement("a"), { textContent: name, href: "#error-" + name }));
  code.replaceChildren(...parts.map((each) => (document.getElementById(each.hash.slice(1)) ? each : each.textContent)));
};
const paint = () => {
  for (const code of all("[open]>div>dl:last-of-type>dd>code:only-of-type:not(:has(a))")) linked(code);
  for (const pre of all("[open] pre:not(.painted)")) {
    pre.className = "painted";
    if (pre.textContent.includes("\\n")) pre.tabIndex = 0;
    for (const node of pre.childNodes) for (const match of node.textContent.matchAll(TOKEN)) {
      const [start, end] = [match.index, match.index + match[0].length];
      kinds[match.findLastIndex(Boolean) - 1]?.add(new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: end }));
    }
  }
};
document.addEventListener("toggle", paint, true);
const open = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.closest("[hidden]")) showAll();
  const entry = target?.closest("details");
  entry?.setAttribute("open", "");
  (target?.matches("dt") ? target : (entry ?? target))?.scrollIntoView();
};
addEventListener("keydown", (event) => {
  if (event.key === "/" && event.target !== input && !event.ctrlKey && !event.metaKey) event.preventDefault(), input.focus(), input.select();
});
for (const event of ["hashchange", "load"]) addEventListener(event, open);
`;
