import { type Column, inArray, type SQL, sql } from "drizzle-orm";
import { joinId, splitId } from "../source/composite-id.js";
import { illegalText } from "../source/sent-values.js";
import type { Id, Operator } from "../source/store.js";
import { columnOfAlias, paramOf } from "./app-sql.js";
import { castOf, fitOf, hasOneSpelling, typeOf } from "./column-values.js";
import { DATE } from "./column-text.js";
import type { RawRow } from "./config.js";

export const NEVER = sql`false`;

/** `expression in values`. One parameter if the type allows it: a statement has 65 535 parameters, a body may have more ids. */
export function among(expression: SQL | Column, column: Column, values: Iterable<unknown>): SQL {
  const fitting: unknown[] = [];
  for (const value of new Set(values)) if (fitOf(column, value) === "fits") fitting.push(value);
  if (fitting.length === 0) return NEVER;
  if (fitting.length === 1) return sql`${expression} = ${paramOf(column, fitting[0])}`;
  if (!hasOneSpelling(column)) {
    return inArray(
      expression as Column,
      fitting.map((value) => paramOf(column, value)),
    );
  }
  return sql`${expression} = any(${arrayParam(column, fitting)})`;
}

/** Values as an array of the column's type: as one parameter, if every driver can write that. */
function arrayParam(column: Column, values: readonly unknown[]): SQL {
  if (!hasOneSpelling(column)) {
    const params = values.map((value) => sql`${sql.param(value, column)}`);
    return sql`array[${sql.join(params, sql`, `)}]::${castOf(column)}[]`;
  }
  const list: unknown[] = [];
  for (const value of values) list.push(typeof value === "bigint" ? String(value) : value);
  return sql`${sql.param(list)}::${castOf(column)}[]`;
}

/** The condition that an id of several columns has no operator but these. */
export const WHOLE_OPERATORS: ReadonlySet<string> = new Set(["eq", "ne", "in", "isnull", "order"]);

/**
 * The columns of an id, or of a reference to one, in the id's order. Most ids have one column, whose values are the ids. The text of an id
 * of several columns has the texts that Postgres writes for their values.
 */
export class IdColumns {
  /** The column of an id that has one. */
  readonly only: Column | undefined;
  /** The columns as one expression: `a`, or `(a, b)`. */
  readonly row: SQL | Column;

  constructor(readonly columns: readonly Column[]) {
    this.only = columns.length === 1 ? columns[0] : undefined;
    this.row = this.only ?? sql`(${this.list})`;
  }

  /** `a, b` */
  get list(): SQL {
    return listed(this.columns);
  }

  /** What a write of a reference sets. */
  get written(): readonly Column[] {
    return this.columns;
  }

  /** What must also hold for the columns to be a reference. */
  get isOf(): SQL | undefined {
    return undefined;
  }

  /** The condition that one of these references is another id. @param refs A subquery. */
  someIs(other: IdColumns, refs: SQL): SQL {
    return sql`${other.row} in ${refs}`;
  }

  /** The same columns of a table that has another name in a statement. */
  of(alias: string | undefined): IdColumns {
    return alias === undefined ? this : new IdColumns(this.columns.map((column) => columnOfAlias(column, alias)));
  }

  // ---- the text of an id of several columns

  /** The texts of the parts, as Postgres writes them. Undefined if no row can have such an id. */
  split(id: Id): readonly string[] | undefined {
    const { columns } = this;
    const parts = splitId(String(id), columns.length) ?? [];
    const texts = parts.flatMap((part, index) => partText(columns[index] as Column, part) ?? []);
    return texts.length === columns.length ? texts : undefined;
  }

  /** An id by the texts of its parts. Null if one of them is null. */
  join(texts: readonly unknown[]): Id {
    return texts.includes(null) ? null : joinId(...(texts as readonly string[]));
  }

  /** Equal for ids that find the same row. */
  keyOf(id: Id): string {
    const texts = this.split(id);
    const isCited = (index: number) => typeOf(this.columns[index] as Column) === "citext";
    return texts === undefined
      ? String(id)
      : joinId(...texts.map((text, index) => (isCited(index) ? text.toLowerCase() : text)));
  }

  /** What a statement selects for an id, by name. */
  selected(name: string): Record<string, SQL | Column> {
    if (this.only) return { [name]: this.only };
    return Object.fromEntries(this.columns.map((column, index) => [`${name}#${index}`, sql`${sql`${column}`}::text`]));
  }

  /** The id in a row that a statement selected. */
  read(raw: RawRow, name: string): Id {
    return this.only ? raw[name] : this.join(this.columns.map((_, index) => raw[`${name}#${index}`]));
  }

  /** The id as JSON or text, for a list of ids. */
  get text(): SQL {
    if (this.only) return sql`${this.only}::text`;
    const texts = this.columns.map((column) => sql`${column}::text`);
    return sql`json_build_array(${sql.join(texts, sql`, `)})`;
  }

  // ---- comparisons

  /** Whether each id has one spelling: a row is not found by another one. */
  get hasOneSpelling(): boolean {
    return this.only ? hasOneSpelling(this.only) : this.columns.every((column) => typeOf(column) !== "citext");
  }

  equals(id: Id): SQL {
    if (this.only) return among(this.only, this.only, [id]);
    const texts = this.split(id);
    if (texts === undefined) return NEVER;
    return allOf(this.columns.map((column, index) => sql`${column} = ${partParam(column, texts[index])}`));
  }

