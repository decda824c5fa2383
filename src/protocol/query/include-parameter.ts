import { parted, prefixesOf, withPrefixes } from "../../wire/include-path.js";
import { closest, listNames } from "../../define/model/names.js";
import type { Limits } from "../limits.js";
import { adviseOnce, parameterError, type ErrorObject } from "../errors/request-error.js";
import { quoteShort } from "../text/shown.js";
import type { QueryBuilder, IncludesDescription, Parameter } from "./parsed-query.js";
import { type IncludeNode, includeTree } from "../include-tree.js";

/** What one text of `include` means: the same for every request that sends it. */
interface Meaning {
  readonly include: Readonly<Record<string, boolean>>;
  readonly tree: IncludeNode;
}

const CACHED_TEXTS = 100;

/** `include`: a comma list of relationship paths, segments joined by dots (JSON:API 1.1, "Inclusion of Related Resources"). */
export class IncludeParameter implements Parameter {
  readonly name = "include";
  readonly none: Readonly<Record<string, boolean>>;
  /** The declared paths as a URL has them, to the names that handlers know. */
  readonly #paths: ReadonlyMap<string, string>;
  readonly #limits: Limits;
  readonly #meanings = new Map<string, Meaning>();

  constructor(declared: readonly string[], limits: Limits) {
    const names = withPrefixes(declared);
    this.#paths = new Map(names.map((name) => [parted(name, "."), name]));
    this.none = Object.freeze(Object.fromEntries(names.map((name) => [name, false])));
    this.#limits = limits;
  }

  /** The declared paths that are not deeper than a request may go. */
  get description(): IncludesDescription {
    const { includes, includeDepth } = this.#limits;
    const names = [...this.#paths.keys()].filter((path) => path.split(".").length <= includeDepth);
    return { takes: "includes", names, max: includes };
  }

  read(text: string, draft: QueryBuilder): void {
    const known = this.#meanings.get(text);
    if (known !== undefined) {
      draft.include = known.include;
      draft.includeTree = known.tree;
      return;
    }
    const paths = text === "" ? [] : text.split(",");
    const before = draft.problems.length;
    this.#judge(paths, draft.problems);
    if (draft.problems.length > before) return;
    const meaning = this.#meaning(paths);
    // Only texts without a mistake come here, so the cache holds a few of a finite number.
    if (this.#meanings.size >= CACHED_TEXTS) this.#meanings.clear();
    this.#meanings.set(text, meaning);
    draft.include = meaning.include;
    draft.includeTree = meaning.tree;
  }

  #judge(paths: readonly string[], problems: ErrorObject[]): void {
    const { includes, includeDepth } = this.#limits;
    const add = (detail: string) => problems.push(parameterError("invalid_parameter", "include", detail));
    // JSON:API 1.1: an operation that does not support include refuses an empty one, too.
    if (this.#paths.size === 0 && paths.length === 0) add("include is not supported: this operation includes nothing.");
    if (paths.length > includes) {
      add(`include asks for ${paths.length} paths; at most ${includes} are allowed.`);
      return;
    }
    for (const path of paths) {
      const depth = path.split(".").length;
      if (!this.#paths.has(path))
        add(`include does not allow ${quoteShort(path)}.${adviseOnce(this.#advice(path), problems)}`);
      else if (depth > includeDepth)
        add(`include goes ${depth} relationships deep with ${quoteShort(path)}; at most ${includeDepth} are allowed.`);
    }
  }

  #advice(path: string): string {
    const guess = closest(path.slice(0, 80), this.#paths.keys());
    if (guess !== undefined) return `Did you mean "${guess}"?`;
    return this.#paths.size === 0 ? "This operation includes nothing." : `It takes ${listNames(this.#paths.keys())}.`;
  }

  #meaning(paths: readonly string[]): Meaning {
    const include: Record<string, boolean> = { ...this.none };
    const split = paths.map((path) => path.split("."));
    for (const name of split.flatMap(prefixesOf)) include[name] = true;
    return { include: Object.freeze(include), tree: includeTree(split) };
  }
}
