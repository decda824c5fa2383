import { listNames } from "../../define/model/names.js";
import type { ResourceSpec } from "../../define/model/resource.js";
import { sortNames } from "../../define/model/list-options.js";
import type { Sort, SortDeclaration, SortOrder } from "../../define/types/sort.js";
import { prefixesOf, separatedBy, withPrefixes, type IncludeNode, includeTree } from "../../wire/include-path.js";
import { adviseOnce, type ErrorObject, MAX_ERRORS } from "../errors/request-error.js";
import type { Limits } from "../limits.js";
import { meantName } from "../meant-name.js";
import { quoteShort } from "../text/json-text.js";
import {
  addError,
  type IncludesDescription,
  type Parameter,
  type QueryBuilder,
  type SortDescription,
  type ValueBuilder,
} from "./parsed-query.js";

/** A parsed text of `include`, shared by the requests that send it. */
interface ParsedInclude {
  readonly include: Readonly<Record<string, boolean>>;
  readonly tree: IncludeNode;
}

const CACHED_TEXTS = 100;

/** `include`: a comma-separated list of relationship paths, joined by dots (JSON:API 1.1, "Inclusion of Related Resources"). */
export class IncludeParameter implements Parameter {
  readonly name = "include";
  readonly description: IncludesDescription;
  readonly none: Readonly<Record<string, boolean>>;
  /** The declared paths in a URL. */
  readonly #paths: ReadonlySet<string>;
  readonly #limits: Limits;
  readonly #cache = new Map<string, ParsedInclude>();

