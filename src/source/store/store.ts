// What a storage does for one type of resource, in terms of fields. A store knows no request, no document and no envelope.

import type { z } from "zod";
import type { Violation } from "./violation.js";

/** An id as its schema has it: a number or a string. */
export type Id = unknown;

/** A resource of one of several types, as a field of a row has it. */
export interface TypedRef {
  readonly type: string;
  readonly id: Id;
}

/** A storage during one request. Only the store looks into `db`: a connection, a pool or a transaction. */
export interface Session {
  readonly ctx: object;
  readonly db: unknown;
}

/** The operators that take a part of a text. */
const OF_TEXTS = ["contains", "startswith", "endswith"] as const;
export type TextOperator = (typeof OF_TEXTS)[number];
/** The operators of lists. The first takes one value, and the others take several. */
const OF_LISTS = ["has", "hasall", "hasany"] as const;
export type ListOperator = (typeof OF_LISTS)[number];

/** What the last segment of a filter's name may be. */
export const OPERATORS = ["eq", "ne", "in", "gt", "gte", "lt", "lte", ...OF_TEXTS, ...OF_LISTS, "isnull"] as const;
export type Operator = (typeof OPERATORS)[number];

export const LIST_OPERATORS: ReadonlySet<Operator> = new Set(OF_LISTS);
export const TEXT_OPERATORS: ReadonlySet<string> = new Set(OF_TEXTS);

/** A value inside of a field that holds JSON. */
export interface JsonPlace {
  /** The members that lead to it. */
  readonly members: readonly string[];
  readonly schema: z.core.$ZodType;
  readonly isText: boolean;
}

/** A field, or a field of a related resource: `path` has the relationships that lead to it. */
export interface FieldCondition {
  readonly kind: "field";
  /** Behind a relationship to several types, the type of the related row. */
  readonly path: readonly string[];
  readonly field: string;
  /** Of a relationship to several types, the part that is compared: the type, or the id as text. */
  readonly part?: "type" | "id" | undefined;
  /** Undefined: the whole field. */
  readonly inside?: JsonPlace | undefined;
  readonly operator: Operator;
  readonly value: unknown;
}

export type CountOperator = "eq" | "ne" | "gt" | "gte" | "lt" | "lte";

/** What the caller sees of a to-many as a whole. `path` leads to the row that has it. */
export interface MembersCondition {
  readonly kind: "members";
  readonly path: readonly string[];
  readonly field: string;
  readonly has:
    | { readonly use: "none"; readonly condition: Condition }
    /** All these different ids are members. Without ids, every row meets it. */
    | { readonly use: "all"; readonly ids: readonly Id[] }
    /** How many members there are. */
    | { readonly use: "count"; readonly operator: CountOperator; readonly value: unknown };
}

export type Condition =
  | FieldCondition
  | MembersCondition
  /** Members of a relationship: the "comments" of the article 7. */
  | { readonly kind: "parent"; readonly type: string; readonly relationship: string; readonly id: Id }
  /** A filter that the source declares, by its name. */
  | { readonly kind: "own"; readonly name: string; readonly value: unknown }
  /** Any, all or none of some conditions hold. A condition that is unknown because a value is null does not hold. */
  | { readonly kind: "joined"; readonly of: "any" | "all" | "none"; readonly conditions: readonly Condition[] }
  /** A condition in the storage's own language: SQL, or a predicate. */
  | { readonly kind: "native"; readonly condition: unknown };

export interface OrderTerm {
  readonly path: readonly string[];
  readonly field: string;
  /** Undefined: the whole field. */
  readonly inside?: JsonPlace | undefined;
  /** Whether the field is a to-many, whose number of members is compared. */
  readonly counts?: true | undefined;
  /** Of a sort by the value of a filter. */
  readonly by?: { readonly filter: string; readonly value: unknown } | undefined;
  readonly order: "asc" | "desc";
}

/** The order's values in one row, as text that the store compares exactly, or null. */
export type Keys = readonly (string | null)[];

/** Rows by position; or rows after some keys, before others, or both. With `before` alone, the last rows before it. */
export type Slice =
  | { readonly kind: "offset"; readonly offset: number; readonly limit: number }
  | {
      readonly kind: "keyset";
      readonly after: Keys | undefined;
      readonly before: Keys | undefined;
      readonly limit: number;
    };
export type Keyset = Extract<Slice, { readonly kind: "keyset" }>;

/** The part of a row to read. The id is always read. */
export interface Selection {
  /** Attributes and to-one relationships. */
  readonly fields: ReadonlySet<string>;
  /** To-many relationships whose ids to read, each with the most ids per row. */
  readonly linkage: ReadonlyMap<string, number | undefined>;
  /** What the request includes, for stores that read it along with the rows. */
  readonly branches?: readonly Branch[];
  /** The same object in requests with the same selection and, of a list, the same order: a store can keep what it makes of these. */
  readonly shape?: object;
}

