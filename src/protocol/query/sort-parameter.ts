import { listNames } from "../../define/model/names.js";
import { sortNames } from "../../define/model/list-options.js";
import type { Sort, SortDeclaration, SortOrder } from "../../define/types/sort.js";
import { adviseOnce, parameterError, type ErrorObject } from "../errors/request-error.js";
import { meantName } from "../meant-name.js";
import { quoteShort } from "../text/shown.js";
import type { QueryBuilder, Parameter, SortDescription } from "./parsed-query.js";

/** `sort`: a comma-separated list of names, with a leading `-` for descending order (JSON:API 1.1, "Sorting"). */
export class SortParameter implements Parameter {
  readonly name = "sort";
  readonly #names: SortNames | undefined;

  readonly #max: number;
  #advice: string | undefined;

  /** @param max The maximum number of names. */
  constructor(declaration: SortDeclaration, max: number) {
    this.#names = sortNames(declaration);
    this.#max = max;
  }

  get description(): SortDescription {
    return { takes: "sort", keys: this.#names && keysOf(this.#names), max: this.#max };
  }

  read(text: string, builder: QueryBuilder): void {
    const sort: Sort[] = [];
    const seen = new Set<string>();
    const keys = text.split(",");
    if (keys.length > this.#max) {
      const detail = `sort has ${keys.length} names; at most ${this.#max} are allowed.`;
      builder.errors.push(parameterError("invalid_parameter", "sort", detail));
      return;
    }
    for (const key of keys) {
      const order: SortOrder = key.startsWith("-") ? "desc" : "asc";
      const field = order === "desc" ? key.slice(1) : key;
      const error = seen.has(field)
        ? `sort has ${quoteShort(field)} twice.`
        : this.#error(field, order, key, builder.errors);
      if (error !== undefined) builder.errors.push(parameterError("invalid_parameter", "sort", error));
      seen.add(field);
      sort.push({ field, order });
    }
    builder.sort = sort;
  }

  #error(field: string, order: SortOrder, key: string, errors: readonly ErrorObject[]): string | undefined {
    if (field === "") return "sort must be a comma-separated list of names, and none may be empty.";
    if (this.#names === undefined) return undefined;
    const orders = this.#names.get(field);
    if (orders?.has(order)) return undefined;
    if (orders !== undefined)
      return `sort allows ${quoteShort(field)} only in the other direction: ${quoteShort(order === "desc" ? field : `-${field}`)}.`;
    const guess = meantName(field, this.#names.keys(), errors);
    if (guess !== undefined) {
      const sign = order === "desc" && this.#names.get(guess)?.has("desc") ? "-" : "";
      return `sort does not allow ${quoteShort(key)}. Did you mean "${sign}${guess}"?`;
    }
    this.#advice ??= adviceOn(this.#names);
    return `sort does not allow ${quoteShort(key)}.${adviseOnce(this.#advice, errors)}`;
  }
}

type SortNames = ReadonlyMap<string, ReadonlySet<SortOrder>>;

function adviceOn(names: SortNames): string {
  const isEachBoth = [...names.values()].every(({ size }) => size === 2);
  return isEachBoth
    ? `It allows ${listNames(names.keys())}, each also with a leading "-".`
    : `It allows ${listNames(keysOf(names))}.`;
}

function keysOf(names: SortNames): string[] {
  return [...names].flatMap(([name, orders]) => [...orders].map((order) => (order === "asc" ? name : `-${name}`)));
}
