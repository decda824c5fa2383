import type { z } from "zod";
import { listNames } from "../../define/model/names.js";
import { separatedBy } from "../../wire/include-path.js";
import { parameterError, type ErrorObject } from "../errors/request-error.js";
import { meantName } from "../meant-name.js";
import { quoteShort } from "../text/json-text.js";
import type { Parameter, QueryBuilder } from "./parsed-query.js";
import { ValueParameter } from "./value-parameters.js";

/** The filters in the groups of a request: `filter[any][0][status]=open&filter[any][1][author]=7`. */
export class Alternatives {
  readonly parameters: ReadonlyMap<string, Parameter>;
  /** The filters, as they are in a group. */
  readonly #members: readonly string[];
  readonly #max: number;

  constructor(filter: Readonly<Record<string, z.ZodType>>, max: number) {
    this.#members = Object.keys(filter).map((name) => `[${separatedBy(name, "][")}]`);
    this.#max = max;
    const parameters = Array.from({ length: max }, (_, group) =>
      Object.entries(filter).map(([name, schema]) => groupedFilter(group, name, schema)),
    );
    this.parameters = new Map(parameters.flat().map((parameter) => [parameter.name, parameter]));
  }

  /** The error for a parameter that is in no group; undefined for the names of other parameters. */
  unknown(name: string, errors: readonly ErrorObject[]): string | undefined {
    const [, group, member] = /^filter\[any](?:\[([^\]]*)](.*))?$/s.exec(name) ?? [];
    if (group === undefined) return undefined;
    const place = `filter[any][${group}]`;
    if (!/^\d$/.test(group) || Number(group) >= this.#max)
      return `At most ${this.#max} groups are allowed: filter[any][0] to filter[any][${this.#max - 1}].`;
    if (member === "") return `${place} is empty. Give it a filter, or leave the group out.`;
    const guess = meantName(member ?? "", this.#members, errors);
    const names = this.#members.map((each) => `filter[any][${group}]${each}`);
    return `${place} has no filter ${quoteShort(member ?? "")}. ${guess === undefined ? `It has ${listNames(names)}.` : `Did you mean "${place}${guess}"?`}`;
  }

  /** The error for groups that are not numbered from 0. */
  error(groups: QueryBuilder["any"]): ErrorObject | undefined {
    const missing = Array.from<object | undefined>(groups).indexOf(undefined);
    if (missing < 0) return undefined;
    const name = `filter[any][${missing}]`;
    const detail = `The request has no ${name}. Number the groups from 0, without gaps.`;
    return parameterError("missing_parameter", name, detail);
  }
}

/** A filter in a group: never required there, and without its default. */
function groupedFilter(group: number, member: string, schema: z.ZodType): Parameter {
  const name = `filter[any][${group}][${separatedBy(member, "][")}]`;
  const filter = new ValueParameter(name, schema, "filter", member);
  const { value, ...description } = filter.description;
  return {
    name,
    description: { ...description, value: { ...value, optional: true }, group },
    read: (text, builder) => {
      builder.any[group] ??= {};
      filter.read(text, { ...builder, filter: builder.any[group] ?? {} });
    },
  };
}
