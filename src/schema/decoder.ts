import type { z } from "zod";
import type { ParseState } from "./parse-state.js";
import { schemaNode } from "./schema-node.js";
import { parseBigint, parseDate, parseUrl } from "./text.js";

/** Turns the JSON of a value into the value. What does not fit stays as it is, for the schema to refuse. */
export type Decoder = (value: unknown, state: ParseState) => unknown;

/** The decoder of a schema, apart from what it contains. Undefined where JSON has the value as it is. */
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
    case "set":
      return fromList("sets", toSet);
    case "map":
      return fromList("maps", toMap);
    case "instance":
      return instanceDecoder(node.class);
    default:
      return undefined;
  }
}

function fromText(parse: (text: string) => unknown): Decoder {
  return (value) => (typeof value === "string" ? (parse(value) ?? value) : value);
}

/** One array is always the same collection: Zod recognizes a value that it parsed before by its identity. */
function fromList(kept: "sets" | "maps", make: (list: readonly unknown[]) => unknown): Decoder {
  return (value, { [kept]: collections }) => {
    if (!Array.isArray(value)) return value;
    let collection = collections.get(value);
    if (collection === undefined) {
      collection = make(value);
      collections.set(value, collection);
    }
    return collection;
  };
}

function toSet(list: readonly unknown[]): Set<unknown> {
  return new Set(list);
}

function toMap(list: readonly unknown[]): unknown {
  return list.every(isEntry) ? new Map(list) : list;
}

function isEntry(value: unknown): value is [unknown, unknown] {
  return Array.isArray(value) && value.length === 2;
}

function instanceDecoder(of: abstract new (...args: never) => object): Decoder | undefined {
  if (of === URL) return fromText(parseUrl);
  if (of === Date) return fromText(parseDate);
  if (of === Set) return fromList("sets", toSet);
  return of === Map ? fromList("maps", toMap) : undefined;
}

/** The texts of bigints among the values, except a text that is a value itself. */
function literalDecoder(values: ReadonlySet<unknown>): Decoder | undefined {
  const bigints = new Map<unknown, bigint>();
  for (const value of values) if (typeof value === "bigint" && !values.has(`${value}`)) bigints.set(`${value}`, value);
  return bigints.size === 0 ? undefined : (value) => bigints.get(value) ?? value;
}
