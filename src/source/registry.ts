import type { RelationshipSpec, ResourceSpec } from "../define/model/resource.js";
import { RoutesSpec } from "../define/model/router.js";
import type { After } from "./row-change.js";
import type { SortTerm } from "./source.js";
import type { Store } from "./store.js";
import type { ViolationTexts } from "./violation-error.js";

/** A source as other sources find it, by the name of its type. */
export interface Entry {
  readonly spec: ResourceSpec;
  readonly store: Store;
  readonly orderBy: readonly SortTerm[];
  /** Called after each write, in its transaction. */
  readonly after?: After<never> | undefined;
}

/** The sources of one data object. They are looked up by name, so that modules need not import each other. */
export class Registry {
  /** The app's words for violations, by type. */
  readonly texts = new Map<string, ViolationTexts>();
  readonly #entries = new Map<string, Entry>();
  #prepared = 0;

  add(entry: Entry): void {
    const { type } = entry.spec;
    if (this.#entries.has(type)) throw new TypeError(`data.source: "${type}" already has a source. Remove one.`);
    this.#entries.set(type, entry);
  }

  has(type: string): boolean {
    return this.#entries.has(type);
  }

  get(type: string): Entry {
    const entry = this.#entries.get(type);
    if (entry) return entry;
    throw new TypeError(`"${type}" has no source. Declare data.source(${type}, …) before the router.`);
  }

  /** Checks the sources that were added since the last time. @param first So that the operations of each source report its own problem. */
  prepare(first: Entry): void {
    if (this.#prepared === this.#entries.size) return;
    for (const { store } of new Set([first, ...this.#entries.values()])) store.prepare();
    this.#prepared = this.#entries.size; // only now: each operation reports a problem, and none that follows from it
  }
}

export function relationshipOf({ spec }: Entry, name: string): RelationshipSpec {
  const relationship = spec.relationships.get(name);
  if (relationship) return relationship;
  throw new TypeError(`"${spec.type}" has no relationship "${name}".`);
}

/** The declaration behind a resource. */
export function resourceSpec(resource: { routes(): unknown }): ResourceSpec {
  const routes = resource.routes();
  if (routes instanceof RoutesSpec) return routes.resource;
  throw new TypeError("data.source takes a resource that t.resource(…) made.");
}