  among(ids: Iterable<Id>): SQL {
    if (this.only) return among(this.only, this.only, ids);
    const distinct = [...new Set(ids)];
    if (distinct.length === 1) return this.equals(distinct[0]);
    const arrays = this.arrays(distinct);
    return arrays === undefined ? NEVER : sql`${this.row} in (select * from unnest(${arrays}))`;
  }

  /** One array for each column, with the parts of the ids that the columns can hold. Undefined if they can hold none of the ids. */
  arrays(ids: readonly Id[]): SQL | undefined {
    const { only, columns } = this;
    if (only) {
      const fitting = ids.filter((id) => fitOf(only, id) === "fits"); // the column may be narrower than the ids
      return fitting.length === 0 ? undefined : arrayParam(only, fitting);
    }
    const split = ids.flatMap((id) => {
      const texts = this.split(id);
      return texts ? [texts] : [];
    });
    if (split.length === 0) return undefined;
    const arrays = columns.map((column, index) => {
      const texts = split.map((parts) => parts[index]);
      return sql`${sql.param(texts)}::text[]::${castOf(column)}[]`;
    });
    return sql.join(arrays, sql`, `);
  }

  /** Compares an id of several columns as a whole. */
  compare(operator: Operator, value: unknown): SQL {
    if (operator === "isnull" || value === null) {
      const isYes = operator === "isnull" ? value === true : operator !== "ne";
      return isYes ? this.isNull : this.differs(null);
    }
    if (operator === "eq") return this.equals(value);
    if (operator === "ne") return this.differs(value);
    if (operator !== "in") throw new TypeError(`An id of several columns has no operator "${operator}".`);
    const ids = value as readonly Id[];
    const some = this.among(ids.filter((id) => id !== null));
    return ids.includes(null) ? sql`(${some} or ${this.isNull})` : some;
  }

  /** Whether a row has another id than this, or none. */
  differs(id: Id): SQL {
    const { only } = this;
    if (only && id === null) return sql`${only} is not null`;
    if (only) return fitOf(only, id) === "fits" ? sql`${only} is distinct from ${paramOf(only, id)}` : sql`true`;
    return id === null ? sql`not ${this.isNull}` : sql`(${this.equals(id)}) is not true`;
  }

  /** Whether a part is null, so that the id is null. */
  get isNull(): SQL {
    const parts = this.columns.map((column) => sql`${column} is null`);
    return sql`(${sql.join(parts, sql` or `)})`;
  }

  /** The columns with the names `#id`, `#id1` and so on, for a subquery. */
  named(): Record<string, SQL.Aliased> {
    const names = this.columns.map((column, index) => [idName(index), sql`${column}`.as(idName(index))]);
    return Object.fromEntries(names) as Record<string, SQL.Aliased>;
  }

  /** Compares the columns with those of a subquery that has their names. */
  equalsNamed(of: string): SQL {
    const place = sql.identifier(of);
    return allOf(this.columns.map((column, index) => sql`${column} = ${place}.${sql.identifier(idName(index))}`));
  }

  /** The condition that both have the same id. */
  same(other: IdColumns): SQL {
    // Wrapped, because Drizzle drops the table's name of a column that is a chunk of a selected expression.
    return allOf(this.columns.map((column, index) => sql`${column} = ${sql`${other.columns[index]}`}`));
  }
}

export function idName(index: number): string {
  return index === 0 ? "#id" : `#id${index}`;
}

export function listed(columns: readonly Column[]): SQL {
  return sql.join([...columns], sql`, `);
}

function allOf(conditions: readonly SQL[]): SQL {
  const [first] = conditions;
  return first && conditions.length === 1 ? first : sql`(${sql.join([...conditions], sql` and `)})`;
}

/** A part as a value of its column. A text for every driver. */
export function partParam(column: Column, text: string | undefined): SQL {
  return sql`${text}::text::${castOf(column)}`;
}

/** What the values of a column that is a part of an id are. Undefined if one value may have several texts, or is too long for an id. */
export function partKind(column: Column): string | undefined {
  const type = typeOf(column);
  if (column.columnType.startsWith("PgEnum")) return type.endsWith("]") ? undefined : type;
  if (/^((small|big)?int(eger)?|(small|big)?serial)$/.test(type)) return "integer";
  if (/^(text|varchar(\(\d+\))?|citext)$/.test(type)) return "text";
  if (type === "date") return column.columnType === "PgDateString" ? "date" : undefined;
  return type === "uuid" || type === "boolean" ? type : undefined;
}

/** A part as Postgres writes it; undefined if the column cannot hold it, or it has another spelling. */
function partText(column: Column, part: string): string | undefined {
  switch (partKind(column)) {
    case "integer":
      return /^(0|-?[1-9]\d*)$/.test(part) && fitOf(column, BigInt(part)) === "fits" ? part : undefined;
    case "boolean":
      return part === "true" || part === "false" ? part : undefined;
    case "date":
      return DATE.test(part) ? part : undefined;
    case "text":
      return illegalText(part) === undefined ? part : undefined;
    case "uuid":
      return fitOf(column, part) === "fits" ? part.toLowerCase() : undefined;
    default:
      return fitOf(column, part) === "fits" ? part : undefined;
  }
}
