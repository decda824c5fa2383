import { type Column, type SQL, sql } from "drizzle-orm";
import { joinId, splitId } from "../../source/options/composite-id.js";
import { illegalText } from "../../source/handlers/sent-values.js";
import type { Id, Operator } from "../../source/store/store.js";
import { columnOfAlias } from "../database/app-sql.js";
import { DATE } from "./column-text.js";
import { type Dialect, NEVER } from "../database/dialect.js";
import { dialectOf } from "../dialects/dialects.js";

/** The operators of an id of several columns, and "order": it has an order. */
export const WHOLE_OPERATORS: ReadonlySet<string> = new Set(["eq", "ne", "in", "isnull", "order"]);

/**
 * The columns of an id, or of a reference to one, in the id's order. Most ids have one column, whose values are the ids. The text of an id
 * of several columns has the texts that Postgres writes for their values.
 */
export class IdColumns {
  /** The column of an id that has one. */
  readonly single: Column | undefined;
  /** The columns as one expression: `a`, or `(a, b)`. */
  readonly row: SQL | Column;
  /** Whether a part of an id may be spelled in several ways. */
  #hasSpellings: boolean | undefined;

  constructor(
    readonly columns: readonly Column[],
    readonly dialect: Dialect = dialectOf(columns[0]),
  ) {
    this.single = columns.length === 1 ? columns[0] : undefined;
    this.row = this.single ?? sql`(${this.list})`;
  }

  /** `a, b` */
  get list(): SQL {
    return listed(this.columns);
  }

  /** What a write of a reference sets. */
  get written(): readonly Column[] {
    return this.columns;
  }

  /** Whether they hold ids of another type as texts. */
  get isText(): boolean {
    return false;
  }

  /** What must also hold for the columns to be a reference. */
  get ofType(): SQL | undefined {
    return undefined;
  }

  /** The condition that one of these references is another id. @param refs A subquery. */
  someIs(other: IdColumns, refs: SQL): SQL {
    return sql`${other.row} in ${refs}`;
  }

  /** The same columns of a table that has another name in a statement. */
  as(alias: string | undefined): IdColumns {
    if (alias === undefined) return this;
    return new IdColumns(
      this.columns.map((column) => columnOfAlias(column, alias)),
      this.dialect,
    );
  }

  // ---- the text of an id of several columns

  /** The texts of the parts, as Postgres writes them. Undefined if no row can have such an id. */
  split(id: Id): readonly string[] | undefined {
    const { columns } = this;
    const parts = splitId(String(id), columns.length) ?? [];
    const texts = parts.flatMap((part, index) => this.#partText(columns[index] as Column, part) ?? []);
    return texts.length === columns.length ? texts : undefined;
  }

  /** A part as the database writes it; undefined if the column cannot hold it, or it has another spelling. */
  #partText(column: Column, part: string): string | undefined {
    switch (this.dialect.partKind(column)) {
      case "integer":
        return /^(0|-?[1-9]\d*)$/.test(part) && this.dialect.fitOf(column, BigInt(part)) === "fits" ? part : undefined;
      case "boolean":
        return part === "true" || part === "false" ? part : undefined;
      case "date":
        return DATE.test(part) ? part : undefined;
      case "text":
        return illegalText(part) === undefined ? part : undefined;
      case "uuid":
        return this.dialect.fitOf(column, part) === "fits" ? part.toLowerCase() : undefined;
      default:
        return this.dialect.fitOf(column, part) === "fits" ? part : undefined;
    }
  }

  /** An id by the texts of its parts. Null if one of them is null. */
  join(texts: readonly unknown[]): Id {
    return texts.includes(null) ? null : joinId(...(texts as readonly string[]));
  }

  /** An id of several columns as its row has it, as far as their types say it. */
  spelled(id: Id): Id {
    const texts = this.split(id);
    return texts ? this.join(texts) : id;
  }

  /** Equal for ids that find the same row. */
  keyOf(id: Id): string {
    const isCited = (column: Column) => this.dialect.typeOf(column) === "citext";
    this.#hasSpellings ??= this.columns.some((column) => isCited(column) || this.dialect.partKind(column) === "uuid");
    const texts = this.#hasSpellings ? this.split(id) : undefined;
    if (texts === undefined) return String(id);
    return joinId(...texts.map((text, index) => (isCited(this.columns[index] as Column) ? text.toLowerCase() : text)));
  }

