import type { z } from "zod";
import { schemaNode } from "./schema-node.js";
import { literalTexts, parseBigint, parseDate, parseUrl } from "./text.js";

/** Converts JSON to a typed value. Returns other input unchanged, so that the schema rejects it. */
export type Decoder = (value: unknown) => unknown;

/** The decoder of a scalar schema. Undefined for containers, and for values that JSON represents directly. */
export function decoderOf(schema: z.core.$ZodType): Decoder | undefined {
  const node = schemaNode(schema, "input");
  switch (node.kind) {
    case "date":
      return fromText(parseDate);
    case "bigint":
      return fromText(parseBigint);
    case "nan":
      return (value) => (value === "NaN" ? Number.NaN : value);
    case "literal":
      return literalDecoder(node.values);
    case "instance":
      return instanceDecoder(node.class);
    default:
      return undefined;
  }
}

function fromText(parse: (text: string) => unknown): Decoder {
  return (value) => (typeof value === "string" ? (parse(value) ?? value) : value);
}

function instanceDecoder(madeBy: abstract new (...args: never) => object): Decoder | undefined {
  if (madeBy === URL) return fromText(parseUrl);
  if (madeBy === Date) return fromText(parseDate);
  if (madeBy === Set) return (value) => (Array.isArray(value) ? new Set(value) : value);
  return madeBy === Map ? (value) => (isEntries(value) ? new Map(value) : value) : undefined;
}

/** Whether a value is a list of pairs, the JSON form of a map. */
export function isEntries(value: unknown): value is readonly (readonly [unknown, unknown])[] {
  return Array.isArray(value) && value.every(isEntry);
}

export function isEntry(value: unknown): value is readonly [unknown, unknown] {
  return Array.isArray(value) && value.length === 2;
}

function literalDecoder(values: ReadonlySet<unknown>): Decoder | undefined {
  const texts = literalTexts(values);
  return texts.size === 0 ? undefined : (value) => (texts.has(value) ? texts.get(value) : value);
}
