import type { z } from "zod";
import { defaultOf } from "../../schema/parse-now.js";
import { isBareOptional } from "../../schema/presence.js";
import { type QueryValue, queryValue } from "../../schema/query-value.js";
import { parameterError } from "../errors/request-error.js";
import type { QueryBuilder, Parameter, ValueDescription } from "./parsed-query.js";
import { validate, parseValue, ParseFailure, parseFailure } from "./text-value.js";

/** Selects the part of the query that a value belongs to. */
export type Part = (builder: QueryBuilder) => Record<string, unknown>;

/** A parameter with a schema: a filter, an extra, a page or a member of a page. */
export class ValueParameter implements Parameter {
  readonly name: string;
  readonly #schema: z.ZodType;
  readonly #value: QueryValue;
  readonly #part: Part;
  readonly #member: string;
  /** Whether a missing parameter is undefined, so that the schema need not run. */
  readonly #isBare: boolean;

  /**
   * @param name The decoded name in the URL.
   * @param member The name that the handler uses in that part of the query.
   */
  constructor(name: string, schema: z.ZodType, part: Part, member: string) {
    const value = queryValue(schema);
    // The registration rejects such a schema, so this never throws. It narrows the type.
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

  read(text: string, builder: QueryBuilder): void {
    const value = parseValue(text, this.#value);
    if (value instanceof ParseFailure) {
      builder.errors.push(parameterError("invalid_parameter", this.name, parseFailure(this.name, text, value)));
      return;
    }
    const result = validate(this.#schema, value, this.name);
    if ("problem" in result) {
      builder.errors.push(parameterError("invalid_parameter", this.name, `${this.name}: ${result.problem}`));
      return;
    }
    this.#part(builder)[this.#member] = result.value;
  }

  absent(builder: QueryBuilder): void {
    if (this.#value.optional) {
      // A default may be a function that returns another value each time.
      this.#part(builder)[this.#member] = this.#isBare ? undefined : defaultOf(this.#schema, this.name);
      return;
    }
    builder.errors.push(parameterError("missing_parameter", this.name, `${this.name} is required.`));
  }
}
