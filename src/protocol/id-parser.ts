import type { z } from "zod";
import { hasChecks, schemaFormats, type IdKind } from "../schema/formats.js";
import { compileParse, type ParseNow } from "../schema/parse-now.js";
import { type QuickCheck, quickCheck } from "../schema/quick-check.js";
import { parseInteger } from "../schema/text.js";

/** Parses ids of one kind: in a path, in an identifier, or bare. */
export class IdParser {
  readonly #kind: IdKind;
  readonly #schema: z.ZodType;
  /** A quick check for integers, if the schema has no other checks: `z.int()` and `z.int32()`. */
  readonly #quickCheck: QuickCheck | undefined;
  /** Compiled for the first id that needs more than the quick check. */
  #parse: ParseNow | undefined;

  constructor(kind: IdKind, schema: z.ZodType) {
    this.#kind = kind;
    this.#schema = schema;
    this.#quickCheck = kind === "int" ? quickCheck(schema) : undefined;
  }

  /** A noun for the id, for messages. */
  get noun(): string {
    const noun = schemaFormats(this.#schema).includes("int32") ? "a 32-bit integer" : NOUNS[this.#kind];
    return hasChecks(this.#schema) ? `${noun} in the declared form` : noun;
  }

  /** Parses an id to the value that handlers get. Returns undefined for an invalid id. */
  fromText(text: string): unknown {
    const value = this.#kind === "int" ? parseInteger(text) : text;
    if (value === undefined || this.#quickCheck?.(value)) return value;
    if (this.#kind !== "int" && UNUSABLE.test(text)) return undefined;
    this.#parse ??= compileParse(this.#schema, "An id");
    const result = this.#parse(value);
    return result.success ? result.data : undefined;
  }

  /** Parses a bare id, which is a number or its text. */
  fromBare(value: unknown): unknown {
    if (typeof value === "string") return this.fromText(value);
    return this.#kind === "int" && typeof value === "number" ? this.fromText(`${value}`) : undefined;
  }
}

// An id is part of URLs. These cannot contain empty segments, lone surrogates, "." or "..".
const UNUSABLE = /^\.{0,2}$|\p{Surrogate}/u;

const NOUNS: Readonly<Record<IdKind, string>> = {
  int: "an integer",
  string: 'a string other than "", "." and ".."',
  uuid: "a uuid",
};
