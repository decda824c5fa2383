import type { RelationshipSpec, ResourceSpec } from "../../define/model/resource.js";
import { Problems, problemOf } from "../../define/model/problems.js";
import { RoutesSpec } from "../../define/model/router.js";
import type { MemberValue } from "../options/member-value.js";
import type { After } from "../options/row-change.js";
import type { SortTerm } from "../types/source.js";
import type { Store } from "../store/store.js";
import type { ViolationTexts } from "../options/violation-error.js";

/** A source as other sources find it, by the name of its type. */
export interface Entry {
  readonly spec: ResourceSpec;
  readonly store: Store;
  readonly orderBy: readonly SortTerm[];
  /** Called after each write, in its transaction. */
  readonly after?: After<never> | undefined;
  /** The attributes that are computed from members. */
  readonly members?: ReadonlyMap<string, MemberValue>;
  /** What is wrong with the declaration. `t.router` lists it, and each call of the source throws it. */
  readonly problem?: TypeError | undefined;
}

/** The sources of one data object. They are looked up by name, so that modules need not import each other. */
export class Registry {
  /** The app's words for violations, by type. */
  readonly texts = new Map<string, ViolationTexts>();
  readonly #entries = new Map<string, Entry>();
  readonly #all: Entry[] = [];
  readonly #problems = new Map<Entry, TypeError>();
  #prepared = 0;

  add(entry: Entry): void {
    const { spec, problem } = entry;
    const isFirst = !this.#entries.has(spec.type);
    if (!isFirst && problem === undefined)
      throw new TypeError(`data.source: "${spec.type}" already has a source. Remove one.`);
    if (isFirst) this.#entries.set(spec.type, entry);
    this.#all.push(entry);
  }

  /** Adds the entry that `make` makes. What is wrong with it is kept in another: so a start reports the problems of all sources. */
  declare(spec: ResourceSpec, make: (problems: Problems) => Entry): Entry {
    const where = `data.source(${spec.type})`;
    let made: Entry | undefined;
    const problem = problemOf(where, (problems) => {
      if (spec.problem !== undefined) throw spec.problem;
      const entry = make(problems);
      problems.throwAll(where);
      this.add(entry);
      made = entry;
    });
    if (made !== undefined) return made;
    const entry = { spec, problem, store: undefined as never, orderBy: [] }; // nobody gets the store: `get` throws the problem
    this.add(entry);
    return entry;
  }

  has(type: string): boolean {
    return this.#entries.has(type);
  }

  /** All sources, also those with problems. */
  entries(): Iterable<Entry> {
    return this.#entries.values();
  }

  get(type: string): Entry {
    const entry = this.#entries.get(type);
    const problem = entry && this.#problems.get(entry);
    if (problem) throw problem;
    if (entry) return entry;
    throw new TypeError(`"${type}" has no source. Declare data.source(${type}, …) before the router.`);
  }

  /** Throws what is wrong with the sources. @param entry The source of a call, whose problem is thrown alone. */
  prepare(entry?: Entry): void {
    if (this.#prepared !== this.#all.length) this.#check();
    if (this.#problems.size === 0) return;
    throw (entry && this.#problems.get(entry)) ?? inOne(this.#problems.values());
  }

  /** Whether nothing is wrong with a source, so that what operations ask of it can be checked. */
  isSound(entry: Entry): boolean {
    return !this.#problems.has(entry);
  }

  #check(): void {
    this.#problems.clear();
    for (const entry of this.#all) {
      const problem = entry.problem ?? problemOf("", () => entry.store.prepare());
      if (problem !== undefined) this.#problems.set(entry, problem);
    }
    this.#prepared = this.#all.length;
  }
}

function inOne(errors: Iterable<TypeError>): TypeError | undefined {
  const problems = new Problems();
  for (const error of errors) problems.add(error);
  return problems.inOne("data.source");
}

/** The source at the end of a path. Behind a relationship to several types, the path says one of them. */
export function entryAt(registry: Registry, start: Entry, path: readonly string[]): Entry {
  let entry = start;
  let targets: RelationshipSpec["targets"];
  for (const step of path) {
    const relationship = targets === undefined ? relationshipOf(entry, step) : undefined;
    targets = relationship?.targets;
    if (targets === undefined) entry = registry.get(relationship?.target ?? step);
  }
  return entry;
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
