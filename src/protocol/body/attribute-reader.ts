import { z } from "zod";
import { MAX_PROBLEMS, type Problem } from "../problem.js";
import { type ValueDecoder, valueDecoder } from "./decode-value.js";
import { issueProblem } from "./issue-problem.js";

/** A value that its schema accepted. */
export interface Accepted {
  readonly value: unknown;
}

/** Reads one attribute of a request's body: decodes its wire form, then asks its schema. */
export class AttributeReader {
  readonly #name: string;
  readonly #schema: z.ZodType;
  readonly #decode: ValueDecoder | undefined;
  #isAsync = false;

  constructor(name: string, schema: z.ZodType) {
    this.#name = name;
    this.#schema = schema;
    this.#decode = valueDecoder(schema);
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

  /** Adds to the problems what is wrong; gives undefined then. A promise only where the schema has asynchronous checks. */
  read(value: unknown, at: string, problems: Problem[]): Accepted | undefined | Promise<Accepted | undefined> {
    const decoded = this.#decode === undefined ? value : this.#decode(value);
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

  #judge(result: z.ZodSafeParseResult<unknown>, input: unknown, at: string, problems: Problem[]): Accepted | undefined {
    if (result.success) return { value: result.data };
    for (const issue of result.error.issues.slice(0, MAX_PROBLEMS))
      problems.push(issueProblem(issue, input, this.#name, at));
    return undefined;
  }
}