/** An included relationship. One that leads to several types is a branch for each of them. */
export interface Branch {
  readonly name: string;
  /** The type of the related rows. */
  readonly type: string;
  /** The key of its rows in `parts`. */
  readonly path: string;
  /** The most rows for each parent, of members that hold the parent's id, or of members with a query. */
  readonly limit: number | undefined;
  readonly query?: MemberQuery | undefined;
  readonly selection: Selection;
}

/** What a request asks of the members of an included to-many relationship. */
export interface MemberQuery {
  readonly where: readonly Condition[];
  /** Undefined: the order of the relationship, which is one in the storage's own language. */
  readonly order: readonly OrderTerm[] | undefined;
  /** Whether each row needs its keys in that order. */
  readonly hasKeys: boolean;
}

export interface ChildSelection extends Selection {
  readonly limit: number;
  readonly query?: MemberQuery | undefined;
}

export interface ListQuery extends Selection {
  readonly where: readonly Condition[];
  readonly order: readonly OrderTerm[];
  readonly slice: Slice | undefined;
  /** The row whose members are listed. */
  readonly owner?: { readonly type: string; readonly id: Id };
  /** Whether `listTree` also counts all rows that meet `where`. */
  readonly counts?: boolean;
}

/** Rows, and what the store read along with them. */
export interface Found {
  readonly rows: FoundRow[];
  /** The rows of branches by path, each row once. Rows to which none of `rows` leads are ignored. The source reads paths that are missing. */
  readonly parts?: ReadonlyMap<string, readonly FoundRow[]>;
  /** Whether the caller sees the owner. */
  readonly isOwnerSeen?: boolean;
  /** The number of all rows, if the query counts. */
  readonly total?: number;
}

export interface FoundRow {
  readonly row: Record<string, unknown>;
  /** Of a keyset slice, and of members with a query that has keys. */
  readonly keys?: Keys;
  /** Of children only. */
  readonly parent?: Id;
}

/** Attributes and the ids of to-one relationships, by field. */
export type Values = Readonly<Record<string, unknown>>;

/** How a relationship is stored. */
export interface StoredRelationship {
  /** A column of the row; a column of the related rows; or pairs of ids in a place of their own. */
  readonly kind: "column" | "children" | "link";
  /** The most members per row, if the source states it. */
  readonly limit?: number | undefined;
  /** Whether its members have an order other than by id. */
  readonly isOrdered?: boolean | undefined;
  /** That order, if it is one by fields of the members: lists of the related resources have it, too. */
  readonly orderBy?: readonly Omit<OrderTerm, "path">[] | undefined;
  /** Whether the members have the same relationship from their side, so that a change is also a change of each member. */
  readonly isInverse?: boolean | undefined;
  /** Why a member cannot be removed; undefined if it can. */
  readonly keepsMembers?: string | undefined;
}

/** Filters that a source joins to one: what `anyOf`, `allOf` and `noneOf` return. */
export interface JoinedFilters {
  readonly "~of": "any" | "all" | "none";
  readonly "~filters": readonly (string | JoinedFilters)[];
}

/** What the engine must know of a filter or a sort that the source declares. */
export interface OwnName {
  /** The name that it stands for. */
  readonly alias?: string | undefined;
  /** The filters that it joins. */
  readonly joined?: JoinedFilters | undefined;
  /** The fields that it reads, as paths. */
  readonly reads?: readonly string[] | undefined;
  /** Of a sort, the filter whose value it needs. */
  readonly filter?: string | undefined;
}

/** Which rows `byIds` finds. Rows out of scope are never found. */
export interface Access {
  /** Locks the rows until the transaction ends. */
  readonly lock?: "update" | "share";
  /** Finds only rows that the caller may change: by the rule for rows before a write, or by that for rows after it. */
  readonly writable?: "before" | "after";
  /** Also finds rows that are deleted softly, because a to-one may still show them. */
  readonly deleted?: boolean;
}

/** What must hold for a change, and what is changed along with it. */
export interface WriteOptions {
  readonly values?: unknown;
  readonly when?: unknown;
  /** The version that the row must have. Undefined: any. */
  readonly expected?: unknown;
}

/**
 * A storage of one type of resource. Implement it to make sources for a database; `sourceTests` tests the result.
 *
 * The scope is the store's own: every method applies it, so no caller can forget it.
 */
