import { type Column, type SQL, sql } from "drizzle-orm";
import type { ResourceSpec } from "../../define/model/resource.js";
import { checkOptionNames } from "../../define/model/names.js";
import type { IdKind } from "../../schema/formats.js";
import type { FieldCondition, TypedRef } from "../../source/store/store.js";
import { paramOf, valueKind } from "../database/app-sql.js";
import type { ByColumn, ByType } from "../config/store-config.js";
import { type Dialect, NEVER } from "../database/dialect.js";
import { dialectOf } from "../dialects/dialects.js";
import { readId, spellings, TypedIds } from "./typed-ids.js";

/** A target's table, as far as it is compared with. */
interface Target {
  readonly idColumn: Column;
  readonly spec: ResourceSpec;
}

/** The columns of one relationship. */
export class SeveralColumns {
  readonly columns: readonly Column[];
  readonly #types: readonly string[];
  readonly #stored: ByType | ByColumn;
  /** How messages call the relationship. */
  readonly #where: string;
  readonly #told = new Set<unknown>();
  readonly #dialect: Dialect;

  constructor(where: string, types: readonly string[], stored: ByType | ByColumn) {
    this.#where = where;
    this.#stored = stored;
    this.#types = types;
    this.columns = stored["~kind"] === "byType" ? [stored.type, stored.id] : types.map((type) => this.#idColumn(type));
    this.#dialect = dialectOf(this.columns[0]);
  }

  /** @param kindOf The kind of a type's ids. */
  read(values: readonly unknown[], kindOf: (type: string) => IdKind): TypedRef | null {
    if (this.#stored["~kind"] === "byColumn") {
      const index = values.findIndex((value) => value !== null);
      return index < 0 ? null : { type: this.#types[index] ?? "", id: values[index] };
    }
    const [text, stored] = values;
    if (text === null || stored === null) return null;
    const type = this.#types.find((each) => this.#textOf(each) === text);
    if (type === undefined) return this.#unreadable(this.#stored.type, text);
    const id = isText(this.#stored.id) ? readId(kindOf(type), String(stored)) : stored;
    return id === undefined ? this.#unreadable(this.#stored.id, stored) : { type, id };
  }

  write(reference: TypedRef | null): [Column, unknown][] {
    const stored = this.#stored;
    if (stored["~kind"] === "byColumn")
      return this.#types.map((type) => [this.#idColumn(type), reference?.type === type ? reference.id : null]);
    return [
      [stored.type, reference && this.#textOf(reference.type)],
      [stored.id, reference && (isText(stored.id) ? String(reference.id) : reference.id)],
    ];
  }

  /** The rows that lead to one of these ids of a type. @param ids A subquery. */
  leadsTo(type: string, { idColumn: id, spec }: Target, ids: SQL): SQL {
    const column = this.#idColumn(type);
    // Without the cast where the types agree, so that an index serves it.
    const cast = isText(column) && !isText(id) ? this.#dialect.textsIn(ids, spec.idKind) : ids;
    return sql`(${this.#leadingTo(type)} and ${column} in ${cast})`;
  }

  /**
   * The ids of one type that a part of a statement holds, as a subquery. Undefined if they cannot be compared with those of the target.
   *
   * @param held The columns there.
   */
  idsIn(type: string, { idColumn: id, spec }: Target, held: readonly SQL[], part: SQL): SQL | undefined {
    const { type: named } = this.#stored as Partial<ByType>;
    const ofType = named ? sql` where ${held[0]} = ${paramOf(named, this.#textOf(type))}` : sql``;
    const column = this.#idColumn(type);
    const value = this.#dialect.typed(column, held[named ? 1 : this.#types.indexOf(type)] ?? part);
    const ids = sql`(select ${value} from ${part}${ofType})`;
    if (this.#dialect.trees?.isAlike(column, id)) return ids;
    return isText(column) && spec.idKind !== "string" ? this.#dialect.idsIn(ids, spec.idKind) : undefined;
  }

  /** The rows whose type or id meets a filter, or that lead nowhere. */
  meets({ part, operator, value }: FieldCondition, targetOf: (type: string) => Target): SQL {
    const leading = anyOf(this.#types.map((type) => this.#leadingTo(type)));
    const empty = sql`${leading} is not true`;
    if (part === undefined) return value === false ? leading : empty;
    const values = operator === "in" ? (value as readonly unknown[]) : [value];
    const found = this.#types.flatMap((type) => {
      if (part === "type") return values.includes(type) ? this.#leadingTo(type) : [];
      return values.flatMap((one) => this.#idCondition(type, one, targetOf(type)));
    });
    const matching = anyOf(values.includes(null) ? [...found, empty] : found);
    return operator === "ne" ? sql`${matching} is not true` : matching;
  }

  /** The ids of one type, if they share a column with those of others. */
  typedIds(parent: Target): TypedIds | undefined {
    const stored = this.#stored;
    const text = this.#types.includes(parent.spec.type) ? this.#textOf(parent.spec.type) : undefined;
    if (stored["~kind"] !== "byType" || text === undefined) return undefined;
    const asText = isText(stored.id) && !isText(parent.idColumn);
    return new TypedIds({ type: stored.type, id: stored.id, text, kind: parent.spec.idKind, asText });
  }

  /** Whether a column also holds the type or ids of other types, so that alone it does not say whose they are. */
  hasOthers(column: Column): boolean {
    return this.#stored["~kind"] === "byType" && this.columns.some(({ name }) => name === column.name);
  }

  /** Throws for columns that cannot hold what the relationship leads to. */
  check(targets: readonly Target[]): void {
    const stored = this.#stored;
    for (const { idColumn: id, spec } of targets) {
      const column = this.#idColumn(spec.type);
      const isAlike =
        valueKind(column) === valueKind(id) && (this.#typeOf(column) === "uuid") === (this.#typeOf(id) === "uuid");
      if (isAlike || (stored["~kind"] === "byType" && isText(column))) continue;
      const what = `"${column.name}" is of the type ${this.#typeOf(column)}, but the ids of "${spec.type}" are ${this.#typeOf(id)}`;
      throw new TypeError(
        `${this.#where}: ${what}. ${stored["~kind"] === "byType" ? "Use a column of the type text, or byColumn." : "Give both columns one type."}`,
      );
    }
  }

  #typeOf(column: Column): string {
    return this.#dialect.typeOf(column);
  }

  #idColumn(type: string): Column {
    const stored = this.#stored;
    return stored["~kind"] === "byType" ? stored.id : (stored.columns[type] as Column); // checked at the start
  }

  #textOf(type: string): string | undefined {
    return this.#stored["~kind"] === "byType" ? (this.#stored.values[type] ?? type) : undefined;
  }

  #leadingTo(type: string): SQL {
    const stored = this.#stored;
    if (stored["~kind"] === "byType")
      return sql`(${stored.type} = ${paramOf(stored.type, this.#textOf(type))} and ${stored.id} is not null)`;
    const before = this.#types.slice(0, this.#types.indexOf(type)).map((each) => sql`${this.#idColumn(each)} is null`);
    return sql`(${sql.join([...before, sql`${this.#idColumn(type)} is not null`], sql` and `)})`;
  }

  #idCondition(type: string, value: unknown, { spec }: Target): SQL | [] {
    const id = value === null ? undefined : readId(spec.idKind, String(value));
    const column = this.#idColumn(type);
    const stored = isText(column) ? String(id) : id;
    if (id === undefined || this.#dialect.fitOf(column, stored) !== "fits") return [];
    const texts = isText(column) && spec.idKind === "uuid" ? spellings(id) : [stored];
    return sql`(${this.#leadingTo(type)} and ${this.#dialect.among(column, column, texts)})`;
  }

  /** One line in the log for each text that leads nowhere. */
  #unreadable(column: Column, text: unknown): null {
    const line = `${this.#where}: the column "${column.name}" holds ${JSON.stringify(text)}, which leads to none of its types. It is read as null.`;
    if (!this.#told.has(line) && this.#told.size < MOST_TOLD) console.warn(line);
    this.#told.add(line);
    return null;
  }
}

/** A table may hold any number of wrong texts. */
const MOST_TOLD = 100;

/** The sentence for a column of another table. */
type StrayOf = (column: Column) => string | undefined;

/** The columns of each to-one of several types. Throws where nothing says how one is stored, or where the columns cannot store it. */
export function severalColumns(
  source: string,
  { relationships }: ResourceSpec,
  given: Readonly<Record<string, unknown>>,
  strayOf: StrayOf,
): ReadonlyMap<string, SeveralColumns> {
  const all = new Map<string, SeveralColumns>();
  for (const [name, { targets }] of relationships) {
    const stored = given[name] as ByType | ByColumn | undefined;
    const isOfSeveral = stored?.["~kind"] === "byType" || stored?.["~kind"] === "byColumn";
    const where = `${source}: "${name}"`;
    if (targets === undefined) {
      if (isOfSeveral) throw new TypeError(`${where} leads to one type. Remove ${stored["~kind"]}.`);
      continue;
    }
    if (!isOfSeveral) {
      const use = `relationships: { ${name}: byType({ type: …, id: … }) }, or byColumn({ … })`;
      throw new TypeError(`${where} leads to several types. Say how it is stored: ${use}.`);
    }
    const types = [...targets.keys()];
    checkStored(where, types, stored, strayOf);
    // The order of byColumn is that of its columns.
    const ordered = stored["~kind"] === "byColumn" ? Object.keys(stored.columns) : types;
    all.set(name, new SeveralColumns(where, ordered, stored));
  }
  return all;
}

/** How members hold the ids of a parent in columns of their relationships to several types. */
export function typedIds(several: ReadonlyMap<string, Pick<SeveralColumns, "typedIds">>, parent: Target): TypedIds[] {
  return [...several.values()].flatMap((each) => each.typedIds(parent) ?? []);
}

function checkStored(where: string, types: readonly string[], stored: ByType | ByColumn, strayOf: StrayOf): void {
  const named = stored["~kind"] === "byType" ? stored.values : stored.columns;
  checkOptionNames(`${where}: ${stored["~kind"]}`, named, Object.fromEntries(types.map((type) => [type, true])));
  const columns = stored["~kind"] === "byType" ? [stored.type, stored.id] : Object.values(stored.columns);
  const stray = columns.map(strayOf).find((sentence) => sentence !== undefined);
  if (stray !== undefined) throw new TypeError(`${where}: ${stray}`);
  if (stored["~kind"] === "byColumn") {
    const missing = types.find((type) => !Object.hasOwn(named, type));
    if (missing !== undefined) throw new TypeError(`${where}: byColumn has no column for "${missing}". Add one.`);
    const full = columns.find(({ notNull }) => notNull);
    if (full)
      throw new TypeError(
        `${where}: the column "${full.name}" must not be null, but a row of another type needs it empty.`,
      );
    return;
  }
  const texts = types.map((type) => stored.values[type] ?? type);
  const repeated = texts.find((text, index) => texts.indexOf(text) < index);
  if (repeated !== undefined) throw new TypeError(`${where}: byType: two types have the value "${repeated}".`);
  const unfit = texts.find((text) => dialectOf(stored.type).fitOf(stored.type, text) !== "fits");
  if (unfit === undefined) return;
  throw new TypeError(
    `${where}: byType: the column "${stored.type.name}" cannot hold "${unfit}". Say what it holds: values: { … }.`,
  );
}

function isText(column: Column): boolean {
  return /^(text|varchar|citext)\b/i.test(column.getSQLType());
}

function anyOf(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? NEVER : sql`(${sql.join([...conditions], sql` or `)})`;
}
