import { Problems } from "../define/model/problems.js";
import { type ResourceSpec, targetTypes } from "../define/model/resource.js";
import { accepts } from "../schema/run-schema.js";
import { comparedId, idKind } from "../schema/formats.js";
import { defaultOf } from "../schema/parse-now.js";
import { takesAbsence } from "../schema/presence.js";
import { queryValue } from "../schema/query-value.js";
import { type MemberValue, memberValuesIn } from "../source/options/member-value.js";
import type { Registry } from "../source/handlers/registry.js";
import type { Id, TypedRef, Session } from "../source/store/store.js";
import { checkThrough, isThrough } from "../source/options/through.js";
import { ruleAt } from "../source/options/writable.js";
import { Violation } from "../source/store/violation.js";
import type { Predicate, StoreConfig } from "./config.js";
import { type MemoryTenant, tenantConfig } from "./tenant.js";

export type Row = Record<string, unknown>;

export const ALL: Predicate = () => true;

/** Whether a field holds a resource of one of several types. */
export function isTypedRef(value: unknown): value is TypedRef {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "type") && Object.hasOwn(value, "id");
}

/** Whether two fields hold the same value. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isTypedRef(one) || !isTypedRef(other)) return one === other;
  return one.type === other.type && one.id === other.id;
}

/** The rows of a type, the part of them that a caller sees, and the types that they are related to. */
export class MemoryRows {
  readonly config: StoreConfig;
  /** The texts of enums in their order, which is that of their declaration, as in Postgres. */
  readonly enums = new Map<string, readonly unknown[]>();
  /** The attributes that are computed from members. */
  readonly computed: ReadonlyMap<string, MemberValue>;
  /** The attributes that a new row gets from the tenant's rule, or may get from `values`. */
  readonly #filled: readonly (string | undefined)[];
  readonly #types: ReadonlyMap<string, MemoryRows>;
  readonly registry: Registry;
  #byId = new Map<Id, Row>();
  #nextId = 1;

  /** @param types The rows of all types that have a source. More may be added later. */
  constructor(
    readonly spec: ResourceSpec,
    config: StoreConfig,
    types: ReadonlyMap<string, MemoryRows>,
    { registry, tenant }: { readonly registry: Registry; readonly tenant: MemoryTenant | undefined },
  ) {
    this.config = tenant ? tenantConfig(spec, config, tenant) : config;
    this.#filled = config.values === undefined ? [tenant?.column] : [...spec.attributes.keys()];
    this.#types = types;
    this.registry = registry;
    this.computed = memberValuesIn(config.columns);
    for (const [name, schema] of spec.attributes) {
      const value = queryValue(schema);
      if (typeof value === "string" || value.kind !== "literal") continue;
      const names = [...value.literals.values()];
      if (names.every((each) => typeof each === "string")) this.enums.set(name, names);
    }
    for (const row of (config.rows ?? []) as readonly Row[]) {
      if (this.get(row.id)) {
        throw new TypeError(
          `data.source(${spec.type}): rows: several rows have the id ${row.id}. Each row needs an id of its own, also in another scope.`,
        );
      }
      this.put(row);
    }
  }

  /** The first attribute that a new row must have, and that is not one of these fields. */
  unfilled(fields: ReadonlySet<string>): string | undefined {
    const needed = (name: string) =>
      !fields.has(name) && !this.computed.has(name) && !this.#filled.includes(name) && this.#filler(name) === undefined;
    return [...this.spec.attributes.keys()].find(needed);
  }

  /** The row with the attributes that it lacks, as a database would fill them: with the default, or with null. */
  filled(row: Row): Row {
    const filled = { ...row };
    for (const name of this.spec.attributes.keys()) filled[name] ??= this.#filler(name)?.();
    return filled;
  }

