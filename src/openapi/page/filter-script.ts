import { LOCAL } from "../samples/code-samples.js";

/** The script of the page. It filters the entries, and puts the server's own address into the samples. */
export const FILTER_SCRIPT = `"use strict";
const all = (query) => [...document.querySelectorAll(query)];
const [filter, input, output] = all(".filter, .filter input, .filter output");
filter.hidden = false;
input.addEventListener("input", () => {
  const words = input.value.toLowerCase().split(/\\s+/);
  for (const entry of all("details")) entry.hidden = !words.every((word) => entry.firstChild.textContent.toLowerCase().includes(word));
  for (const section of all("section")) section.hidden = !section.querySelector("details:not([hidden])");
  output.textContent = all("details:not([hidden])").length + " shown";
});
for (const pre of all("[data-local] pre")) pre.textContent = pre.textContent.replaceAll("${LOCAL}", location.origin);
// Older browsers do not open an entry that a link leads to.
const open = () => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("details")?.setAttribute("open", "");
addEventListener("hashchange", open);
open();
`;
