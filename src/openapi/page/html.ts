/** HTML that is ready to be sent. */
export class Html {
  constructor(readonly text: string) {}
}

export type Content = Html | string | number | undefined | false | readonly Content[];

/** A template that escapes every value in it that is not HTML already. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.reduce((text, part, index) => `${text}${textOf(values[index - 1])}${part}`));
}

function textOf(content: Content): string {
  if (content instanceof Html) return content.text;
  if (content === undefined || content === false) return "";
  return typeof content === "object" ? content.map(textOf).join("") : escapeHtml(String(content));
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as HTML, also inside attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}

/** A text with inline code in backticks. */
export function line(text: string): Html {
  const parts = text.split("`");
  // An odd number of backticks: the last one is a character.
  const closed = parts.length % 2 === 1 ? parts.length : parts.length - 2;
  const pieces = parts.slice(0, closed).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
  const rest = parts.slice(closed).join("`");
  return html`${pieces}${closed < parts.length && rest}`;
}

/** Paragraphs, separated by empty lines. */
export function prose(text: unknown): Html {
  const paragraphs = String(text ?? "").split(/\n[ \t]*\n/);
  return html`${paragraphs.filter((each) => each.trim() !== "").map((each) => html`<p>${line(each.trim())}</p>`)}`;
}

/** Contents with a separator between them. */
export function between(parts: readonly Content[], separator: Content): Content[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}