  /** What a statement selects for an id, by name. */
  selected(name: string): Record<string, SQL | Column> {
    if (this.single) return { [name]: this.single };
    return Object.fromEntries(
      this.columns.map((column, index) => [`${name}#${index}`, this.dialect.textOf(sql`${column}`)]),
    );
  }

  /** An id by the values that a statement selected for it. */
  read(values: readonly unknown[]): Id {
    return this.single ? values[0] : this.join(values);
  }

  /** The id as JSON or text, for a list of ids. */
  get text(): SQL {
    return this.single ? this.dialect.textOf(this.single) : this.dialect.textsOf(this.columns);
  }

  // ---- comparisons

  /** Whether each id has one spelling: a row is not found by another one. */
  get hasOneSpelling(): boolean {
    return this.single
      ? this.dialect.hasOneSpelling(this.single)
      : this.columns.every((column) => this.dialect.typeOf(column) !== "citext");
  }

  equals(id: Id): SQL {
    if (this.single) return this.dialect.among(this.single, this.single, [id]);
    const texts = this.split(id);
    if (texts === undefined) return NEVER;
    return allOf(this.columns.map((column, index) => sql`${column} = ${this.dialect.partParam(column, texts[index])}`));
  }

  among(ids: Iterable<Id>): SQL {
    if (this.single) return this.dialect.among(this.single, this.single, ids);
    const distinct = [...new Set(ids)];
    if (distinct.length === 1) return this.equals(distinct[0]);
    const table = this.tableOf(distinct);
    return table === undefined ? NEVER : sql`${this.row} in (select * from ${table})`;
  }

  /** A table of the ids that the columns can hold. Undefined if they can hold none of them. */
  tableOf(ids: readonly Id[]): SQL | undefined {
    const { single, dialect } = this;
    const fitting: (readonly unknown[])[] = [];
    for (const id of ids) {
      // A column may be narrower than the ids.
      const parts = single ? (dialect.fitOf(single, id) === "fits" ? [id] : undefined) : this.split(id);
      if (parts) fitting.push(parts);
    }
    return fitting.length === 0 ? undefined : dialect.tableOf(this.columns, fitting);
  }

  /** Compares an id of several columns as a whole. */
  compare(operator: Operator, value: unknown): SQL {
    if (operator === "isnull" || value === null) {
      const isYes = operator === "isnull" ? value === true : operator !== "ne";
      return isYes ? this.nullCondition : this.differs(null);
    }
    if (operator === "eq") return this.equals(value);
    if (operator === "ne") return this.differs(value);
    if (operator !== "in") throw new TypeError(`An id of several columns has no operator "${operator}".`);
    const ids = value as readonly Id[];
    const amongIds = this.among(ids.filter((id) => id !== null));
    return ids.includes(null) ? sql`(${amongIds} or ${this.nullCondition})` : amongIds;
  }

  /** Whether a row has another id than this, or none. */
  differs(id: Id): SQL {
    return id === null ? sql`not ${this.nullCondition}` : sql`(${this.equals(id)}) is not true`;
  }

  /** Whether a part is null, so that the id is null. */
  get nullCondition(): SQL {
    const parts = this.columns.map((column) => sql`${column} is null`);
    return sql`(${sql.join(parts, sql` or `)})`;
  }

  /** The columns with the names `#id`, `#id1` and so on, for a subquery. */
  named(): Record<string, SQL.Aliased> {
    const names = this.columns.map((column, index) => [idName(index), sql`${column}`.as(idName(index))]);
    return Object.fromEntries(names) as Record<string, SQL.Aliased>;
  }

  /** Compares the columns with those of a subquery that has their names. */
  equalsNamed(alias: string): SQL {
    const place = sql.identifier(alias);
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

/** The columns of an id with the names that `equalsNamed` compares. */
export function namedList({ columns }: IdColumns): SQL {
  return sql.join(
    columns.map((column, index) => sql`${sql`${column}`} as ${sql.identifier(idName(index))}`),
    sql`, `,
  );
}

export function listed(columns: readonly Column[]): SQL {
  return sql.join([...columns], sql`, `);
}

function allOf(conditions: readonly SQL[]): SQL {
  const [first] = conditions;
  return first && conditions.length === 1 ? first : sql`(${sql.join([...conditions], sql` and `)})`;
}
