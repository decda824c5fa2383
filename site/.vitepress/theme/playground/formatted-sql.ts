/** A part of a statement: a word, or what is in parentheses. */
type Part = string | readonly Part[];

const TOKEN = /"(?:[^"]|"")*"|'(?:[^']|'')*'|[(),]|\s+|[^\s(),"']+/g;
const CLAUSES =
  /^(select|from|where|order|group|having|limit|offset|union|left|inner|cross|insert|update|delete|set|values|returning)$/;
const PLAIN = /^"([a-z_][a-z0-9_]*)"$/;
/** Names that mean something else without quotes. */
const RESERVED =
  /^(all|check|column|default|desc|end|from|group|limit|offset|order|references|select|table|to|user|when|where)$/;

/** A shorter part stays in its line. */
const SHORT = 56;

/** A statement with a line for each clause, parts in parentheses indented, and without the quotes that its names do not need. */
export function formattedSql(query: string): string {
  return printed(partsOf(query), "");
}

function partsOf(query: string): Part[] {
  const open: Part[][] = [[]];
  for (const [token] of query.trim().matchAll(TOKEN)) {
    const inner = open.at(-1) ?? [];
    if (token === "(") open.push([]);
    else if (token === ")" && open.length > 1) {
      open.pop();
      open.at(-1)?.push(inner);
    } else inner.push(...wordsOf(token));
  }
  return open[0] ?? [];
}

function wordsOf(token: string): string[] {
  if (/^\s/.test(token)) return [" "];
  const name = PLAIN.exec(token)?.[1];
  return [name === undefined || RESERVED.test(name) ? token : name];
}

const flat = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === "string" ? part : `(${flat(part)})`)).join("");

/** @param isExpression Whether it has no clauses of its own. */
function printed(parts: readonly Part[], indent: string, isExpression = false): string {
  let text = "";
  let isBeforeSelect = parts[0] === "with";
  for (const part of parts) {
    if (typeof part !== "string") {
      if (flat(part).length <= SHORT) text += `(${flat(part)})`;
      else if (part[0] !== "select") text += `(${printed(part, indent, true)})`;
      else text += `(\n${indent}  ${printed(part, `${indent}  `)}\n${indent})`;
    } else if (part === "," && isBeforeSelect && !isExpression) text += `,\n${indent}`;
    else if (part === " " && text.endsWith(`\n${indent}`)) continue;
    else if (CLAUSES.test(part) && text !== "" && !isExpression) {
      text = `${text.trimEnd()}\n${indent}${part}`;
      isBeforeSelect = false;
    } else text += part;
  }
  return text.trimEnd();
}
