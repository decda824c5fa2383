import { Column, is, Name, Param, Placeholder, SQL, StringChunk, sql, Table } from "drizzle-orm";
import type { AnyDb, DbSession, RawRow } from "./config.js";

// The names of Drizzle that are not public stand in this file.

/** Whether the database is a transaction: only that can be rolled back. */
export function isTransaction({ db }: DbSession): boolean {
  return "rollback" in db;
}

/** The most statements to keep for a database: a scope could contain a new text in each request. */
const MOST = 1000;

/** A part of a statement that differs between requests. */
export type StatementPart = SQL | undefined;

/** A statement whose text Drizzle has built. */
interface Built {
  execute(values: object): Promise<RawRow[]>;
}

const builtFor = new WeakMap<object, Map<string, Built>>();

/**
 * Runs a select statement. Building its text costs Drizzle more than sending it, so the text is built once for all requests whose parts
 * differ in values only.
 *
 * @param from What the rows are of.
 * @param shape Everything else that `build` depends on.
 */
export async function select(
  from: object,
  session: DbSession,
  shape: string,
  parts: readonly StatementPart[],
  build: (parts: readonly StatementPart[]) => AnyDb,
): Promise<RawRow[]> {
  const flat = isTransaction(session) ? undefined : flatten(parts); // statements end with their transaction
  if (flat === undefined) return build(parts);
  const statements = builtFor.get(session.db) ?? new Map<string, Built>();
  builtFor.set(session.db, statements);
  const key = `${numberOf(from)} ${shape} ${flat.key}`;
  let built = statements.get(key);
  if (built === undefined) {
    // As Drizzle does for a statement that runs once. Its public `prepare` makes statements that stay in the connection.
    built = build(withPlaceholders(flat.lists))._prepare() as Built;
    statements.set(key, built);
    const [oldest] = statements.keys();
    if (statements.size > MOST && oldest !== undefined) statements.delete(oldest);
  }
  return built.execute(flat.values);
}

/** A column, a table, a text or a value of one request. */
type Leaf = Column | Table | StringChunk | Name | Param;

interface Flat {
  /** Equal for parts that differ in values only. */
  readonly key: string;
  /** By position, as Drizzle fills them in. */
  readonly values: readonly unknown[];
  /** The leaves of each part. */
  readonly lists: readonly (readonly Leaf[] | undefined)[];
}

/** The leaves of parts in order. Undefined if a part contains something else, so that its text may depend on more than these. */
function flatten(parts: readonly StatementPart[]): Flat | undefined {
  const lists: (Leaf[] | undefined)[] = [];
  let key = "";
  const values: unknown[] = [];
  for (const part of parts) {
    const leaves: Leaf[] = [];
    if (part !== undefined && !addLeaves(part, leaves)) return undefined;
    lists.push(part && leaves);
    key += part === undefined ? "-" : "+";
    for (const leaf of leaves) {
      key += keyOf(leaf);
      if (leaf instanceof Param) values.push(leaf.value);
    }
  }
  return { key, values, lists };
}

function addLeaves(chunk: unknown, leaves: Leaf[]): boolean {
  if (chunk === undefined) return true;
  if (chunk instanceof StringChunk || chunk instanceof Column || chunk instanceof Name || chunk instanceof Table) {
    leaves.push(chunk);
    return true;
  }
  if (chunk instanceof SQL) {
    const { shouldInlineParams } = chunk as unknown as { shouldInlineParams: boolean };
    if (shouldInlineParams) return false;
    for (const each of chunk.queryChunks) if (!addLeaves(each, leaves)) return false;
    return true;
  }
  if (chunk instanceof Param) {
    const { value, encoder } = chunk;
    // A null is never encoded, and a column of a custom type may encode a value as SQL.
    if (value === null || isSql(value) || is(value, Placeholder) || isSql(encoder.mapToDriverValue(value)))
      return false;
    leaves.push(chunk);
    return true;
  }
  if (Array.isArray(chunk)) {
    leaves.push(new StringChunk("("));
    for (const [index, each] of chunk.entries()) {
      if (index > 0) leaves.push(new StringChunk(", "));
      if (!addLeaves(each, leaves)) return false;
    }
    leaves.push(new StringChunk(")"));
    return true;
  }
  if (chunk === null || (typeof chunk === "object" && !(chunk instanceof Date)) || typeof chunk === "function")
    return false;
  leaves.push(sql.param(chunk)); // the driver writes it
  return true;
}

/** The parts with a placeholder for each value. */
function withPlaceholders(lists: Flat["lists"]): StatementPart[] {
  let index = 0;
  const placed = (leaf: Leaf) =>
    (leaf instanceof Param ? sql.param(sql.placeholder(String(index++)), leaf.encoder) : leaf) as unknown as SQL;
  return lists.map((leaves) => leaves && sql.join(leaves.map(placed)));
}

/** No two lists of different leaves have the same key: a text is preceded by its length. */
function keyOf(leaf: Leaf): string {
  if (leaf instanceof Param) return `p${numberOf(leaf.encoder)};`;
  if (leaf instanceof Column) return `c${numberOf(leaf)};`;
  if (leaf instanceof Table) return `t${numberOf(leaf)};`;
  const text = [leaf.value].flat().join(""); // Drizzle 0.45 has lists of texts
  return `${leaf instanceof Name ? "n" : "s"}${text.length};${text}`;
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
interface Statements {
  running: number;
  failed: number;
  lastError: unknown;
}

const statementsOf = new WeakMap<object, Statements>();

/**
 * Counts the statements of a session: Drizzle makes each of them there. Once for each session, and for good: a session of one connection
 * outlives its transactions, and has several at a time.
 */
export function countedStatements(session: AnyDb): Statements {
  const counted = statementsOf.get(session);
  if (counted) return counted;
  const statements: Statements = { running: 0, failed: 0, lastError: undefined };
  statementsOf.set(session, statements);
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
  mapFromDriverValue(value: unknown): unknown;
}

/** What reads the values of an expression: `mapWith` sets it. */
export function sqlDecoder(expression: unknown): Decoder | undefined {
  return (expression as { decoder?: Decoder }).decoder;
}

export function isSql(value: unknown): value is SQL {
  return typeof value === "object" && value !== null && "getSQL" in value;
}
