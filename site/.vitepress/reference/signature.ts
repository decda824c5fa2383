// Long signatures and types on several lines, as a formatter would write them.

const WIDTH = 90;
const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "<": ">", "{": "}", "[": "]" };

/** Breaks a text of one line into lines of at most 90 characters, if its brackets allow it. */
export function brokenAtBrackets(text: string, indent = ""): string {
  if (indent.length + text.length <= WIDTH) return text;
  let result = "";
  let rest = text;
  for (let at = openerIn(rest); at >= 0; at = openerIn(rest)) {
    const end = endOf(rest, at);
    const inside = rest.slice(at + 1, end);
    const separator = rest[at] === "{" ? ";" : ",";
    const isLong = inside.length > WIDTH / 3;
    const parts = partsOf(inside, separator).map(
      (part) => `\n${indent}  ${brokenAtBrackets(part, `${indent}  `)}${separator}`,
    );
    result += rest.slice(0, at + 1) + (isLong ? `${parts.join("")}\n${indent}` : inside) + (rest[end] ?? "");
    rest = rest.slice(end + 1);
  }
  return result + rest;
}

const openerIn = (text: string): number => text.search(/[(<{[]/);

/** Where the bracket at `start` closes. The `>` of an arrow is not one. */
function endOf(text: string, start: number): number {
  const open: string[] = [];
  for (let at = start; at < text.length; at += 1) {
    const closer = CLOSERS[text[at] ?? ""];
    if (closer !== undefined) open.push(closer);
    else if (text[at] === open.at(-1) && text.slice(at - 1, at + 1) !== "=>") open.pop();
    if (open.length === 0) return at;
  }
  return text.length;
}

function partsOf(text: string, separator: string): string[] {
  const parts = [""];
  for (let at = 0; at < text.length; at += 1) {
    const end = CLOSERS[text[at] ?? ""] === undefined ? at : endOf(text, at);
    if (text[at] === separator) parts.push("");
    else parts.push(parts.pop() + text.slice(at, end + 1));
    at = end;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
