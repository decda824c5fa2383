import { codeBlock, type Content, type Html, html } from "./html.js";

/** A fence that nothing closes ends with the text, as in CommonMark. */
const FENCED = /^ {0,3}```[^`\n]*\n([\s\S]*?)(?:^ {0,3}```[ \t\r]*$|(?![\s\S]))/m;

/** What begins an item of a list, after its indentation. */
const ITEM = /^([ \t]*)(?:[-*+]|\d{1,2}[.)])[ \t]+/m;

/** What begins each line of a quotation. */
const QUOTED = /^ {0,3}> ?/gm;

/** `code`, [a link](https://example.com), an image as a link, **bold**, *emphasis*, the text of a heading, and a URL. */
const INLINE =
  /`([^`]+)`|!?\[([^\]]+)\]\(((?:(?:https?|mailto):|(?![\w+.-]*:))[^)\s]+)\)|\*\*([^*]+)\*\*|(?<![\w*])[*_](?! )([^*_]+)[*_](?![\w*])|^#{1,6} +(.+)$|(https?:\/\/[^\s"<>`]*[\w/])/;

/** The paragraphs, headings, lists, quotations, tables, code, links, bold text and emphasis of a description. Other Markdown is shown as text. */
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
  return filled.map((each) => {
    if (/^\s*>/.test(each)) return html`<blockquote>${paragraphs(each.replace(QUOTED, ""))}</blockquote>`;
    return /^\s*\|/.test(each) ? table(each) : paragraph(each);
  });
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

function paragraph(text: string): Html {
  const [first, list] = listIn(text);
  return html`${first && html`<p>${inline(first)}</p>`}${list}`;
}

/** The text before a list, and the list, whose items may have lists again. */
function listIn(text: string): [first: string, list: Content] {
  const [start, indentation] = ITEM.exec(text) ?? [];
  if (start === undefined) return [text.trim(), undefined];
  const [first = "", ...items] = text.split(new RegExp(`^${indentation}(?:[-*+]|\\d{1,2}[.)])[ \\t]+`, "gm"));
  const rows = items.map(listIn).map(([about, inner]) => html`<li>${inline(about)}${inner}`);
  const number = Number.parseInt(start, 10);
  return [first.trim(), Number.isNaN(number) ? html`<ul>${rows}</ul>` : html`<ol start="${number}">${rows}</ol>`];
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
