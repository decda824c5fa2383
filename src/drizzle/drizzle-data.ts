import type { Column, SQL } from "drizzle-orm";
import type { AnyResourceContext } from "../define/types/resource-context.js";
import type { Resource } from "../define/types/resource.js";
import type { TransactionArgs } from "../define/types/router-options.js";
import { checkOptionNames } from "../define/model/names.js";
import { checkViolationRules } from "../source/options/config-names.js";
import { CursorCodec } from "../source/handlers/cursor.js";
import { makeSource } from "../source/make-source.js";
import { memberValuesIn } from "../source/options/member-value.js";
import type { OwnRules, Reading, Taken } from "../source/options/own-rules.js";
import type { FromFilter } from "../source/options/from-filter.js";
import type { After, RowChange } from "../source/options/row-change.js";
import { Registry, resourceSpec } from "../source/handlers/registry.js";
import type { SortTerm, Source } from "../source/types/source.js";
import type { JoinedFilters } from "../source/store/store.js";
import { checkScopeForm, type Through } from "../source/options/through.js";
import { checkWritable, type WritableRule } from "../source/options/writable.js";
import type { Unscoped } from "../source/options/tenant.js";
import { clientErrorOf, type ViolationTexts } from "../source/options/violation-error.js";
import type { AnyDb } from "./database/session.js";
import { CONFIG_KEYS, type StoreConfig } from "./config/store-config.js";
import { dialectOf } from "./dialects/dialects.js";
import { DrizzleStore } from "./drizzle-store.js";
import { violationOnTable } from "./tables/violations.js";
import { committed, committing, limitStatements } from "./rows/transaction.js";
import { StoredTable } from "./tables/stored-table.js";
import { type AppTenant, checkTenant, type TenantRule } from "./tables/tenant.js";
import {
  checkDatabases,
  type ColumnMap,
  noTable,
  type OneProblem,
  type SourceProblem,
  type Tables,
} from "./config/table-problems.js";
import { checkTableName, type DbTable, isDbTable } from "./declarations/table-config.js";
import { tableOfView } from "./declarations/views.js";

/** What `hasMany` and `manyToMany` give. One small type: it is compared with each of them. */
interface RelationshipMap {
  readonly [name: string]: { readonly "~kind": string };
}

/** A filter of the source's own. Undefined: no condition. */
type Filter<TCtx> = (value: never, more: { readonly ctx: TCtx; readonly db: AnyDb }) => SQL | undefined;

type Sort<TCtx> = SQL | Column | FromFilter<TCtx, SQL>;

/** Columns of a table that a write may set, each a value or SQL. */
type ValuesOf<T> = T extends { readonly $inferInsert: infer I } ? { readonly [K in keyof I]?: I[K] | SQL } : object;

/** What writes to a table may set. Hovers print the arguments: a schema of a module is short, and a table is not. */
export interface TableWrite<TTables, TName> {
  readonly values: ValuesOf<TTables[TName & keyof TTables]>;
}

/** How a resource is stored in its table. */
export interface DrizzleConfig<
  TCtx,
  TTable,
  C,
  R,
  TFilter extends string,
  TSort extends string,
  TRules = {},
  TToOne extends string = string,
> {
  /**
   * Fields whose columns have other names or forms: a column, `mapped(…)`, an SQL expression that is only read, or `countOf(…)` of
   * `trestle/source`.
   */
  readonly columns?: C;
  /** How to-many relationships are stored, where foreign keys leave a choice: `hasMany(…)` or `manyToMany(…)`. */
  readonly relationships?: R;
  /**
   * The rows that exist for a context, in every read and write. `through` of `trestle/source` makes it from a to-one relationship.
   * `"none"`: all rows, for everybody.
   */
  readonly scope?: "none" | Through<TToOne> | ((ctx: TCtx) => SQL | undefined);
  /**
   * The rows that a context may change, of those that it sees, before the write and after it. Others are a 403. If a write may leave a row
   * that it could not change, write `{ before, after }`: `after` is a rule for rows after the write, or `"any"`.
   */
  readonly writable?: WritableRule<(ctx: TCtx) => SQL | undefined>;
  /** The column with the time at which a row was deleted. A to-one still shows the row, unless `included` is "hide". */
  readonly deleted?: Column | { readonly column: Column; readonly included: "hide" };
  /** Columns of every new row that are not fields. */
  readonly values?: (ctx: TCtx) => ValuesOf<TTable>;
  /** Makes the id of a new row that neither the client nor `values` gives one. */
  readonly newId?: () => string | number;
  /** Called after each write, in its transaction, in place of the `after` of the data. It runs again if the transaction is tried again. */
  readonly after?: After<TCtx>;
  /** Filters beyond fields and operators: SQL, or the name that the filter stands for. */
  readonly filters?: {
    readonly [K in TFilter]: string | JoinedFilters | Filter<TCtx> | Reading<Filter<TCtx>>;
  } & OwnRules<TRules>;
  /** Sorts beyond fields: SQL, a column, or `fromFilter` of `trestle/source`. */
  readonly sorts?: { readonly [K in TSort]: Sort<TCtx> | Reading<Sort<TCtx>> };
  /** The order if a request names none. The id breaks ties. */
  readonly orderBy?: readonly SortTerm[];
  /** The app's own words for violated constraints, by the constraint's name or by the fields joined with `__`. */
  readonly violations?: ViolationTexts;
  /** Unique constraints that reach across scopes. Their 409 tells what other scopes contain, so they must be listed. */
  readonly acrossScopes?: readonly string[];
}

