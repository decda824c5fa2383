import type { ApiError } from "../../define/errors.js";
import type { AnyResourceContext } from "../../define/types/resource-context.js";
import type { Envelope, PagedEnvelope } from "../../define/types/response.js";
import type { ListResult } from "./list-problems.js";
import type { RegisterRoutes } from "./routes.js";

// What the handlers of a source take and return, for every storage. `TNative` is a condition in the storage's own language,
// `TWrite["values"]` what a write may set beyond the input, `TTaken` the values that the source's own filters take, `TSort` its own sorts.

export interface SortTerm {
  readonly field: string;
  readonly order: "asc" | "desc";
}

/** A sort, as little of a list as is read: to compare arrays costs a compiler more. */
export interface SortTerms {
  readonly [index: number]: { readonly field: string };
}

// Each is written out in full: a base would be worked out again for each operation.

export interface SourceIdArgs<TCtx, TId> {
  readonly ctx: TCtx;
  readonly id: TId;
}
export interface SourceDeleteArgs<TCtx, TId> {
  readonly ctx: TCtx;
  readonly id: TId;
  readonly expected?: unknown;
}
export interface SourceReadArgs<TCtx, TId> {
  readonly ctx: TCtx;
  readonly id: TId;
  readonly include?: unknown;
  readonly fields?: unknown;
  readonly includeQueries?: unknown;
}
export interface SourceListArgs<TCtx> {
  readonly ctx: TCtx;
  readonly include: unknown;
  readonly fields: unknown;
  readonly filter: object;
  readonly sort: SortTerms;
  readonly page: unknown;
  readonly includeQueries?: unknown;
}
export interface SourceRelatedArgs<TCtx, TId> {
  readonly ctx: TCtx;
  readonly id: TId;
  readonly include: unknown;
  readonly fields: unknown;
  readonly filter: unknown;
  readonly sort: unknown;
  readonly page: unknown;
  readonly includeQueries?: unknown;
}
export interface SourceCreateArgs<TCtx, TInput> {
  readonly ctx: TCtx;
  readonly include?: unknown;
  readonly fields?: unknown;
  readonly input: TInput;
}
export interface SourceEditArgs<TCtx, TId, TInput> {
  readonly ctx: TCtx;
  readonly id: TId;
  readonly include?: unknown;
  readonly fields?: unknown;
  readonly input?: TInput;
  readonly expected?: unknown;
}
export interface SourceChangeArgs<TCtx, TId, TRelated> {
  readonly ctx: TCtx;
  readonly id: TId;
  readonly related: TRelated;
  readonly expected?: unknown;
}

/** What one call of a list adds to the request. */
export interface ListRules<TNative> {
  /** A further condition. */
  readonly where?: TNative | undefined;
  /** The order if the request names none. */
  readonly orderBy?: readonly SortTerm[];
  /**
   * Whether to count all rows. Default true; false for cursor pages, because a count reads all rows that match. Postgres counts in the
   * statement of the page. With libSQL, the count is another snapshot than the page, unless the page shows where the rows end.
   */
  readonly count?: boolean;
}

/** What the filters of one call mean, by name. */
export type FilterRules<A extends { readonly filter: object }, G extends keyof A["filter"], TNative> = {
  readonly [K in G]: (value: Exclude<A["filter"][K], undefined>) => TNative | undefined;
};

/** What one call of a change adds to the request. */
export interface ChangeRules<TNative> {
  /** A condition on the row as it is. */
  readonly when?: TNative | undefined;
  /** The error if the row exists and `when` does not hold. Default: NotFound. */
  readonly stale?: () => ApiError;
}

/** What one call of an edit adds to the request. */
export interface WriteRules<TNative, TWrite> extends ChangeRules<TNative> {
  /** Columns to set beyond the input. */
  readonly values?: ValuesIn<TWrite>;
}

/** What an insert may set. */
export interface InsertRules<TWrite> {
  /** Columns to set beyond the input. */
  readonly values?: ValuesIn<TWrite>;
}

/** Worked out where `values` is written, since a table's values cost a compiler more than all handlers of a source. */
type ValuesIn<TWrite> = TWrite extends { readonly values: infer TValues } ? TValues : never;

/**
 * The handlers of a resource whose rows are in a storage. Pass a method as the handler of an operation, or call it in a handler
 * and add rules. Made by `drizzleData(…).source(…)` or `memoryData(…).source(…)`.
 *
 * @example
 * ```ts
 * import { NotFound, trestle } from "trestle";
 * import { memoryData } from "trestle/memory";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() } });
 * const source = memoryData().source(notes, { rows: [{ id: 1, text: "Hello" }] });
 *
 * const listNotes = notes.getMany({ filter: { text__contains: z.string().optional() } }, source.getMany);
 * const getNote = notes.getOne({ errors: [NotFound] }, source.getOne);
 * ```
 */
export interface Source<
  S extends AnyResourceContext,
  TCtx,
  TNative,
  TWrite,
  TTaken = {},
  TSort extends string = never,
