import { LOCAL } from "../samples/code-samples.js";

/**
 * The script of the page. It filters the entries by their lines and by the names of their parameters and fields, puts the server's own address
 * into the samples, and adds buttons that copy them: browsers copy only on pages with HTTPS, and on localhost. Older browsers do not open an
 * entry that a link leads to, so it does, and it ends a filter that hides this entry. It colours the code of open entries by ranges, which need no elements in the page.
 */
export const FILTER_SCRIPT = `"use strict";
const all = (query, inside = document) => [...inside.querySelectorAll(query)];
const textOf = (element) => element.textContent.toLowerCase();
const [filter, input, output] = all(".filter, .filter input, .filter output");
filter.hidden = false;
const show = () => {
  const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const entry of all("section>details")) {
    const others = words.filter((word) => !textOf(entry.firstChild).includes(word));
    const names = all("dt code", entry).map(textOf).filter((name) => others.some((word) => name.includes(word)));
    entry.hidden = !others.every((word) => names.some((name) => name.includes(word)));
    entry.firstChild.dataset.found = names.join(", ");
  }
  const links = all("nav a");
  all("section").forEach((each, index) => (links[index].hidden = each.hidden = !all(":scope>details:not([hidden])", each).length));
  const shown = all("section>details:not([hidden])").length;
  const advice = shown ? "" : ". Write a part of a path, or the name of a field or a filter.";
  output.textContent = words.length ? shown + " shown" + advice : "";
};
input.addEventListener("input", show);
for (const pre of all("[data-local] pre")) if (pre.textContent.includes("${LOCAL}")) pre.textContent = pre.textContent.replaceAll("${LOCAL}", location.origin);
for (const pre of navigator.clipboard ? all("h4+pre, summary+pre") : []) {
  const button = document.createElement("button");
  const name = pre.previousSibling.textContent;
  const say = (text) => Object.assign(button, { textContent: text, ariaLabel: text + " " + name });
  button.onblur = () => say("Copy");
  button.onclick = () => navigator.clipboard.writeText(pre.textContent).then(() => say("Copied"));
  pre.before(say("Copy"));
}
const kinds = CSS.highlights ? ["string", "word", "number", "comment"].map((kind) => CSS.highlights.set(kind, new Highlight()).get(kind)) : [];
const TOKEN = /"(?:[^"\\\\]|\\\\.)*"(?=:)|("(?:[^"\\\\]|\\\\.)*")|\\b(await|const|for|from|import|new|of|type|false|null|true)\\b|((?<![\\w:/.-])\\d[\\d.]*n?\\b)|((?<!:)\\/\\/.*)/g;
const paint = () => {
  for (const pre of kinds.length ? all("[open] pre:not(.painted)") : []) {
    pre.className = "painted";
    for (const node of pre.childNodes) for (const match of node.textContent.matchAll(TOKEN)) {
      const [start, end] = [match.index, match.index + match[0].length];
      kinds[match.findLastIndex(Boolean) - 1]?.add(new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: end }));
    }
  }
};
document.addEventListener("toggle", paint, true);
const open = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.closest("[hidden]")) { input.value = ""; show(); }
  target?.closest("details")?.setAttribute("open", "");
  target?.scrollIntoView();
};
addEventListener("hashchange", open);
open();
`;
