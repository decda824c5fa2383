import type { z } from "zod";
import { hasChecks, schemaFormats } from "../schema/formats.js";
import type { IdKind } from "../schema/id-kind.js";
import { parseNow } from "../schema/parse-now.js";
import { type QuickCheck, quickCheck } from "../schema/quick-check.js";
import { parseInteger } from "../schema/text.js";

/** Reads ids of one kind: from a path, from an identifier, bare. */
export class IdParser {
  readonly #kind: IdKind;
  readonly #schema: z.ZodType;
  /** Whether an integer passes: `z.int()` and `z.int32()` have nothing more to say of it. */
  readonly #quickCheck: QuickCheck | undefined;

  constructor(kind: IdKind, schema: z.ZodType) {
    this.#kind = kind;
    this.#schema = schema;
    this.#quickCheck = kind === "int" ? quickCheck(schema) : undefined;
  }

  /** What an id is, for messages. */
  get noun(): string {
    const noun = schemaFormats(this.#schema).includes("int32") ? "a 32-bit integer" : NOUNS[this.#kind];
    return hasChecks(this.#schema) ? `${noun} in the declared form` : noun;
  }

  /** An id's text as the value that handlers get; undefined where it names nothing. */
  fromText(text: string): unknown {
    const value = this.#kind === "int" ? parseInteger(text) : text;
    if (value === undefined || this.#quickCheck?.(value)) return value;
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