  /** Undefined for an attribute that a row must have. */
  #filler(name: string): (() => unknown) | undefined {
    const schema = this.spec.attributes.get(name);
    if (schema === undefined) return undefined;
    if (takesAbsence(schema)) return () => defaultOf(schema, `${this.spec.type}.${name}`);
    return accepts(schema, null) ? () => null : undefined;
  }

  // ---- rows

  get(id: Id): Row | undefined {
    return this.#byId.get(this.idOf(id));
  }

  /** An id as the rows have it: Postgres finds uuids in any case, and returns them in lower case. */
  idOf(id: Id): Id {
    return typeof id === "string" ? comparedId(this.spec.idKind, id) : id;
  }

  /** An id of a field or ids of a list of it, as the rows have them. Values of other fields stay. */
  stored(field: string, value: unknown): unknown {
    const relationship = this.spec.relationships.get(field);
    const targets = relationship?.targets;
    if (targets && isTypedRef(value)) {
      const schema = targets.get(value.type);
      const id = typeof value.id === "string" ? comparedId(schema && idKind(schema), value.id) : value.id;
      return { type: value.type, id };
    }
    const id = field === "id" ? this.spec.id : relationship?.id;
    const kind = id && idKind(id);
    const stored = (id: unknown) => (typeof id === "string" ? comparedId(kind, id) : id);
    return Array.isArray(value) ? value.map(stored) : stored(value);
  }

  /** A value as it is compared with greater and lesser ones: a text of an enum as its place. Undefined: no value of the enum. */
  ranked(field: string, value: unknown): unknown {
    const names = this.enums.get(field);
    if (names === undefined || value === null) return value;
    const place = names.indexOf(value);
    return place < 0 ? undefined : place;
  }

  /** The rows with these ids. Ids that do not exist are left out. */
  ofIds(ids: readonly Id[]): Row[] {
    return ids.map((id) => this.get(id)).filter((row) => row !== undefined);
  }

  all(): Row[] {
    return [...this.#byId.values()];
  }

  newId(): Id {
    if (this.config.newId) return this.config.newId();
    return this.spec.idKind === "int" ? this.#nextId : crypto.randomUUID();
  }

  /** Adds or replaces a row. Throws a Violation for one that is not unique. */
  put(given: Row): void {
    const row: Row = { ...given, id: this.idOf(given.id) };
    for (const name of this.spec.relationships.keys()) if (name in row) row[name] = this.stored(name, row[name]);
    const { id } = row;
    for (const fields of this.config.unique ?? []) {
      const isTaken = (other: Row) =>
        other.id !== id && fields.every((field) => (row[field] ?? null) !== null && isSame(other[field], row[field]));
      if (this.all().some(isTaken)) throw new Violation("unique", fields, undefined);
    }
    this.#byId.set(id, row);
    if (typeof id === "number" && id >= this.#nextId) this.#nextId = id + 1;
  }

  /** Changes values of a row, and adds 1 to its version if it has one. */
  change(row: Row, values: Row): void {
    const { version } = this.spec;
    this.put({ ...row, ...values, ...(version && { [version.field]: (this.versionOf(row) ?? 0) + 1 }) });
  }

  versionOf(row: Row): number | undefined {
    const value = row[this.spec.version?.field ?? ""];
    return typeof value === "number" ? value : undefined;
  }

  remove(id: Id): void {
    this.#byId.delete(id);
  }

  /** Returns what restores the rows of now. */
  snapshot(): () => void {
    const rows = new Map(this.#byId);
    return () => {
      this.#byId = rows;
    };
  }

  // ---- the rows that a caller sees

  get isScoped(): boolean {
    const { scope = "none", deleted } = this.config;
    return scope !== "none" || deleted !== undefined;
  }

  /** @param withDeleted Whether a row that is deleted softly still shows. */
  visible(session: Session, withDeleted = false): Predicate {
    const { deleted } = this.config;
    const inScope = this.#inScope(session);
    if (deleted === undefined || (withDeleted && typeof deleted === "string")) return inScope;
    const field = typeof deleted === "string" ? deleted : deleted.field;
    return (row) => inScope(row) && (row[field] ?? null) === null;
  }

  #inScope(session: Session): Predicate {
    const { scope } = this.config;
    if (!isThrough(scope)) return (typeof scope === "function" && scope(session.ctx)) || ALL;
    const name = scope["~through"];
    const target = this.target(name);
    const isOfScope = target.#inScope(session);
    return (row) => target.ofIds([row[name]]).some(isOfScope);
  }

  writable(session: Session, at: "before" | "after" = "before"): Predicate {
    return ruleAt(this.config.writable, at)?.(session.ctx) ?? ALL;
  }

  // ---- relationships

  /** The field of the related rows that holds a to-many; undefined if the row holds a list. */
  heldBy(name: string): string | undefined {
    return this.config.relationships?.[name]?.by;
  }

  /** What the field of a related row holds that leads to a row of this type: its id, with the type if the field may lead to others. */
  pointer(name: string, id: Id): unknown {
    const { targets } = this.target(name).spec.relationships.get(this.heldBy(name) ?? "") ?? {};
    return targets ? { type: this.spec.type, id } : id;
  }

  /** Whether the members of a to-many have the same relationship, which reads this one. */
  isHeldFor(name: string): boolean {
    const target = this.target(name);
    return [...target.spec.relationships].some(
      ([other, { target: type }]) => type === this.spec.type && target.heldBy(other) === name,
    );
  }

  /** The members of a to-many that the caller sees. */
  members(session: Session, row: Row, name: string): Row[] {
    const target = this.target(name);
    const isVisible = target.visible(session);
    const by = this.heldBy(name);
    if (by === undefined) {
      const ids = (row[name] ?? []) as readonly Id[]; // a to-many
      return target.ofIds(ids).filter(isVisible);
    }
    const pointer = this.pointer(name, row.id);
    const isMember = (member: Row) => {
      const parents = member[by];
      return Array.isArray(parents) ? parents.includes(row.id) : isSame(parents, pointer);
    };
    return target.all().filter((each) => isMember(each) && isVisible(each));
  }

  /** The related rows of a relationship of any kind that the caller sees. */
  related(session: Session, row: Row, name: string): Row[] {
    if (this.spec.relationships.get(name)?.many) return this.members(session, row, name);
    const linked = row[name];
    const [target, id] = isTypedRef(linked) ? [this.ofType(linked.type), linked.id] : [this.target(name), linked];
    return target.ofIds([id]).filter(target.visible(session));
  }

  /** Whether a row of any type points at a row of this type. */
  isReferenced(id: Id): boolean {
    return [...this.#types.values()].some((rows) => {
      const { type } = this.spec;
      const pointers = [...rows.spec.relationships].flatMap(([name, { many, target, targets }]) => {
        if (many || !(targets?.has(type) ?? target === type)) return [];
        return [[name, targets ? { type, id } : id] as const];
      });
      return rows.all().some((row) => pointers.some(([name, pointer]) => isSame(row[name], pointer)));
    });
  }

  target(name: string): MemoryRows {
    return this.ofType(this.spec.relationships.get(name)?.target ?? "");
  }

  ofType(type: string): MemoryRows {
    const rows = this.#types.get(type);
    if (rows) return rows;
    throw new TypeError(`"${type}" has no source.`);
  }

  /** Throws for what is wrong with the relationships. Called when all sources are known. */
  checkRelationships(): void {
    const source = `data.source(${this.spec.type})`;
    const problems = new Problems();
    for (const [name, relationship] of this.spec.relationships) {
      for (const target of targetTypes(relationship)) {
        const where = `${source}: "${name}" leads to "${target}"`;
        const by = this.heldBy(name);
        // What is wrong with the source of the target is a problem of its own.
        if (!this.registry.has(target)) problems.add(new TypeError(`${where}, which has no source.`));
        else if (
          by !== undefined &&
          !targetTypes(this.#types.get(target)?.spec.relationships.get(by)).includes(this.spec.type)
        )
          problems.add(new TypeError(`${where}, which has no relationship "${by}" to "${this.spec.type}".`));
      }
    }
    problems.collect(() =>
      checkThrough(this.spec.type, (type) => {
        const { spec, config } = this.#types.get(type) ?? {};
        return isThrough(config?.scope) ? spec?.relationships.get(config.scope["~through"])?.target : undefined;
      }),
    );
    problems.throwAll(source);
  }
}
