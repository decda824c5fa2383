import { codeBlock, type Content, type Html, html } from "./html.js";

/** A fence that nothing closes ends with the text, as in CommonMark. */
const FENCED = /^ {0,3}```[^`\n]*\n([\s\S]*?)(?:^ {0,3}```[ \t\r]*$|(?![\s\S]))/m;

/** What begins an item of a list. A list inside another one becomes a part of it. */
const ITEM = /^[ \t]*(?:[-*+]|\d{1,2}[.)])[ \t]+/m;

/** `code`, [a link](https://example.com), **bold**, *emphasis*, the text of a heading, and a URL. */
const INLINE =
  /`([^`]+)`|\[([^\]]+)\]\(((?:https?:\/)?[/#][^)\s]*)\)|\*\*([^*]+)\*\*|(?<![\w*])[*_](?! )([^*_]+)[*_](?![\w*])|^#{1,6} +(.+)$|(https?:\/\/[^\s"<>`]*[\w/])/;

/** The paragraphs, headings, lists, tables, code, links, bold text and emphasis of a description. Other Markdown is shown as text. */
export function markdown(text: unknown): Html {
  const parts = typeof text === "string" ? text.split(FENCED) : [];
  return html`${parts.map((part, index) => (index % 2 === 1 ? codeBlock(part) : paragraphs(part)))}`;
}

/** The same for a cell: a single paragraph has no element of its own. */
export function shortMarkdown(text: unknown): Html {
  if (typeof text !== "string") return inline("");
  return /\n\s*\n|```/.test(text) || ITEM.test(text) ? markdown(text) : inline(text);
}

function paragraphs(text: string): Html[] {
  // A heading may have its text on the next line.
  const filled = text.split(/\n\s*\n|(?<=^#{1,6} .*)\n/m).filter((each) => each.trim() !== "");
  return filled.map((each) => (/^\s*\|/.test(each) ? table(each) : paragraph(each)));
}

function table(text: string): Html {
  const lines = text.split("\n").filter((line) => /[^\s|:-]/.test(line)); // without the line below the head
  const rows = lines.map((line) =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split(/(?<!\\)\|/),
  );
  const row = (cells: readonly string[], at: number) =>
    html`<tr>${cells.map((cell) => (at === 0 ? html`<th>${inline(cell)}` : html`<td>${inline(cell)}`))}`;
  return html`<table>${rows.map(row)}</table>`;
}

/** A paragraph, and the list that may follow it. */
function paragraph(text: string): Html {
  const [first = "", ...items] = text.split(new RegExp(ITEM, "gm"));
  const list = items.map((each) => html`<li>${inline(each.trim())}`);
  const about = first.trim() && html`<p>${inline(first.trim())}</p>`;
  if (list.length === 0) return html`${about}`;
  const start = Number.parseInt(text.slice(first.length), 10);
  return Number.isNaN(start) ? html`${about}<ul>${list}</ul>` : html`${about}<ol start="${start}">${list}</ol>`;
}

function inline(text: string): Html {
  const parts = text.split(INLINE);
  return html`${parts.map((part, at) => part && INLINE_HTML[at % INLINE_HTML.length]?.(part, parts[at + 1]))}`;
}

/** How the parts of a text are shown, in the order of its groups: what is between them, code, a link and its URL, bold text, emphasis, a heading, a URL. */
const INLINE_HTML: readonly ((part: string, next?: string) => Content)[] = [
  (text) => text,
  (code) => html`<code>${code}</code>`,
  (text, url) => html`<a href="${url}">${text.includes("://") ? text : inline(text)}</a>`,
  () => "",
  (bold) => html`<b>${inline(bold)}</b>`,
  (emphasis) => html`<em>${inline(emphasis)}</em>`,
  (heading) => html`<b>${inline(heading)}</b>`,
  (url) => html`<a href="${url}">${url}</a>`,
];
