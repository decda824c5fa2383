import { Column, is, Name, Param, Placeholder, SQL, StringChunk, sql, Table } from "drizzle-orm";
import { Kept } from "../../source/handlers/request-shape.js";
import type { AnyDb, DbSession } from "./session.js";
import type { Dialect } from "./dialect.js";
import { type Nameable, StatementNames } from "./statement-names.js";

// The names of Drizzle that are not public stand in this file.

/** Whether the database is a transaction: only that can be rolled back. */
export function isTransaction({ db }: DbSession): boolean {
  return "rollback" in db;
}

/** A part of a statement that differs between requests. */
export type StatementPart = SQL | undefined;

/** A statement, and what reads all its rows, each a list of the values that the driver returns. */
export interface SelectPlan<T> {
  readonly statement: { getSQL(withCasts: true): SQL };
  readonly read: (rows: readonly (readonly unknown[])[]) => T;
}

/** A statement whose text Drizzle has built. */
interface Built extends Nameable {
  readonly query: { readonly sql: string; readonly params: unknown[] };
  readonly read: SelectPlan<unknown>["read"];
  runs: number;
}

/** The statements of a database: its connections and transactions share one dialect. */
interface Statements {
  /** A scope could contain a new text in each request. */
  readonly built: Kept<Built>;
  readonly names: StatementNames;
}

const statementsFor = new WeakMap<object, Statements>();

/** Runs of a statement before it gets a name: names stay in the connection. */
const UNNAMED_RUNS = 4;

/**
 * Runs a select statement by Drizzle's session. Building its text costs Drizzle more than sending it, so the text is built once for all
 * requests whose parts differ in values only, and the connection keeps its plan by a name.
 *
 * @param reader What the rows are of.
 * @param shape Everything else that `build` depends on. Undefined: the statement is built for this request only.
 */
export async function runSelect<T>(
  reader: {
    readonly app: { readonly prepare?: boolean };
    readonly dialect: Pick<Dialect, "keepsStatements" | "readError">;
  },
  session: DbSession,
  shape: string | undefined,
  parts: readonly StatementPart[],
  build: (parts: readonly StatementPart[], decoderOf: DecoderOf) => SelectPlan<T>,
): Promise<T> {
  const { session: sender, dialect, tagged } = session.db.select(); // of a replica, if there are some
  const statements = statementsFor.get(dialect) ?? { built: new Kept<Built>(), names: new StatementNames() };
  statementsFor.set(dialect, statements);
  const { built, names } = statements;
  const flat = shape === undefined ? undefined : flatten(parts);
  const key = `${numberOf(reader)} ${shape} ${flat?.key}`;
  let statement = flat && built.get(key);
  if (statement === undefined) {
    const { statement: builder, read } = build(flat ? withPlaceholders(flat.lists) : parts, decoders(dialect));
    const text = builder.getSQL(true);
    // Some drivers of Drizzle 1.0 take the text in pieces.
    const query = tagged ? dialect._sqlToQuery(text) : dialect.sqlToQuery(text);
    // A row of libSQL is like a list, but has not its methods.
    const lists = (rows: readonly ArrayLike<unknown>[]) => read(rows.map((row) => Array.from(row)));
    statement = { query, read: reader.dialect.keepsStatements ? read : lists, runs: 0, named: undefined };
    if (flat) built.set(key, statement);
  }
  const { keepsStatements } = reader.dialect;
  const mayName =
    flat && keepsStatements && reader.app.prepare !== false && names.isOpen && ++statement.runs > UNNAMED_RUNS;
  let named = mayName ? (statement.named ?? (await names.add(statement))) : undefined;
  for (;;) {
    // Drizzle 0.45 takes fields before the name, and 1.0 a mode. For SQLite, how rows are read is in the place of the name, or follows it.
    const { query, name } = named ?? { query: statement.query, name: undefined };
    const isNew = "mapperGenerators" in dialect;
    const as = isNew ? ["arrays", name ?? false] : [undefined, keepsStatements ? name : "all", true];
    const prepared = sender.prepareQuery(query, ...as, ...(isNew && !keepsStatements ? ["all"] : []), statement.read);
    try {
      return await prepared.execute(flat?.values ?? {});
    } catch (error) {
      // Postgres has ended the transaction, so nothing can be sent again in it.
      if (named === undefined || !names.isLost(statement, named, error) || isTransaction(session))
        throw reader.dialect.readError?.(error) ?? error;
      named = undefined;
    }
  }
}

