import type { z } from "zod";
import { defaultOf } from "../../schema/parse-now.js";
import { isBareOptional } from "../../schema/presence.js";
import { type QueryValue, queryValue } from "../../schema/query-value.js";
import { parameterError } from "../errors/request-error.js";
import type { QueryBuilder, Parameter, ValueDescription } from "./parsed-query.js";
import { validate, parseValue, ParseFailure, parseFailure } from "./text-value.js";

/** The part of a draft that a value goes into. */
export type Part = (draft: QueryBuilder) => Record<string, unknown>;

/** A parameter with a schema: a filter, an extra, page or a member of it. */
export class ValueParameter implements Parameter {
  readonly name: string;
  readonly #schema: z.ZodType;
  readonly #value: QueryValue;
  readonly #part: Part;
  readonly #member: string;
  /** Whether its absence is undefined, and its schema need not be asked. */
  readonly #isBare: boolean;

  /**
   * @param name As it stands in a URL.
   * @param member Under which the handler finds it, in its part of the query.
   */
  constructor(name: string, schema: z.ZodType, part: Part, member: string) {
    const value = queryValue(schema);
    // Registration refuses such a schema; this only tells the compiler.
    if (typeof value === "string") throw new TypeError(`${name}: ${value} cannot travel in a query string.`);
    this.name = name;
    this.#schema = schema;
    this.#value = value;
    this.#part = part;
    this.#member = member;
    this.#isBare = isBareOptional(schema);
  }

  get description(): ValueDescription {
    return { takes: "value", schema: this.#schema, value: this.#value };
  }

  read(text: string, draft: QueryBuilder): void {
    const value = parseValue(text, this.#value);
    if (value instanceof ParseFailure) {
      draft.problems.push(parameterError("invalid_parameter", this.name, parseFailure(this.name, text, value)));
      return;
    }
    const judged = validate(this.#schema, value, this.name);
    if ("problem" in judged) {
      draft.problems.push(parameterError("invalid_parameter", this.name, `${this.name}: ${judged.problem}`));
      return;
    }
    this.#part(draft)[this.#member] = judged.value;
  }

  absent(draft: QueryBuilder): void {
    if (this.#value.optional) {
      // Only a default has something to say here, and may say another thing each time.
      this.#part(draft)[this.#member] = this.#isBare ? undefined : defaultOf(this.#schema, this.name);
      return;
    }
    draft.problems.push(parameterError("missing_parameter", this.name, `${this.name} is required.`));
  }
}