  constructor(declared: readonly string[], limits: Limits) {
    const names = withPrefixes(declared);
    this.#paths = new Set(names.map((name) => separatedBy(name, ".")));
    this.none = Object.freeze(Object.fromEntries(names.map((name) => [name, false])));
    this.#limits = limits;
    const within = [...this.#paths].filter((path) => path.split(".").length <= limits.includeDepth);
    this.description = { takes: "includes", names: within, max: limits.includes };
  }

  read(text: string, builder: QueryBuilder): void {
    let parsed = this.#cache.get(text);
    if (parsed === undefined) {
      const paths = text === "" ? [] : text.split(",");
      const before = builder.errors.length;
      this.#validate(paths, builder);
      if (builder.errors.length > before) return;
      parsed = this.#parse(paths);
      // Only valid texts are cached, so the number of different ones is finite.
      if (this.#cache.size >= CACHED_TEXTS) this.#cache.clear();
      this.#cache.set(text, parsed);
    }
    builder.include = parsed.include;
    builder.includeTree = parsed.tree;
  }

  #validate(paths: readonly string[], builder: QueryBuilder): void {
    const { includes, includeDepth } = this.#limits;
    // JSON:API 1.1: an operation without include support must also reject an empty include.
    if (this.#paths.size === 0 && paths.length === 0)
      addError(builder, "include", "include is not supported by this operation.");
    if (paths.length > includes)
      return void addError(builder, "include", `include has ${paths.length} paths; at most ${includes} are allowed.`);
    for (const path of paths) {
      const depth = path.split(".").length;
      if (!this.#paths.has(path)) {
        const list = this.#paths.size === 0 ? "This operation does not support include" : "It allows";
        const advice = adviceOn(path, this.#paths, list, builder.errors);
        addError(builder, "include", `include does not allow ${quoteShort(path)}.${advice}`);
      } else if (depth > includeDepth) {
        const detail = `${quoteShort(path)} has ${depth} relationships; at most ${includeDepth} are allowed.`;
        addError(builder, "include", `include: ${detail}`);
      }
    }
  }

  #parse(paths: readonly string[]): ParsedInclude {
    const include: Record<string, boolean> = { ...this.none };
    const split = paths.map((path) => path.split("."));
    for (const name of split.flatMap(prefixesOf)) include[name] = true;
    return { include: Object.freeze(include), tree: includeTree(split) };
  }
}

/** `fields[type]`: a comma-separated list of attributes and relationships (JSON:API 1.1, "Sparse Fieldsets"). */
export function fieldsParameter({ type, attributes, relationships, writeOnly }: ResourceSpec): Parameter {
  const name = `fields[${type}]`;
  const names = new Set([...attributes.keys(), ...relationships.keys()].filter((field) => !writeOnly.has(field)));
  const read = (text: string, builder: QueryBuilder) => {
    const fields = new Set<string>();
    for (const field of text === "" ? [] : text.split(",")) {
      if (builder.errors.length >= MAX_ERRORS) break;
      if (names.has(field)) fields.add(field);
      else {
        const advice = adviceOn(field, names, "Its fields are", builder.errors);
        addError(builder, name, `"${type}" has no field ${quoteShort(field)}.${advice}`);
      }
    }
    // Without a prototype, because a type may be called `constructor`.
    builder.fields = Object.assign(Object.create(null), builder.fields, { [type]: fields });
  };
  return { name, description: { takes: "fields", type, names: [...names] }, read };
}

/**
 * The name that the client may have meant, or all names, with a leading space.
 *
 * @param list The words before the names.
 */
function adviceOn(name: string, names: ReadonlySet<string>, list: string, errors: readonly ErrorObject[]): string {
  const guess = meantName(name, names, errors);
  if (guess !== undefined) return adviseOnce(`Did you mean "${guess}"?`, errors);
  return adviseOnce(names.size === 0 ? `${list}.` : `${list} ${listNames(names)}.`, errors);
}

/** `sort`: a comma-separated list of names, with a leading `-` for descending order (JSON:API 1.1, "Sorting"). */
export class SortParameter implements Parameter {
  readonly description: SortDescription;
  /** The allowed keys, also those with a leading `-`. Undefined if any name is allowed. */
  readonly #keys: ReadonlySet<string> | undefined;
  readonly #names: readonly string[];
  readonly #advice: string;

  /** @param max The maximum number of names. @param name The name in the URL. */
  constructor(
    declaration: SortDeclaration,
    max: number,
    readonly name = "sort",
  ) {
    const names = sortNames(declaration);
    const keys = [...(names ?? [])].flatMap(([name, orders]) =>
      [...orders].map((order) => (order === "asc" ? name : `-${name}`)),
    );
    this.#names = [...(names?.keys() ?? [])];
    this.#keys = names && new Set(keys);
    const isEachBoth = keys.length === 2 * this.#names.length;
    const list = isEachBoth ? `${listNames(this.#names)}, each also with a leading "-"` : listNames(keys);
    this.#advice = `It allows ${list}.`;
    this.description = { takes: "sort", keys: names && keys, max };
  }

  read(text: string, builder: ValueBuilder): void {
    const sort: Sort[] = [];
    const seen = new Set<string>();
    const keys = text.split(",");
    const { max } = this.description;
    if (keys.length > max)
      return void addError(builder, this.name, `${this.name} has ${keys.length} names; at most ${max} are allowed.`);
    for (const key of keys) {
      const order: SortOrder = key.startsWith("-") ? "desc" : "asc";
      const field = order === "desc" ? key.slice(1) : key;
      if (seen.has(field)) addError(builder, this.name, `${this.name} has ${quoteShort(field)} twice.`);
      else if (field === "" || this.#keys?.has(key) === false)
        addError(builder, this.name, this.#problem(field, order, this.#keys ?? new Set(), builder.errors));
      seen.add(field);
      sort.push({ field, order });
    }
    builder.sort = sort;
  }

  #problem(field: string, order: SortOrder, keys: ReadonlySet<string>, errors: readonly ErrorObject[]): string {
    if (field === "") return `${this.name} must be a comma-separated list of names, and none may be empty.`;
    const [sign, other] = order === "desc" ? ["-", field] : ["", `-${field}`];
    if (this.#names.includes(field) && keys.has(other))
      return `${this.name} allows ${quoteShort(field)} only in the other direction: ${quoteShort(other)}.`;
    const refused = `${this.name} does not allow ${quoteShort(sign + field)}.`;
    const guess = meantName(field, this.#names, errors);
    if (guess !== undefined) return `${refused} Did you mean "${keys.has(sign + guess) ? sign : ""}${guess}"?`;
    return refused + adviseOnce(this.#advice, errors);
  }
}