/** A limit in the text: for a parameter, Postgres would plan as if it were a tenth of the rows. */
export function constant(limit: number): SQL {
  return sql.raw(String(Number(limit)));
}

/** A column, a table, a text or a value of one request. */
type Leaf = Column | Table | StringChunk | Name | Param;

/** The leaves of a part in order. */
interface Leaves {
  /** Equal for parts that differ in values only. No two lists of different leaves have one: a text is preceded by its length. */
  key: string;
  /** By position, as Drizzle fills them in. */
  readonly values: unknown[];
  readonly list: Leaf[];
}

interface Flat extends Pick<Leaves, "key" | "values"> {
  readonly lists: readonly (readonly Leaf[] | undefined)[];
}

const IS_ALIAS = Symbol.for("drizzle:IsAlias");
const NAME = Symbol.for("drizzle:Name");

const leavesFor = new WeakMap<SQL, Leaves>();

/** Keeps the leaves of a part that is the same in other requests. */
export function keepLeaves(part: StatementPart): void {
  const leaves = part && leavesOf(part);
  if (leaves) leavesFor.set(part, leaves);
}

/** All leaves of parts. Undefined if a part contains something else, so that its text may depend on more than these. */
function flatten(parts: readonly StatementPart[]): Flat | undefined {
  const lists: (readonly Leaf[] | undefined)[] = [];
  let key = "";
  const values: unknown[] = [];
  for (const part of parts) {
    const leaves = part && (leavesFor.get(part) ?? leavesOf(part));
    if (part !== undefined && leaves === undefined) return undefined;
    lists.push(leaves?.list);
    key += leaves === undefined ? "-" : `+${leaves.key}`;
    for (const value of leaves?.values ?? []) values.push(value);
  }
  return { key, values, lists };
}

/**
 * Adds the leaves of a chunk to others: one pass over all parts of each request, which makes no other lists.
 *
 * @returns All of them. Undefined if the chunk contains something else.
 */
function leavesOf(chunk: unknown, leaves: Leaves = { key: "", values: [], list: [] }): Leaves | undefined {
  if (chunk === undefined) return leaves;
  if (chunk instanceof SQL) {
    const { shouldInlineParams } = chunk as unknown as { shouldInlineParams: boolean }; // private
    if (shouldInlineParams) return undefined;
    for (const each of chunk.queryChunks) if (!leavesOf(each, leaves)) return undefined;
    return leaves;
  }
  if (chunk instanceof StringChunk || chunk instanceof Name) {
    const { value } = chunk; // Drizzle 0.45 has lists of texts
    const text = typeof value === "string" ? value : value.length === 1 ? value[0] : value.join("");
    leaves.key += `${chunk instanceof Name ? "n" : "s"}${text?.length};${text}`;
  } else if (chunk instanceof Table) leaves.key += `t${numberOf(chunk)};`;
  else if (chunk instanceof Column || chunk instanceof Param) {
    if (chunk instanceof Param) {
      const { value, encoder } = chunk;
      // A null is never encoded, and a column of a custom type may encode a value as SQL.
      if (typeof value === "object" && (value === null || isSql(value) || is(value, Placeholder))) return undefined;
      const written: unknown = encoder.mapToDriverValue(value);
      if (typeof written === "object" && isSql(written)) return undefined;
      leaves.values.push(value);
      leaves.key += "p";
    }
    const codec = chunk instanceof Param ? chunk.encoder : chunk;
    const { config, table } = codec as { readonly config?: object; readonly table?: Record<symbol, unknown> };
    // A view makes a new object for each use of a column. They share its configuration.
    leaves.key += config && table?.[IS_ALIAS] ? `a${numberOf(config)}.${table[NAME]};` : `c${numberOf(codec)};`;
  } else if (Array.isArray(chunk)) {
    leavesOf(new StringChunk("("), leaves);
    for (const [index, each] of chunk.entries()) {
      if (index > 0) leavesOf(new StringChunk(", "), leaves);
      if (!leavesOf(each, leaves)) return undefined;
    }
    return leavesOf(new StringChunk(")"), leaves);
  } else if (chunk === null || (typeof chunk === "object" && !(chunk instanceof Date)) || typeof chunk === "function")
    return undefined;
  else return leavesOf(sql.param(chunk), leaves); // the driver writes it
  leaves.list.push(chunk);
  return leaves;
}