/**
 * With `scope: "required"`, every source must state its scope. With a tenant rule, one whose table lacks the tenant's column.
 *
 * @typeParam TWhy The sentence that says so, which messages print.
 */
export interface Scoped<TWhy = never> {
  readonly scope: unknown | TWhy;
}

/** What the source of each table must state under a tenant rule. */
export type ScopedWithout<TTables, TColumn extends string> = {
  readonly [K in keyof TTables]: TTables[K] extends {
    readonly _:
      | { readonly columns: { readonly [C in TColumn]: unknown } }
      | { readonly selectedFields: { readonly [C in TColumn]: unknown } };
  }
    ? unknown
    : Scoped<Unscoped<TColumn>>;
};

/** Makes sources over tables. */
export interface DrizzleData<TMember, TTables extends Tables, TScope extends Tables> {
  /**
   * Makes the source of a resource. The compiler names fields that do not fit their columns. What is wrong only at the start, `t.router`
   * throws with all other mistakes, and so does each call.
   */
  source<
    S extends AnyResourceContext,
    const C extends ColumnMap = {},
    const R extends RelationshipMap = {},
    const TFilter extends string = never,
    const TSort extends string = never,
    TRules extends object = {},
  >(
    resource: Resource<S>,
    config: [SourceProblem<S, TMember, TTables, C, R>] extends [never]
      ? DrizzleConfig<S["~context"], TTables[S["~name"]], C, R, TFilter, TSort, TRules, S["~toOne"]> &
          TScope[S["~name"]]
      : OneProblem<S, TTables, SourceProblem<S, TMember, TTables, C, R>>,
  ): Source<
    S,
    S["~context"],
    SQL,
    TableWrite<TTables, S["~name"]>,
    { readonly [K in keyof TRules]: Taken<TRules[K]> },
    TSort
  >;
  /**
   * Runs `work` in a transaction: give its context to the operations and sources that belong to it. `t.router` takes this function as
   * its option `transaction`. After a deadlock or a serialization failure it throws, and does not call `work` again: `work` may have done
   * more than change the database. Postgres cancels statements that run longer than `remaining`; SQLite does not.
   */
  readonly transaction: <TCtx extends object, T>(
    args: TransactionArgs<TCtx>,
    work: (ctx: TCtx) => Promise<T>,
  ) => Promise<T>;
  /**
   * The API error for a constraint that a query of your own broke, as the source of the table would throw it, with the words of its
   * `violations`. Undefined for other errors, and for tables without a source.
   *
   * @example
   * ```ts
   * import { drizzleData } from "trestle/drizzle";
   *
   * const data = drizzleData({ db: "db", tables: {} });
   * async function run(query: PromiseLike<unknown>) {
   *   try {
   *     await query;
   *   } catch (error) {
   *     throw data.errorOf(error) ?? error;
   *   }
   * }
   * await run(Promise.resolve());
   * ```
   */
  readonly errorOf: (error: unknown) => ReturnType<typeof clientErrorOf>;
}

