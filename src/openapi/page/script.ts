import { CONTENT_TYPE } from "../../wire/headers.js";
import { EVENT_STREAM } from "../../wire/media-types.js";

/**
 * The script of the page. It adds a button to copy code, a form to send each GET, and the address of the server to the samples.
 * The page is complete without it.
 */
export const SCRIPT = `"use strict";
const server = document.body.dataset.server;
const base = new URL(server.replace(/\\/?$/, "/"), location.href);
const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

// Samples of an API on this server show this server's address.
if (!/^[a-z]+:/i.test(server)) {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode } = walker;
    if (currentNode.data.includes("http://localhost:3000") && currentNode.parentElement.closest("pre")) {
      currentNode.data = currentNode.data.replaceAll("http://localhost:3000", location.origin);
    }
  }
}

for (const caption of document.querySelectorAll("figcaption")) {
  if (!navigator.clipboard) break;
  const copy = element("button", { type: "button", textContent: "Copy" });
  copy.setAttribute("aria-label", "Copy " + caption.textContent);
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(caption.parentElement.querySelector("pre").textContent);
    copy.textContent = "Copied";
    setTimeout(() => { copy.textContent = "Copy"; }, 1500);
  });
  caption.append(copy);
}

for (const section of document.querySelectorAll("[data-get]")) {
  const open = element("button", { type: "button", textContent: "Try it" });
  open.addEventListener("click", () => open.replaceWith(formOf(section)));
  section.querySelector(".path").append(open);
}

function formOf(section) {
  const fields = [...section.querySelectorAll("tr[data-in]")].map(({ dataset }) => {
    const input = element("input", { name: dataset.name, required: dataset.in === "path" });
    input.dataset.in = dataset.in;
    input.spellcheck = false;
    return element("label", {}, element("code", { textContent: dataset.name }), input);
  });
  const output = element("output");
  const send = element("button", { className: "send", textContent: "Send" });
  const form = element("form", { className: "try" }, ...fields, send, output);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    output.replaceChildren(...(await answerOf(section.dataset.get, [...form.querySelectorAll("input")])));
    send.disabled = false;
  });
  queueMicrotask(() => form.querySelector("input, button").focus());
  section.querySelector(".code").prepend(form);
  return "";
}

async function answerOf(template, inputs) {
  const filled = inputs.filter(({ value }) => value !== "");
  const of = (place) => filled.filter(({ dataset }) => dataset.in === place);
  const path = of("path").reduce((text, { name, value }) => text.replace("{" + name + "}", encodeURIComponent(value)), template);
  const query = of("query").map(({ name, value }) => encodeURIComponent(name) + "=" + encodeURIComponent(value)).join("&");
  const url = base.href.replace(/\\/$/, "") + path + (query && "?" + query);
  const start = performance.now();
  try {
    const headers = new Headers(of("header").map(({ name, value }) => [name, value]));
    const response = await fetch(url, { headers });
    const stream = (response.headers.get("${CONTENT_TYPE}") ?? "").startsWith("${EVENT_STREAM}");
    const text = stream ? await firstOf(response) : await response.text();
    const ms = Math.round(performance.now() - start);
    const status = response.status + " " + response.statusText + ", " + ms + " ms, " + text.length + " characters";
    const pre = element("pre", { textContent: pretty(text), tabIndex: 0 });
    return [element("p", { textContent: decodeURI(url) }), element("p", { textContent: status }), pre];
  } catch (error) {
    return [element("p", { textContent: "The request failed: " + error.message })];
  }
}

/** The first part of a stream, which may not end. */
async function firstOf(response) {
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value ? new TextDecoder().decode(value) : "";
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

// Marks the section that is read in the side list.
const links = new Map([...document.querySelectorAll("nav li li a")].map((link) => [link.hash.slice(1), link]));
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const link = links.get(target.id);
    if (!link || !isIntersecting) continue;
    for (const each of links.values()) each.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    const { top, bottom } = link.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) link.scrollIntoView({ block: "nearest" });
  }
}, { rootMargin: "-20% 0% -70% 0%" });
for (const section of document.querySelectorAll(".op")) seen.observe(section);
`;
