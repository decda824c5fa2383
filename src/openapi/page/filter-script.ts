import { LOCAL } from "../samples/code-samples.js";

/**
 * The script of the page. It filters the entries by their lines, by the names of their parameters and fields, and by their codes, headers and
 * operation ids, puts the server's own address into the samples, and adds buttons that copy them: browsers copy only on pages with HTTPS, and
 * on localhost. A link to an entry shows its line, also below the filter, and ends a filter that hides it. Older browsers do not open an
 * entry that a link leads to, so it does. It colours the code of open entries by ranges, which need no elements in the page.
 */
export const FILTER_SCRIPT = `"use strict";
const all = (query, inside = document) => [...inside.querySelectorAll(query)];
const [filter, input, output, reset] = all(".filter, .filter input, .filter output, .filter button");
filter.hidden = false;
const namesOf = (entry) => all("dt, dt:not(:has(code))+dd:has(>code), dd code, p:last-child>a", entry).map((each) => (each.firstChild ?? each).textContent).join(", ").split(/[,:] /);
const lineOf = (entry) => (entry.firstChild.textContent + (all("summary .patch", entry).length ? " update" : "")).toLowerCase();
const entries = all("section>details").map((entry) => ({ entry, line: lineOf(entry), names: [...new Set(namesOf(entry))] }));
const mount = location.pathname.replace(/docs\\/?$/, "").toLowerCase();
const pathOf = (word) => word.replace(/^https?:..[^/]+|[?#].*/g, "").replace(mount, "/").replace(/\\/(\\d+|[\\da-f-]{36})(?![^/])/g, "/{id}");
const show = () => {
  const words = input.value.toLowerCase().split(/\\s+/).map(pathOf).filter(Boolean);
  for (const { entry, line, names } of entries) {
    const others = words.filter((word) => !line.includes(word));
    const found = names.filter((name) => others.some((word) => name.toLowerCase().includes(word)));
    entry.hidden = !others.every((word) => found.join().toLowerCase().includes(word));
    entry.firstChild.dataset.found = found.join(", ");
  }
  const links = all("nav a");
  all("section").forEach((each, index) => (links[index].hidden = each.hidden = !all(":scope>details:not([hidden])", each).length));
  const shown = all("section>details:not([hidden])").length;
  reset.hidden = shown > 0;
  filter.classList.toggle("found", entries.some(({ entry }) => entry.firstChild.dataset.found));
  output.textContent = words.length ? shown + " shown" + (shown ? "" : ". Write a part of a path, or the name of a field or a filter.") : "";
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
const paint = () => {
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
  (entry ?? target)?.scrollIntoView();
};
for (const event of ["hashchange", "load"]) addEventListener(event, open);
`;
