import { Column, is, Name, Param, Placeholder, SQL, StringChunk, sql, Table } from "drizzle-orm";
import type { Session } from "../source/store.js";
import { isSql } from "./column-values.js";
import type { AnyDb } from "./config.js";
import type { RawRow } from "./selected-columns.js";
import { dbOf, type StoredTable } from "./stored-table.js";
import { isTransaction } from "./transaction.js";

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
 * @param shape Everything else that `build` depends on.
 */
export async function select(
  from: StoredTable,
  session: Session,
  shape: string,
  parts: readonly StatementPart[],
  build: (parts: readonly StatementPart[]) => AnyDb,
): Promise<RawRow[]> {
  const flat = isTransaction(session) ? undefined : flatten(parts); // statements end with their transaction
  if (flat === undefined) return build(parts);
  const db: object = dbOf(session);
  const known = builtFor.get(db) ?? new Map<string, Built>();
  builtFor.set(db, known);
  const key = `${numberOf(from)} ${shape} ${flat.key}`;
  let built = known.get(key);
  if (built === undefined) {
    // As Drizzle does for a statement that runs once. Its public `prepare` makes statements that stay in the connection.
    built = build(flat.parts())._prepare() as Built;
    known.set(key, built);
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) known.delete(oldest);
  }
  return built.execute(flat.values);
}

/** A column, a table, a text or a value. */
type Leaf = Column | Table | StringChunk | Name | Value;

/** A value of one request. */
class Value {
  constructor(
    readonly value: unknown,
    /** What writes it; undefined if the driver does. */
    readonly encoder: Param["encoder"] | undefined,
  ) {}
}

interface Flat {
  /** Equal for parts that differ in values only. */
  readonly key: string;
  /** By position, as Drizzle fills them in. */
  readonly values: readonly unknown[];
  /** The parts with a placeholder for each value. */
  parts(): StatementPart[];
}

/** The leaves of parts in order. Undefined if a part contains something else, so that its text may depend on more than these. */
function flatten(parts: readonly StatementPart[]): Flat | undefined {
  const lists: (Leaf[] | undefined)[] = [];
  for (const part of parts) {
    const leaves: Leaf[] = [];
    if (part !== undefined && !addLeaves(part, leaves)) return undefined;
    lists.push(part && leaves);
  }
  let key = "";
  const values: unknown[] = [];
  for (const leaves of lists) {
    key += leaves === undefined ? "-" : "+";
    for (const leaf of leaves ?? []) {
      key += keyOf(leaf);
      if (leaf instanceof Value) values.push(leaf.value);
    }
  }
  return { key, values, parts: () => withPlaceholders(lists) };
}

function addLeaves(chunk: unknown, leaves: Leaf[]): boolean {
  if (chunk === undefined) return true;
  if (chunk instanceof StringChunk || chunk instanceof Column || chunk instanceof Name || chunk instanceof Table) {
    leaves.push(chunk);
    return true;
  }
  if (chunk instanceof SQL) {
    const { shouldInlineParams } = chunk as unknown as { shouldInlineParams: boolean };
    return !shouldInlineParams && chunk.queryChunks.every((each) => addLeaves(each, leaves));
  }
  if (chunk instanceof Param) return addParam(chunk, leaves);
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
  leaves.push(new Value(chunk, undefined));
  return true;
}

/** A null is never encoded, and a column of a custom type may encode a value as SQL. */
function addParam({ value, encoder }: Param, leaves: Leaf[]): boolean {
  if (value === null || isSql(value) || is(value, Placeholder) || isSql(encoder.mapToDriverValue(value))) return false;
  leaves.push(new Value(value, encoder));
  return true;
}

function withPlaceholders(lists: readonly (readonly Leaf[] | undefined)[]): StatementPart[] {
  let index = 0;
  const placed = (leaf: Leaf): SQL => {
    if (!(leaf instanceof Value)) return leaf as unknown as SQL;
    const placeholder = sql.placeholder(String(index++));
    return (leaf.encoder ? sql.param(placeholder, leaf.encoder) : placeholder) as unknown as SQL;
  };
  return lists.map((leaves) => leaves && sql.join(leaves.map(placed)));
}

/** No two lists of different leaves have the same key: a text is preceded by its length. */
function keyOf(leaf: Leaf): string {
  if (leaf instanceof Value) return leaf.encoder ? `p${numberOf(leaf.encoder)};` : "v";
  if (leaf instanceof Column) return `c${numberOf(leaf)};`;
  if (leaf instanceof Table) return `t${numberOf(leaf)};`;
  const text = [leaf.value].flat().join(""); // Drizzle 0.45 has lists of texts
  return `${leaf instanceof Name ? "n" : "s"}${text.length};${text}`;
}

const numbers = new WeakMap<object, number>();
let last = 0;

/** A number that no other object has. */
export function numberOf(object: object): number {
  const known = numbers.get(object);
  if (known !== undefined) return known;
  numbers.set(object, ++last);
  return last;
}