export interface DrizzleOptions<TMember, TTables, TScope, TColumn extends string> {
  /** The member of the context that holds Drizzle's database or a transaction. */
  readonly db: TMember;
  /**
   * The tables by the names of their resources, and the join tables: a whole schema will do. The source of a view only reads, and names
   * the column that is unique in it. `t.router` throws for operations that write.
   *
   * @example
   * ```ts
   * import { integer, pgView, text } from "drizzle-orm/pg-core";
   * import { trestle } from "trestle";
   * import { drizzleData, tableResource } from "trestle/drizzle";
   *
   * const t = trestle<{ readonly db: unknown }>();
   * const recent = pgView("recent_notes", { id: integer().notNull(), text: text().notNull() }).existing();
   * const notes = tableResource(t, "recent", recent, { omit: [] });
   *
   * const data = drizzleData({ db: "db", tables: { recent } });
   * const source = data.source(notes, { columns: { id: recent.id } });
   * export const noteRoutes = source.routes({ getMany: true, getOne: true });
   * ```
   */
  readonly tables: TTables;
  /** `"required"`: every source states its scope, so that none can forget it. */
  readonly scope?: TScope;
  /**
   * One rule for all tables with a column that says whose a row is. Their sources show only rows of the caller's tenant, and new rows get
   * it. So do the rows of join tables. A source's own `scope` replaces the rule, and its `values` may give new rows another tenant that the
   * caller sees. A source of a table without the column must state its scope.
   *
   * @example
   * ```ts
   * import { integer, pgTable, text } from "drizzle-orm/pg-core";
   * import { drizzleData } from "trestle/drizzle";
   *
   * interface Context {
   *   readonly db: unknown;
   *   readonly team: number;
   * }
   * const notes = pgTable("notes", { id: integer().primaryKey(), text: text().notNull(), teamId: integer("team_id").notNull() });
   * const data = drizzleData({ db: "db", tables: { notes }, tenant: { column: "teamId", of: (ctx: Context) => ctx.team } });
   * ```
   */
  readonly tenant?: TenantRule<TColumn>;
  /** Encrypts cursors that hold values which some callers cannot read: 16 characters or more. */
  readonly cursorSecret?: string;
  /**
   * Makes the ids of new rows, for each table whose id is a text or a uuid without a default. An id that the client or `values` gives
   * wins. So does the `newId` of a source.
   *
   * @example
   * ```ts
   * import { drizzleData } from "trestle/drizzle";
   *
   * const data = drizzleData({ db: "db", tables: {}, newId: () => crypto.randomUUID() });
   * ```
   */
  readonly newId?: () => string;
  /**
   * Called after each write of each source, in its transaction, which a throw rolls back. `ctx.db` is the transaction: write with nothing
   * else, because it runs again if the transaction is tried again. A source's own `after` is called in place of this one. Not called for
   * what the database does by itself, such as a cascade, for members that get a new parent, and for writes without a source. The compiler
   * does not compare its context with those of the resources: write `RowChange<Context>` with the context of the API.
   *
   * @example
   * ```ts
   * import { type RowChange, drizzleData } from "trestle/drizzle";
   *
   * const log: string[] = [];
   * const after = ({ type, kind, id }: RowChange<{ db: unknown }>) => log.push(`${kind} ${type} ${id}`);
   * const data = drizzleData({ db: "db", tables: {}, after });
   * ```
   */
  readonly after?: After<never>;
  /**
   * Whether statements are prepared by name, so that Postgres plans them once for a connection. Default: true. Pass false behind pgbouncer
   * in transaction mode before 1.21, or with `max_prepared_statements = 0`. Also pass false if a plan for all values is slow for some.
   *
   * @example
   * ```ts
   * import { drizzleData } from "trestle/drizzle";
   *
   * const data = drizzleData({ db: "db", tables: {}, prepare: false });
   * ```
   */
  readonly prepare?: boolean;
}

/**
 * Makes sources for Postgres or SQLite from Drizzle's tables. One for an app: sources find each other by the names of their resources.
 *
 * @throws {TypeError} When `cursorSecret` is too short, `prepare` is not a boolean, no table has a name in `tenant`, or the tables are of several databases.
 *
 * @example
 * ```ts
 * import { eq } from "drizzle-orm";
 * import { integer, pgTable, text } from "drizzle-orm/pg-core";
 * import { NotFound, trestle } from "trestle";
 * import { drizzleData } from "trestle/drizzle";
 * import { z } from "zod";
 *
 * interface Context {
 *   readonly db: unknown;
 *   readonly tenant: number;
 * }
 * const schema = {
 *   notes: pgTable("notes", { id: integer().primaryKey(), text: text().notNull(), tenant: integer().notNull() }),
 * };
 * const notes = trestle<Context>().resource("notes", { id: z.int(), attributes: { text: z.string() } });
 *
 * const data = drizzleData({ db: "db", tables: schema });
 * const source = data.source(notes, {
 *   scope: (ctx) => eq(schema.notes.tenant, ctx.tenant),
 *   values: (ctx) => ({ tenant: ctx.tenant }),
 * });
 * const getNote = notes.getOne({ errors: [NotFound] }, source.getOne);
 * ```
 */