> {
  /**
   * The row with an id. It lacks the fields that the request's `fields` exclude, although its type has them. For the whole row, pass
   * no `fields`: `source.getOne({ ctx, id })`. @throws {NotFound}
   */
  readonly getOne: (args: SourceReadArgs<TCtx, S["~id"]>) => S["~results"]["envelope"];
  /**
   * The rows that the request's filters, sort and page select. They lack the fields that the request's `fields` exclude, although their
   * type has them. For whole rows, pass `{ ...args, fields: {} }`.
   */
  // One signature: where TypeScript passes an overloaded function as a handler, it checks nothing that depends on `A`.
  readonly getMany: <A extends SourceListArgs<TCtx>, G extends keyof A["filter"] = never>(
    args: A,
    rules?: ListRules<TNative> & { readonly filter?: FilterRules<A, G, TNative> },
  ) => NoInfer<ListResult<S, TTaken, TSort, A, G>>;
  /**
   * Inserts a row, with its relationships, and returns it with all fields.
   * @throws {Conflict} @throws {Forbidden} @throws {NotFound} @throws {UnprocessableContent}
   */
  readonly createOne: (
    args: SourceCreateArgs<TCtx, S["~createInput"]>,
    rules?: InsertRules<TWrite>,
  ) => S["~results"]["envelope"];
  /**
   * Changes the fields that the request sent, and returns the row with all fields.
   * @throws {Conflict} @throws {Forbidden} @throws {NotFound} @throws {UnprocessableContent} @throws {VersionMismatch}
   */
  readonly editOne: (
    args: SourceEditArgs<TCtx, S["~id"], S["~editInput"]>,
    rules?: WriteRules<TNative, TWrite>,
  ) => S["~results"]["envelope"];
  /** Deletes a row, or marks it as deleted. @throws {NotFound} @throws {Forbidden} @throws {Conflict} */
  readonly deleteOne: (args: SourceDeleteArgs<TCtx, S["~id"]>, rules?: ChangeRules<TNative>) => Promise<void>;
  /**
   * The handler of a related resource, or of related resources with filters, sort and pages of their own. Their rows lack the fields
   * that the request's `fields` exclude. @throws {NotFound}
   */
  readonly getRelated: <const K extends S["~relationship"]>(
    relationship: K,
  ) => (
    args: SourceRelatedArgs<TCtx, S["~id"]>,
    rules?: ListRules<TNative>,
    // biome-ignore lint/suspicious/noExplicitAny: the resource knows its targets by name only, and the router checks their rows
  ) => Promise<PagedEnvelope<any>>;
  /** The handler that returns the ids of a relationship. @throws {NotFound} */
  readonly getRelationship: <const K extends S["~relationship"]>(
    relationship: K,
  ) => (args: SourceIdArgs<TCtx, S["~id"]>) => Promise<Envelope<S["relationships"][K]["~row"]>>;
  /**
   * The handler that sets a to-one relationship.
   * @throws {Conflict} @throws {Forbidden} @throws {NotFound} @throws {UnprocessableContent}
   */
  readonly editRelationship: <const K extends S["~toOne"]>(
    relationship: K,
  ) => (args: SourceChangeArgs<TCtx, S["~id"], S["relationships"][K]["~input"]>) => Promise<void>;
  /**
   * The handler that adds members to a to-many relationship.
   * @throws {Conflict} @throws {Forbidden} @throws {NotFound} @throws {UnprocessableContent}
   */
  readonly addToRelationship: <const K extends S["~toMany"]>(
    relationship: K,
  ) => (args: SourceChangeArgs<TCtx, S["~id"], S["relationships"][K]["~input"]>) => Promise<void>;
  /**
   * The handler that removes members from a to-many relationship.
   * @throws {Conflict} @throws {Forbidden} @throws {NotFound} @throws {UnprocessableContent}
   */
  readonly removeFromRelationship: <const K extends S["~toMany"]>(
    relationship: K,
  ) => (args: SourceChangeArgs<TCtx, S["~id"], S["relationships"][K]["~input"]>) => Promise<void>;
  /**
   * The handler that replaces the members of a to-many relationship. Members that the caller does not see stay.
   * @throws {Conflict} @throws {Forbidden} @throws {NotFound} @throws {UnprocessableContent}
   */
  readonly resetRelationship: <const K extends S["~toMany"]>(
    relationship: K,
  ) => (args: SourceChangeArgs<TCtx, S["~id"], S["relationships"][K]["~input"]>) => Promise<void>;
  /**
   * Registers operations with this source's handlers, and the operations that follow: `resource.routes(…)` in short. `true` stands for no
   * options. The errors that the handlers throw are declared: do not list them.
   *
   * @returns As `resource.routes(…)`. `t.router` throws all options that are wrong.
   *
   * @example
   * ```ts
   * import { offsetPage, trestle } from "trestle";
   * import { memoryData } from "trestle/memory";
   * import { z } from "zod";
   *
   * const t = trestle();
   * const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() }, createFields: ["text"] });
   * const source = memoryData().source(notes);
   *
   * const noteRoutes = source.routes({ getMany: { sort: ["text"], page: offsetPage() }, getOne: true, createOne: true });
   * const api = t.router({ notes: noteRoutes });
   * ```
   */
  readonly routes: RegisterRoutes<S, TTaken, TSort>;
}
