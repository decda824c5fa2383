/** HTML that is ready to be sent. */
export class Html {
  constructor(readonly text: string) {}
}

export type Content = Html | string | number | undefined | false | readonly Content[];

/** A template that escapes every value in it that is not HTML already. Its attributes need double quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.reduce((text, part, index) => `${text}${textOf(values[index - 1])}${part}`));
}

/** Contents with a separator between them. Equal ones are shown once. */
export function between(parts: readonly Content[], separator: string): Html {
  return new Html([...new Set(parts.map(textOf))].join(separator));
}

/** A block of code. Its quotes need no escape, which makes a page with many samples much smaller. Long chains of calls break before a call. */
export function codeBlock(code: string): Html {
  return new Html(`<pre>${code.replace(/[&<>]/g, escaped).replace(/\)\.(?=\w+\()/g, ")<wbr>.")}</pre>`);
}

function textOf(content: Content): string {
  if (content instanceof Html) return content.text;
  if (content === undefined || content === false) return "";
  return typeof content === "object" ? content.map(textOf).join("") : `${content}`.replace(/[&<>"]/g, escaped);
}

function escaped(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
