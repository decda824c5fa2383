import { z } from "zod";
import type { Note } from "../../rich/note.js";
import { MAX_PROBLEMS, type Problem } from "../problem.js";
import { reviveSent } from "../rich/revive-sent.js";
import { PER_VALUE, schemaNote } from "../rich/schema-note.js";
import { accepts, type ValueDecoder, valueDecoder } from "./decode-value.js";
import { issueProblem } from "./issue-problem.js";
import { type QuickCheck, quickCheck } from "./quick-check.js";

/** A value that its schema accepted. */
export interface Accepted {
  readonly value: unknown;
}

/** Reads a value of a request's body: decodes its wire form, then asks its schema. */
export class AttributeReader {
  readonly #name: string | undefined;
  readonly #schema: z.ZodType;
  readonly #decode: ValueDecoder | undefined;
  /** Whether only a request can tell what a value was before it became JSON. */
  readonly #isOpen: boolean;
  /** Undefined where only the schema can say, or has to be given something else. */
  readonly #passes: QuickCheck | undefined;
  #isAsync = false;

  /** @param name The attribute; undefined for a schema of the whole body. */
  constructor(name: string | undefined, schema: z.ZodType) {
    this.#name = name;
    this.#schema = schema;
    this.#decode = valueDecoder(schema);
    this.#isOpen = schemaNote(schema, "input") === PER_VALUE;
    this.#passes = this.#decode === undefined && !this.#isOpen ? quickCheck(schema) : undefined;
  }

  /** Whether a create must send it. */
  get isRequired(): boolean {
    return this.#schema._zod.optin === undefined;
  }

  /** What absence means on a create: a default, or undefined where the attribute is optional. Nothing where it is required. */
  get absent(): Accepted | undefined | Promise<Accepted | undefined> {
    if (this.isRequired) return undefined;
    const judge = (result: z.ZodSafeParseResult<unknown>) => (result.success ? { value: result.data } : undefined);
    try {
      return judge(this.#schema.safeParse(undefined));
    } catch (error) {
      if (!(error instanceof z.core.$ZodAsyncError)) throw error;
      return this.#schema.safeParseAsync(undefined).then(judge);
    }
  }

  /**
   * Adds to the problems what is wrong; gives undefined then. A promise only where the schema has asynchronous checks.
   *
   * @param note What the request says that the value was, null for plain JSON. It is heard only where the schema leaves
   *   that open; undefined where the request says nothing at all, and the schema has to guess.
   */
  read(
    value: unknown,
    at: string,
    problems: Problem[],
    note?: Note | null,
  ): Accepted | undefined | Promise<Accepted | undefined> {
    if (this.#passes?.(value)) return { value };
    let decoded: unknown;
    try {
      decoded = this.#decoded(value, note);
    } catch {
      problems.push(undescribed(at));
      return undefined;
    }
    if (!this.#isAsync) {
      try {
        return this.#judge(this.#schema.safeParse(decoded), decoded, at, problems);
      } catch (error) {
        if (!(error instanceof z.core.$ZodAsyncError)) throw error;
        this.#isAsync = true;
      }
    }
    return this.#schema.safeParseAsync(decoded).then((result) => this.#judge(result, decoded, at, problems));
  }

  #decoded(value: unknown, note: Note | null | undefined): unknown {
    const revived = this.#isOpen ? reviveSent(value, note) : value;
    // A string that its note does not call a date is none, though a union might take it for one.
    if (this.#decode === undefined || (note !== undefined && this.#isOpen && accepts(this.#schema, revived)))
      return revived;
    return this.#decode(revived);
  }

  #judge(result: z.ZodSafeParseResult<unknown>, input: unknown, at: string, problems: Problem[]): Accepted | undefined {
    if (result.success) return { value: result.data };
    for (const issue of result.error.issues.slice(0, MAX_PROBLEMS))
      problems.push(issueProblem(issue, input, this.#name, at));
    return undefined;
  }
}

function undescribed(at: string): Problem {
  const detail = "The value is not what the request says of it in meta.trestle, or the header trestle-rich.";
  return { status: 422, code: "invalid_type", title: "Invalid value", detail, source: { pointer: at } };
}
