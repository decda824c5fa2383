import type { z } from "zod";
import { inputMembers } from "../../schema/input-schema.js";
import { type QueryValue, queryValue } from "../../schema/query-value.js";
import { parameterError } from "../errors/request-error.js";
import type { Parameter, QueryBuilder, ValueDescription } from "./parsed-query.js";
import { atPath } from "./query-input.js";
import { parseFailure, ParseFailure, parseValue } from "./text-value.js";

/** The parameters for the input of a query or a stream: one for each member of its schema. */
export function inputParameters(input: z.ZodType | undefined): InputParameter[] {
  if (input === undefined) return [];
  return [...inputMembers(input)].map(([name, schema]) => new InputParameter(name, schema));
}

/**
 * A member of an action's input. Its text is only converted here: the schema of the whole input, which may compare members,
 * validates them together.
 */
class InputParameter implements Parameter {
  readonly name: string;
  readonly #schema: z.ZodType;
  readonly #value: QueryValue;

  constructor(name: string, schema: z.ZodType) {
    const value = queryValue(schema);
    // The registration rejects such a schema, so this never throws. It narrows the type.
    if (typeof value === "string") throw new TypeError(`${name}: ${value} cannot travel in a query string.`);
    this.name = name;
    this.#schema = schema;
    this.#value = value;
  }

  get description(): ValueDescription {
    return { takes: "value", schema: this.#schema, value: this.#value };
  }

  read(text: string, builder: QueryBuilder): void {
    const value = parseValue(text, this.#value);
    if (value instanceof ParseFailure)
      builder.errors.push(
        atPath([this.name], parameterError("invalid_parameter", this.name, parseFailure(this.name, text, value))),
      );
    else builder.extra[this.name] = value;
  }
}
