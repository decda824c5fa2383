import { LOCAL } from "../samples/code-samples.js";

/** The script of the page. It filters the entries, puts the server's own address into the samples, and adds buttons that copy them. */
export const FILTER_SCRIPT = `"use strict";
const all = (query) => [...document.querySelectorAll(query)];
const [filter, input, output] = all(".filter, .filter input, .filter output");
filter.hidden = false;
input.addEventListener("input", () => {
  const words = input.value.toLowerCase().split(/\\s+/);
  for (const entry of all("section>details")) entry.hidden = !words.every((word) => entry.firstChild.textContent.toLowerCase().includes(word));
  for (const section of all("section")) section.hidden = !section.querySelector(":scope>details:not([hidden])");
  const shown = all("section>details:not([hidden])").length;
  output.textContent = shown + " shown" + (shown ? "" : ". Write fewer words, or only a part of a path.");
});
for (const pre of all("[data-local] pre")) pre.textContent = pre.textContent.replaceAll("${LOCAL}", location.origin);
// Browsers copy only on pages with HTTPS, and on localhost.
for (const pre of navigator.clipboard ? all("h4+pre") : []) {
  const button = document.createElement("button");
  const name = pre.previousSibling.textContent;
  const say = (text) => Object.assign(button, { textContent: text, ariaLabel: text + " " + name });
  button.onblur = () => say("Copy");
  button.onclick = () => navigator.clipboard.writeText(pre.textContent).then(() => say("Copied"));
  pre.before(say("Copy"));
}
// Older browsers do not open an entry that a link leads to.
const open = () => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("details")?.setAttribute("open", "");
addEventListener("hashchange", open);
open();
`;
