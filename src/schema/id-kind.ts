import type { z } from "zod";
import { schemaFormats } from "./formats.js";

/** The kinds of identifier: each has its own form in a path. */
export type IdKind = "int" | "string" | "uuid";

const UUID_FORMATS: ReadonlySet<unknown> = new Set(["uuid", "guid"]);

/** The kind of an id's schema, or undefined if a path cannot carry it. */
export function idKind(schema: z.core.$ZodType): IdKind | undefined {
  const { type } = schema._zod.def;
  const formats = schemaFormats(schema);
  if (type === "string") return formats.some((format) => UUID_FORMATS.has(format)) ? "uuid" : "string";
  if (type === "number" && formats.some((format) => /int/.test(format))) return "int";
  return undefined;
}

/** An id as it is compared with others: uuids are equal in any case. */
export function comparedId(kind: IdKind | undefined, id: string): string {
  return kind === "uuid" ? id.toLowerCase() : id;
}
