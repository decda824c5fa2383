import type { ResourceSpec } from "../../define/model/resource.js";
import type { Selection } from "../store/store.js";

type Row = Readonly<Record<string, unknown>>;

/** A write of a source, as `after` gets it. */
export interface RowChange<TCtx> {
  /** Of the transaction that the write is in. */
  readonly ctx: TCtx;
  readonly type: string;
  /** `members`: a request that changed a to-many relationship alone. */
  readonly kind: "create" | "edit" | "delete" | "members";
  readonly id: unknown;
  /**
   * The row as it was, with its attributes, the ids of its to-one relationships and, of each to-many relationship that the write
   * changes, a list of ids. Undefined for a create.
   */
  readonly before: Row | undefined;
  /** The row as it is. Undefined for a delete, also for one that only sets the time. */
  readonly after: Row | undefined;
}

/** What is called after each write. The source awaits what it returns. */
export type After<TCtx> = (change: RowChange<TCtx>) => unknown;

/** The fields of a row that `after` gets. */
export function wholeRow({ attributes, relationships, writeOnly }: ResourceSpec, toMany: Iterable<string>): Selection {
  const toOne = [...relationships].flatMap(([name, { many }]) => (many ? [] : name));
  const fields = new Set([...attributes.keys(), ...toOne].filter((name) => !writeOnly.has(name)));
  return { fields, linkage: new Map([...toMany].map((name) => [name, undefined])) };
}
