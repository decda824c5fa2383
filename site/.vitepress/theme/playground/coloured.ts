export interface Token {
  readonly text: string;
  readonly kind: "string" | "literal" | "name" | "plain";
}

const CODE = "true|false|null|undefined|await|const";
const SQL =
  "select|insert into|returning|set|update|delete|materialized|from|where|and|or|order by|group by|limit|offset|left join|inner join|lateral|on|as|in|asc|desc|is|not|null|nulls|first|last|exists|with|count|ilike|like|any|union all|values|cross join|true|false";

const tokenOf = (words: string): RegExp =>
  new RegExp(
    String.raw`(?<comment>(?:--|//) .*)|(?<string>"(?:[^"\\\n]|\\.)*"(?!\s*:)|'[^'\n]*'|Date\([^)]*\))|(?<literal>\b(?:\d+(?:\.\d+)?|${words})\b)|(?<name>"(?:[^"\\\n]|\\.)*"(?=\s*:)|\b\w+(?=[:(]))`,
    "g",
  );
const CODE_TOKEN = tokenOf(CODE);
const SQL_TOKEN = tokenOf(SQL);

/** The parts of a text to colour: enough for a call, a value, JSON and SQL. */
export function coloured(text: string, sql = false): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(sql ? SQL_TOKEN : CODE_TOKEN)) {
    if (index > end) tokens.push({ text: text.slice(end, index), kind: "plain" });
    const isQuotedName = sql && found.startsWith('"');
    const kind = isQuotedName
      ? "name"
      : ((["string", "literal", "name"] as const).find((each) => groups[each] !== undefined) ?? "plain");
    tokens.push({ text: found, kind });
    end = index + found.length;
  }
  if (end < text.length) tokens.push({ text: text.slice(end), kind: "plain" });
  return tokens;
}
