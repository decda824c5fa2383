import type { z } from "zod";
import type { IdKind } from "../define/id.js";
import { parseNow } from "../define/parse-now.js";
import { definitionOf } from "../define/schema-definition.js";
import { parseInteger } from "./query/parse-value.js";

/** Reads ids of one kind: from a path, from an identifier, bare. */
export class IdReader {
  readonly #kind: IdKind;
  readonly #schema: z.ZodType;
  /** Whether every integer passes: `z.int()` has nothing to say of one that was read. */
  readonly #takesAnyInteger: boolean;

  constructor(kind: IdKind, schema: z.ZodType) {
    const { format, checks = [] } = definitionOf(schema);
    this.#kind = kind;
    this.#schema = schema;
    this.#takesAnyInteger = kind === "int" && format === "safeint" && checks.length === 0;
  }

  /** What an id is, for messages. */
  get noun(): string {
    const hasChecks = (definitionOf(this.#schema).checks ?? []).length > 0;
    return hasChecks ? `${NOUNS[this.#kind]} in the declared form` : NOUNS[this.#kind];
  }

  /** An id's text as the value that handlers get; undefined where it names nothing. */
  fromText(text: string): unknown {
    const value = this.#kind === "int" ? parseInteger(text) : text;
    if (value === undefined || this.#takesAnyInteger) return value;
    if (this.#kind !== "int" && UNUSABLE.test(text)) return undefined;
    const result = parseNow(this.#schema, value, "An id");
    return result.success ? result.data : undefined;
  }

  /** As a client writes an id bare: a number or its text. */
  fromBare(value: unknown): unknown {
    if (typeof value === "string") return this.fromText(value);
    return this.#kind === "int" && typeof value === "number" ? this.fromText(`${value}`) : undefined;
  }
}

// An id becomes part of URLs, which hold no empty segment, no lone surrogate, and read dots as the way up.
const UNUSABLE = /^\.{0,2}$|\p{Surrogate}/u;

const NOUNS: Readonly<Record<IdKind, string>> = { int: "an integer", string: "a string", uuid: "a uuid" };
