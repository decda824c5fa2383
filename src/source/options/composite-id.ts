const ESCAPES: Readonly<Record<string, string>> = { "!": "!0", "~": "!1" };
const SPECIAL = /[!~]/;
const ESCAPED: Readonly<Record<string, string>> = { "!0": "!", "!1": "~" };

/**
 * Joins the parts of an id of several columns, as `drizzleData` writes it: with `~` between them. In a part, `!` becomes `!0`, and `~`
 * becomes `!1`.
 *
 * @returns The id. Different parts never have the same.
 *
 * @example
 * ```ts
 * import { joinId } from "trestle/source";
 *
 * const id = joinId("acme", 7); // "acme~7"
 * ```
 */
export function joinId(...parts: readonly (string | number | bigint | boolean)[]): string {
  let id = "";
  for (const [index, part] of parts.entries()) {
    const text = String(part);
    if (index > 0) id += "~";
    id += SPECIAL.test(text) ? text.replace(/[!~]/g, (char) => ESCAPES[char] ?? char) : text;
  }
  return id;
}

/**
 * Splits an id that `joinId` made.
 *
 * @param count How many parts it has.
 * @returns The parts as texts. Undefined if `joinId` cannot have made the text of so many parts.
 *
 * @example
 * ```ts
 * import { splitId } from "trestle/source";
 *
 * const [org, user] = splitId("acme~7", 2) ?? []; // "acme" and "7"
 * ```
 */
export function splitId(text: string, count: number): string[] | undefined {
  const parts = text.split("~");
  if (parts.length !== count || parts.some((part) => /!(?![01])/.test(part))) return undefined;
  return parts.map((part) => part.replace(/![01]/g, (pair) => ESCAPED[pair] ?? pair));
}
