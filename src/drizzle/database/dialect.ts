import { type Column, type SQL, sql } from "drizzle-orm";
import type { IdKind } from "../../schema/formats.js";
import type { JsonPlace, Operator, TextOperator } from "../../source/store/store.js";
import type { AnyDb } from "./session.js";

/** Where a value lies, compared with all values that a column can hold. */
export type Fit = "fits" | "above" | "below" | "unlike";

/** The condition of what no row has. Reads by ids compare with this object itself, and then send no statement. */
export const NEVER = sql`false`;

/** Keys of a cursor that no row has. */
export class UnreadableKeys extends TypeError {}

/** A column of json or jsonb, or an expression of its type, and a place in its values. */
export interface Place extends JsonPlace {
  readonly expression: SQL | Column;
  readonly column: Column;
}

/** What differs between databases: their types, and how they say the parts of a statement. */
export interface Dialect {
  /** As messages call the database. */
  readonly name: string;
  /** The most parameters of a statement. */
  readonly mostParameters: number;
  /** Whether a transaction can lock rows. */
  readonly hasLocks: boolean;
  /** Whether a subquery in `from` may name the tables before it. */
  readonly hasLateral: boolean;
  /** Whether a cast fails for a value that is not of its type. */
  readonly castsFail: boolean;
  /** Whether a transaction ends where one of its statements fails, and its statements can have a time limit. */
  readonly failsAsWhole: boolean;

  /** Throws for a database that cannot do what sources need. */
  checkDatabase?(db: AnyDb): void;
  /** Whether connections keep statements by a name. */
  readonly keepsStatements: boolean;
  /** A clear error for a value that the driver cannot read; undefined for other errors. */
  readError?(error: unknown): Error | undefined;
  /** Whether a statement that writes fails while a transaction does, so that it must wait as one. */
  takesTurns?(db: AnyDb): boolean;
  /** Runs a transaction, or a savepoint of one. */
  transaction<T>(db: AnyDb, work: (tx: AnyDb) => Promise<T>): Promise<T>;

  // ---- columns and their values

  /**
   * Says whether a column can hold a value. A database may refuse to compare others; here they are above or below every stored value, or
   * unlike them. So `/articles/99999999999` is a 404: a read by ids sends no statement. In a filter or a write, the condition is `false`.
   */
  fitOf(column: Column, value: unknown): Fit;
  /** Why a column cannot store a value; undefined if it can. */
  misfitOf(column: Column, value: unknown): string | undefined;
  /** Whether `misfitOf` finds everything that the column cannot store. Other types have texts that only the database can read. */
  isChecked(column: Column, value: unknown): boolean;
  /** Whether Drizzle rounds large values of a column. */
  isRounding(column: Column | undefined): boolean;
  /** A value as a statement that writes has it. */
  stored(column: Column, value: unknown): unknown;
  /** A column as a statement selects it, and as its values are read. */
  selectedColumn(column: Column): Column | SQL;
  /** JSON, or an array of it, as a statement selects it. */
  selectedJson(expression: Column | SQL, column: unknown): SQL;
  /** Whether a column of Drizzle's holds JSON or an array of it. A custom type reads its values itself. */
  jsonKind(column: unknown): "value" | "array" | undefined;
  /** The column of one element of an array or of a list in JSON. */
  elementOf(column: Column): Column;
  /** The type of a column in SQL. */
  typeOf(column: Column): string;
  /** Whether each value of a column has one spelling: a row is not found by another one. */
  hasOneSpelling(column: Column): boolean;
  /** Whether the database has an operator, or an order, for the type of a column. */
  hasOperator(column: Column, use: Operator | "order"): boolean;
  /** What the values of a column that is a part of an id are. Undefined if one value may have several texts, or is too long for an id. */
  partKind(column: Column): string | undefined;
  /** A part of an id as a value of its column. */
  partParam(column: Column, text: string | undefined): SQL;
  /** Whether a column can hold the time at which a row was deleted. */
  isTime(column: Column): boolean;
  /** The time of the statement, as a column of times holds it. */
  now(column: Column): unknown;

  // ---- parts of statements

  /** The type that a parameter or an expression is cast to, to be compared with a column. */
  castOf(column: Column): SQL;
  /** A value, or SQL, as a value of a column. */
  typed(column: Column, value: unknown): SQL;
  /** An expression as a text. */
  textOf(expression: SQL | Column): SQL;
  /** Several expressions as one list of texts in JSON. */
  textsOf(columns: readonly Column[]): SQL;
  /** `expression in values`, for values that may not fit the column. */
  among(expression: SQL | Column, column: Column, values: Iterable<unknown>): SQL;
  /** Ids of a subquery as texts, to be compared with a column that holds ids of several types. Of uuids, also those in upper case. */
  textsIn(ids: SQL, kind: IdKind): SQL;
  /** Texts of a subquery as ids, so that an index of the ids serves a comparison. Texts that are not ids are skipped. */
  idsIn(texts: SQL, kind: "int" | "uuid"): SQL;
  /** A table of ids, each a list of its parts, which are texts if there are several. The ids fit the columns. */
  tableOf(columns: readonly Column[], ids: readonly (readonly unknown[])[]): SQL;
  /** Whether a column has no value. JSON may have a null of its own, which clients cannot tell from that. */
  isNull(expression: SQL | Column, column: Column | undefined, yes: boolean): SQL;
  /** What stands before and after the pattern of a text. The pattern's escape is a backslash, and case does not count. */
  readonly like: { readonly operator: SQL; readonly escape: SQL };
  /** Whether an array, or a list in JSON, contains all these values, or one of them. They fit its elements. */
  has(expression: SQL | Column, column: Column, values: readonly unknown[], use: "all" | "any"): SQL;
  /** A value in JSON as a text. */
  textAt(place: Place): SQL;
  /** A condition of a value in JSON. */
  compareAt(place: Place, operator: Exclude<Operator, TextOperator>, value: unknown): SQL;
  /** A value in JSON as orders compare it. */
  orderedAt(place: Place): { readonly expression: SQL; readonly cast: SQL };
  /** Values as a list of a column's type. */
  list(column: Column, values: readonly unknown[]): SQL;
  /** A column of integers as large as numbers of JavaScript can be, for what a statement counts. */
  readonly integers: Column;
  /** The type of a score, whose text is exact: a page begins where the last one ended. */
  readonly scoreType: SQL;
  /** A term of an order. Nulls are last ascending, and first descending. */
  ordered(expression: SQL, order: "asc" | "desc", isNullable: boolean): SQL;
  /** A value of an order as a key of a cursor. */
  keyText(expression: SQL): SQL;
  /** A key of a cursor as a value of its type. */
  keyValue(key: string, cast: SQL | undefined): SQL;
  /** An expression of an order as the type of its keys. */
  computed(expression: SQL, cast: SQL): SQL;
  /** The texts of a subquery as one list. @param limit How many of them. @param isJson Whether the texts are JSON. */
  linkage(ids: SQL, limit: number | undefined, isJson: boolean): SQL;
  /** How one statement reads rows with what they include. Undefined: each include is a statement of its own. */
  readonly trees:
    | {
        /** Whether values of two columns can be compared as they are. */
        isAlike(one: Column, other: Column | undefined): boolean;
        /** The ids in the lists of `linkage` that a part of the statement holds, as a subquery. @param id The column that has the ids. */
        listed(lists: SQL, id: Column, part: SQL): SQL;
      }
    | undefined;
}
