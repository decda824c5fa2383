import type { z } from "zod";
import { hasChecks } from "../schema/formats.js";
import type { IdKind } from "../schema/id-kind.js";
import { parseNow } from "../schema/parse-now.js";
import { quickCheck } from "../schema/quick-check.js";
import { parseInteger } from "./query/parse-value.js";

/** Reads ids of one kind: from a path, from an identifier, bare. */
export class IdReader {
  readonly #kind: IdKind;
  readonly #schema: z.ZodType;
  /** Whether every integer passes: `z.int()` has nothing to say of one that was read. */
  readonly #takesAnyInteger: boolean;

  constructor(kind: IdKind, schema: z.ZodType) {
    this.#kind = kind;
    this.#schema = schema;
    this.#takesAnyInteger = kind === "int" && quickCheck(schema) === Number.isSafeInteger;
  }

  /** What an id is, for messages. */
  get noun(): string {
    return hasChecks(this.#schema) ? `${NOUNS[this.#kind]} in the declared form` : NOUNS[this.#kind];
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