export interface Store {
  /** Whether some contexts do not see all rows. */
  readonly isScoped: boolean;
  /** Whether some contexts may not change all rows that they see. */
  readonly isGuarded: boolean;
  /** Why the rows can only be read, and what to offer. Without it, writes can change them. */
  readonly readOnly?: string | undefined;
  readonly filters: ReadonlyMap<string, OwnName>;
  readonly sorts: ReadonlyMap<string, OwnName>;
  relationship(name: string): StoredRelationship | undefined;
  /** Whether a field is stored as JSON, so that filters and sorts can name a value inside. Without this method, each object is. */
  holdsJson?(name: string): boolean;
  /** Whether a cursor can hold the values of a field or a declared sort. Without this method, of all of them. */
  hasKey?(name: string): boolean;
  /** The type of a field or a declared sort, if it has no such operator or no order. Without this method, every type has all of them. */
  typeWithout?(name: string, use: Operator | "order"): string | undefined;
  /**
   * How to find out whether the store can read the value of a condition, after a statement with it failed. Undefined if it can read every
   * value that the condition could have.
   */
  readCheck?(condition: FieldCondition): ((session: Session) => Promise<boolean>) | undefined;
  /** A column that every new row needs, and that neither these fields nor the source fill. Without this method, there is none. */
  unfilled?(fields: ReadonlySet<string>): string | undefined;
  /** The sentence for the first of these fields that no write can set, or no edit, if it is one. Without this method, writes can set all. */
  unwritable?(fields: Iterable<string>, isEdit: boolean): string | undefined;
  /** Throws where a write of these fields could tell what other scopes contain. Without this method, it cannot. */
  checkWritten?(fields: Iterable<string>, isInsert: boolean): void;
  /** The sentence for a column that nothing fills in new pairs of a to-many. Without this method, there is none. */
  unfilledPairs?(relationship: string): string | undefined;
  /**
   * The types whose rows change with a row of this type: they share its table, or refer to a row that is deleted. Members of relationships
   * are left out. Without this method, no row of another type changes.
   */
  affectedTypes?(isDelete: boolean): readonly string[];
  /** What a write can violate because values must be unique, so that descriptions can say it. Without this method, they do not. */
  uniques?(): readonly Violation[];
  /** An id as the key of a cursor in the order of ids. Two spellings that find the same row have the same key. */
  idKey(id: Id): string;
  /** An id as its row spells it, if the type of ids alone says it. Without this method, as it was sent. */
  spelledId?(id: Id): Id;
  /** Whether the store can read keys, which a client may have made up. Called after `list` failed with them. */
  canReadKeys(session: Session, order: readonly OrderTerm[], keys: Keys): Promise<boolean>;
  /** Throws for what is wrong with the configuration. Called when all sources are known. */
  prepare(): void;

  list(session: Session, query: ListQuery): Promise<FoundRow[]>;
  count(session: Session, where: readonly Condition[]): Promise<number>;
  /** The rows with these ids, in any order, each once. Ids that do not exist are left out. */
  byIds(session: Session, ids: readonly Id[], selection: Selection, access?: Access): Promise<FoundRow[]>;
  /** `list`, with the rows of branches, and a look for the owner. Without this method, the source calls `byIds` and `children` for them. */
  listTree?(session: Session, query: ListQuery): Promise<Found>;
  /** `byIds`, with the rows of branches. */
  byIdsTree?(session: Session, ids: readonly Id[], selection: Selection): Promise<Found>;
  /**
   * Rows of this type that belong to parents by their own column, each with its parent, in order; at most `limit` for each parent. With a
   * query also rows that belong to them by pairs of ids, for which a row may be there several times.
   */
  children(
    session: Session,
    of: { readonly type: string; readonly relationship: string },
    parents: readonly Id[],
    selection: ChildSelection,
  ): Promise<FoundRow[]>;

  /** Inserts a row. If the resource has versions, `values` contain the first one. */
  insert(session: Session, values: Values, options: WriteOptions): Promise<Id>;
  /**
   * Changes a row that the caller sees and may change, that has the `expected` version, and for which `when` holds. Returns whether there
   * was one. If the resource has versions, every change of a row also adds 1 to its version, in the same statement: also one without
   * values, and one of a row that becomes another row's member by its own column or by a relationship that both sides declare.
   */
  update(session: Session, id: Id, values: Values, options: WriteOptions): Promise<boolean>;
  delete(session: Session, id: Id, options: WriteOptions): Promise<boolean>;
  link(session: Session, relationship: string, id: Id, ids: readonly Id[]): Promise<void>;
  unlink(session: Session, relationship: string, id: Id, ids: readonly Id[]): Promise<void>;
  /** Makes `ids` the members. Members that the caller does not see stay. */
  relink(session: Session, relationship: string, id: Id, ids: readonly Id[]): Promise<void>;

  /** Runs `work` in a transaction, or in a savepoint of the session's transaction. */
  transaction<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T>;
  /** Whether the session is in a transaction that a refused statement would end. */
  isInTransaction(session: Session): boolean;
  /** Whether statements may run at the same time: a transaction has one connection. */
  isConcurrent(session: Session): boolean;
}
