import type { ResourceSpec } from "../../define/model/resource.js";
import { listNames } from "../../define/model/names.js";
import { adviseOnce, MAX_ERRORS, parameterError, type ErrorObject } from "../errors/request-error.js";
import { meantName } from "../meant-name.js";
import { quoteShort } from "../text/shown.js";
import type { QueryBuilder, FieldsDescription, Parameter } from "./parsed-query.js";

/** `fields[type]`: a comma-separated list of attributes and relationships (JSON:API 1.1, "Sparse Fieldsets"). */
export class FieldsParameter implements Parameter {
  readonly name: string;
  readonly #type: string;
  readonly #names: ReadonlySet<string>;

  constructor(resource: ResourceSpec) {
    this.name = `fields[${resource.type}]`;
    this.#type = resource.type;
    const fields = [...resource.attributes.keys(), ...resource.relationships.keys()];
    this.#names = new Set(fields.filter((field) => !resource.writeOnly.has(field)));
  }

  get description(): FieldsDescription {
    return { takes: "fields", type: this.#type, names: [...this.#names] };
  }

  read(text: string, builder: QueryBuilder): void {
    const fields = new Set<string>();
    for (const field of text === "" ? [] : text.split(",")) {
      if (builder.errors.length >= MAX_ERRORS) break;
      if (this.#names.has(field)) fields.add(field);
      else builder.errors.push(parameterError("invalid_parameter", this.name, this.#unknown(field, builder.errors)));
    }
    builder.setFields(this.#type, fields);
  }

  #unknown(field: string, errors: readonly ErrorObject[]): string {
    const guess = meantName(field, this.#names, errors);
    const advice = guess === undefined ? `Its fields are ${listNames(this.#names)}.` : `Did you mean "${guess}"?`;
    return `"${this.#type}" has no field ${quoteShort(field)}.${adviseOnce(advice, errors)}`;
  }
}