/** The parts with a placeholder for each value. */
function withPlaceholders(lists: Flat["lists"]): StatementPart[] {
  let index = 0;
  const placed = (leaf: Leaf) =>
    (leaf instanceof Param ? sql.param(sql.placeholder(String(index++)), leaf.encoder) : leaf) as unknown as SQL;
  return lists.map((leaves) => leaves && sql.join(leaves.map(placed)));
}

const numbers = new WeakMap<object, number>();
let last = 0;

/** A number that no other object has. */
export function numberOf(object: object): number {
  const number = numbers.get(object) ?? ++last;
  numbers.set(object, number);
  return number;
}

/** The statements of a session of Drizzle's. */
interface Counted {
  running: number;
  failed: number;
  lastError: unknown;
}

const countedFor = new WeakMap<object, Counted>();

/**
 * Counts the statements of a session: Drizzle makes each of them there. Once for each session, and for good: a session of one connection
 * outlives its transactions, and has several at a time.
 */
export function countedStatements(session: AnyDb): Counted {
  const counted = countedFor.get(session);
  if (counted) return counted;
  const statements: Counted = { running: 0, failed: 0, lastError: undefined };
  countedFor.set(session, statements);
  const { prepareQuery } = session;
  session.prepareQuery = (...args: unknown[]) => {
    const prepared = prepareQuery.apply(session, args);
    const { execute } = prepared;
    prepared.execute = async (...values: unknown[]) => {
      statements.running++;
      try {
        return await execute.apply(prepared, values);
      } catch (error) {
        statements.failed++;
        statements.lastError = error;
        throw error;
      } finally {
        statements.running--;
      }
    };
    return prepared;
  };
  return statements;
}

interface Decoder {
  readonly mapFromDriverValue: { (value: unknown): unknown; readonly isNoop?: boolean };
}

/** What reads the values of an expression: `mapWith` sets it. */
export function sqlDecoder(expression: unknown): Decoder | undefined {
  return (expression as { decoder?: Decoder }).decoder;
}

const { mapFromDriverValue: UNCHANGED } = Column.prototype as Partial<Decoder>; // in Drizzle 0.45

/** What makes a value of the driver one of a column or an expression; undefined if it is that already. */
export type DecoderOf = (value: SQL | Column) => ((value: unknown) => unknown) | undefined;

function decoders(dialect: AnyDb): DecoderOf {
  return (value) => {
    const decoder = (value instanceof Column ? value : sqlDecoder(value)) as Decoder;
    const { mapFromDriverValue: map } = decoder;
    const read = map === UNCHANGED || map.isNoop ? undefined : map.bind(decoder);
    const { dimensions } = decoder as { dimensions?: number };
    // Drizzle 1.0 first evens out what its drivers return differently.
    const even = decoder instanceof Column && dialect.codecs?.get(decoder, "normalize");
    if (!even) return read;
    return (value) => (read ? read(even(value, dimensions)) : even(value, dimensions));
  };
}

export function isSql(value: unknown): value is SQL {
  return typeof value === "object" && value !== null && "getSQL" in value;
}
