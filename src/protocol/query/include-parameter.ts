import { separatedBy, prefixesOf, withPrefixes } from "../../wire/include-path.js";
import { listNames } from "../../define/model/names.js";
import type { Limits } from "../limits.js";
import { adviseOnce, parameterError, type ErrorObject } from "../errors/request-error.js";
import { meantName } from "../meant-name.js";
import { quoteShort } from "../text/shown.js";
import type { QueryBuilder, IncludesDescription, Parameter } from "./parsed-query.js";
import { type IncludeNode, includeTree } from "../../wire/include-tree.js";

/** A parsed text of `include`, shared by the requests that send it. */
interface ParsedInclude {
  readonly include: Readonly<Record<string, boolean>>;
  readonly tree: IncludeNode;
}

const CACHED_TEXTS = 100;

/** `include`: a comma-separated list of relationship paths, joined by dots (JSON:API 1.1, "Inclusion of Related Resources"). */
export class IncludeParameter implements Parameter {
  readonly name = "include";
  readonly none: Readonly<Record<string, boolean>>;
  /** From the declared paths in a URL to the names that handlers use. */
  readonly #paths: ReadonlyMap<string, string>;
  readonly #limits: Limits;
  readonly #cache = new Map<string, ParsedInclude>();

  constructor(declared: readonly string[], limits: Limits) {
    const names = withPrefixes(declared);
    this.#paths = new Map(names.map((name) => [separatedBy(name, "."), name]));
    this.none = Object.freeze(Object.fromEntries(names.map((name) => [name, false])));
    this.#limits = limits;
  }

  /** The declared paths within the depth limit. */
  get description(): IncludesDescription {
    const { includes, includeDepth } = this.#limits;
    const names = [...this.#paths.keys()].filter((path) => path.split(".").length <= includeDepth);
    return { takes: "includes", names, max: includes };
  }

  read(text: string, builder: QueryBuilder): void {
    const known = this.#cache.get(text);
    if (known !== undefined) {
      builder.include = known.include;
      builder.includeTree = known.tree;
      return;
    }
    const paths = text === "" ? [] : text.split(",");
    const before = builder.errors.length;
    this.#validate(paths, builder.errors);
    if (builder.errors.length > before) return;
    const parsed = this.#parse(paths);
    // Only valid texts are cached, so the number of different ones is finite.
    if (this.#cache.size >= CACHED_TEXTS) this.#cache.clear();
    this.#cache.set(text, parsed);
    builder.include = parsed.include;
    builder.includeTree = parsed.tree;
  }

  #validate(paths: readonly string[], errors: ErrorObject[]): void {
    const { includes, includeDepth } = this.#limits;
    const add = (detail: string) => errors.push(parameterError("invalid_parameter", "include", detail));
    // JSON:API 1.1: an operation without include support must also reject an empty include.
    if (this.#paths.size === 0 && paths.length === 0) add("include is not supported by this operation.");
    if (paths.length > includes) {
      add(`include has ${paths.length} paths; at most ${includes} are allowed.`);
      return;
    }
    for (const path of paths) {
      const depth = path.split(".").length;
      if (!this.#paths.has(path))
        add(`include does not allow ${quoteShort(path)}.${adviseOnce(this.#advice(path, errors), errors)}`);
      else if (depth > includeDepth)
        add(`include: ${quoteShort(path)} has ${depth} relationships; at most ${includeDepth} are allowed.`);
    }
  }

  #advice(path: string, errors: readonly ErrorObject[]): string {
    const guess = meantName(path, this.#paths.keys(), errors);
    if (guess !== undefined) return `Did you mean "${guess}"?`;
    return this.#paths.size === 0
      ? "This operation does not support include."
      : `It allows ${listNames(this.#paths.keys())}.`;
  }

  #parse(paths: readonly string[]): ParsedInclude {
    const include: Record<string, boolean> = { ...this.none };
    const split = paths.map((path) => path.split("."));
    for (const name of split.flatMap(prefixesOf)) include[name] = true;
    return { include: Object.freeze(include), tree: includeTree(split) };
  }
}
