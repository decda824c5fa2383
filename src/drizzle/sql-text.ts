import { is, StringChunk } from "drizzle-orm";

/** The text that a part of SQL is; undefined for other parts. Drizzle 1.0 has one text, 0.45 an array of them. */
export function sqlText(part: unknown): string | undefined {
  return is(part, StringChunk) ? [part.value].flat().join("") : undefined;
}
