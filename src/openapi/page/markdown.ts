import { codeBlock, type Html, html } from "./html.js";

/** A fence that nothing closes ends with the text, as in CommonMark. */
const FENCED = /^ {0,3}```[^`\n]*\n([\s\S]*?)(?:^ {0,3}```[ \t\r]*$|(?![\s\S]))/m;

/** The paragraphs, the fenced code, the `inline code` and the URLs of a description. Other Markdown is shown as text. */
export function markdown(text: unknown): Html {
  const parts = typeof text === "string" ? text.split(FENCED) : [];
  return html`${parts.map((part, index) => (index % 2 === 1 ? codeBlock(part) : paragraphs(part)))}`;
}

/** The same for a cell: a single paragraph has no element of its own. */
export function shortMarkdown(text: unknown): Html {
  return /\n\s*\n|```/.test(`${text}`) ? markdown(text) : inline(typeof text === "string" ? text : "");
}

function paragraphs(text: string): Html[] {
  const filled = text.split(/\n\s*\n/).filter((each) => each.trim() !== "");
  return filled.map((each) => html`<p>${inline(each.trim())}</p>`);
}

function inline(text: string): Html {
  const parts = text.split(/`([^`]+)`|(https?:\/\/[^\s"<>`]*[\w/])/);
  return html`${parts.map((part, at) => part && [part, html`<code>${part}</code>`, html`<a href="${part}">${part}</a>`][at % 3])}`;
}