export function drizzleData<
  const TMember extends string,
  TTables extends Tables,
  const TScope extends "required" | undefined = undefined,
  const TColumn extends string = never,
>(
  options: DrizzleOptions<TMember, TTables, TScope, TColumn>,
): DrizzleData<
  TMember,
  TTables,
  [TColumn] extends [never]
    ? Record<string, TScope extends "required" ? Scoped : unknown>
    : ScopedWithout<TTables, TColumn>
> {
  return makeData(options) as never; // the untyped half
}

function makeData(options: DrizzleOptions<string, Tables, "required" | undefined, string>): object {
  const { prepare = true } = options;
  const tenant = options.tenant as AppTenant | undefined; // each context is the app's own
  if (typeof prepare !== "boolean") throw new TypeError("drizzleData: prepare must be a boolean.");
  checkDatabases(options.tables);
  const dialect = dialectOf(Object.values(options.tables).find(isDbTable));
  if (tenant !== undefined) checkTenant(tenant, options.tables);
  const tables = new Map<string, StoredTable>();
  const registry = new Registry();
  const cursors = new CursorCodec(options.cursorSecret);
  const session = (ctx: object) => {
    const db: unknown = (ctx as Readonly<Record<string, unknown>>)[options.db];
    if (typeof db === "object" && db !== null) {
      dialect.checkDatabase?.(db);
      return { ctx, db };
    }
    throw new TypeError(
      `drizzleData: the context's "${options.db}" is not a database of Drizzle. Set it in t.context.`,
    );
  };
  const errorOf = (error: unknown) => {
    for (const { table, columns, spec, config } of tables.values()) {
      const { violations: texts = {} } = config;
      const violation = violationOnTable(error, { table, fieldOf: (column) => columns.fieldOf(column), texts });
      const found = violation && clientErrorOf(spec, violation, texts);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const source = (resource: { routes(): unknown }, config: StoreConfig = {}) => {
    const spec = resourceSpec(resource);
    const where = `data.source(${spec.type})`;
    const { orderBy = [], violations = {} } = config;
    const entry = registry.declare(spec, (problems) => {
      const table = tableOf(where, spec.type, options.tables);
      checkOptionNames(where, config, CONFIG_KEYS);
      problems.collect(() => {
        if (options.scope === "required" && tenant === undefined && config.scope === undefined)
          throw new TypeError(`${where}: state the scope: scope: (ctx) => …, or scope: "none".`);
        checkScopeForm(spec, config.scope);
        checkWritable(spec.type, config.writable);
      });
      problems.collect(() => checkViolationRules(spec, violations));
      const stored = new StoredTable(spec, table, config, tables, { ...options, tenant, registry, problems });
      const told = config.after ?? options.after;
      // Of a statement that failed in it, Postgres would roll back the write, and report no error.
      const after =
        told && ((change: RowChange<never>) => committed(dialect, session(change.ctx).db, async () => told(change)));
      tables.set(spec.type, stored);
      const store = new DrizzleStore(stored, options.db, errorOf);
      return { spec, store, orderBy, after, members: memberValuesIn(config.columns) };
    });
    return makeSource({ registry, entry, resource, cursors, violations, session });
  };
  const transaction = ({ ctx, remaining }: TransactionArgs<object>, work: (ctx: object) => Promise<unknown>) => {
    const { db } = session(ctx);
    const run = async (tx: AnyDb) => {
      if (remaining !== undefined && dialect.failsAsWhole) await limitStatements(tx, remaining);
      return committed(dialect, tx, (tx) => work({ ...ctx, [options.db]: tx }));
    };
    return committing(dialect, db, run, errorOf);
  };
  return { source, transaction, errorOf };
}

function tableOf(where: string, type: string, tables: Tables): DbTable {
  const given = tables[type];
  if (given === undefined) throw new TypeError(`${where}: drizzleData has no table for "${type}". Add it to tables.`);
  const table = tableOfView(given) ?? given;
  if (!isDbTable(table)) throw new TypeError(`${where}: ${noTable(type, table)}`);
  checkTableName(where, table);
  return table;
}
