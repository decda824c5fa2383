import type { AnyResourceContext } from "../define/types/resource-context.js";
import type { Resource } from "../define/types/resource.js";
import type { TransactionArgs } from "../define/types/router-options.js";
import {
  checkConfigNames,
  checkOrderBy,
  checkViolationFields,
  checkViolationRules,
} from "../source/options/config-names.js";
import { CursorCodec } from "../source/handlers/cursor.js";
import { makeSource } from "../source/make-source.js";
import type { Taken } from "../source/options/own-rules.js";
import { Registry, resourceSpec } from "../source/handlers/registry.js";
import type { After } from "../source/options/row-change.js";
import type { Source } from "../source/types/source.js";
import { checkScopeForm } from "../source/options/through.js";
import { checkWritable } from "../source/options/writable.js";
import { checkColumns, checkKeys, type MemoryConfig, type Predicate, type StoreConfig } from "./config.js";
import type { KnownRow, MemoryRow } from "./memory-row.js";
import { RowStore } from "./row-store.js";
import { MemoryRows } from "./memory-rows.js";
import type { MemoryTenant } from "./tenant.js";
import { Transactions } from "./transactions.js";

/** Makes sources whose rows are in memory. */
export interface MemoryData {
  /** Makes the source of a resource. `t.router` throws what is wrong with it, together with all other mistakes. So does each call. */
  source<
    S extends AnyResourceContext,
    const TFilter extends string = never,
    const TSort extends string = never,
    TFirst extends object = never,
    TValues extends KnownRow<S>["values"] = {},
    TRules extends object = {},
    const TComputed extends string = never,
  >(
    resource: Resource<S>,
    config?: MemoryConfig<S, TFirst, TValues, TFilter, TSort, TRules, TComputed>,
  ): Source<
    S,
    S["~context"],
    Predicate<MemoryRow<S, TFirst, TValues>["row"]>,
    MemoryWrite<MemoryRow<S, TFirst, TValues>["row"]>,
    { readonly [K in keyof TRules]: Taken<TRules[K]> },
    TSort
  >;
  /**
   * Runs `work` in a transaction: give its context to the operations and sources that belong to it. `t.router` takes this function as
   * its option `transaction`.
   */
  readonly transaction: <TCtx extends object, T>(
    args: TransactionArgs<TCtx>,
    work: (ctx: TCtx) => Promise<T>,
  ) => Promise<T>;
}

/** What a write may set beyond the input. */
export interface MemoryWrite<TRow> {
  readonly values: Partial<TRow>;
}

interface MemoryOptions {
  /** Encrypts cursors that hold values which some callers cannot read: 16 characters or more. */
  readonly cursorSecret?: string;
  /**
   * One rule for all resources whose rows have a column that says whose a row is. Their sources show only rows of the caller's tenant, and
   * new rows get it. A source's own `scope` replaces the rule, and its `values` may give new rows another tenant that the caller sees.
   * A source whose rows lack the column must state its scope.
   *
   * @example
   * ```ts
   * import { memoryData } from "trestle/memory";
   *
   * const data = memoryData({ tenant: { column: "team", of: (ctx: { team: number }) => ctx.team } });
   * ```
   */
  readonly tenant?: MemoryTenant;
  /** Makes the ids of new rows, for each resource whose ids are texts. Default: uuids. The `newId` of a source wins. */
  readonly newId?: () => string;
  /** Called after each write of each source, in its transaction, which a throw rolls back. The `after` of a source is called in its place. */
  readonly after?: After<never>;
}

/**
 * Keeps rows in memory, for tests, examples and first steps. The semantics are those of Postgres. Transactions run one at a time.
 *
 * @example
 * ```ts
 * import { NotFound, trestle } from "trestle";
 * import { memoryData } from "trestle/memory";
 * import { z } from "zod";
 *
 * const t = trestle<{ tenant: number }>();
 * const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() }, createFields: ["text"] });
 * const data = memoryData();
 * const source = data.source(notes, {
 *   rows: [{ id: 1, text: "Hello", tenant: 7 }],
 *   scope: (ctx) => (row) => row.tenant === ctx.tenant,
 *   values: (ctx) => ({ tenant: ctx.tenant }),
 * });
 * const getNote = notes.getOne({ errors: [NotFound] }, source.getOne);
 *
 * const { data: note } = await getNote({ ctx: { tenant: 7 }, id: 1 });
 * if (note.text !== "Hello") throw new Error("unreachable");
 * ```
 */
export function memoryData(options: MemoryOptions = {}): MemoryData {
  warnInProduction();
  const types = new Map<string, MemoryRows>();
  const registry = new Registry();
  const transactions = new Transactions(types);
  const cursors = new CursorCodec(options.cursorSecret);
  const session = (ctx: object) => ({ ctx, db: transactions.of(ctx) });
  const source = (resource: { routes(): unknown }, given: StoreConfig = {}) => {
    const spec = resourceSpec(resource);
    const shared = spec.idKind !== "int" && options.newId ? { newId: options.newId } : {};
    const config: StoreConfig = { ...shared, ...given };
    const { orderBy = [], sorts = {}, columns, relationships, violations = {}, unique = [] } = config;
    const entry = registry.declare(spec, (problems) => {
      checkKeys(spec.type, given);
      problems.collect(() => checkScopeForm(spec, given.scope));
      problems.collect(() => checkWritable(spec.type, given.writable));
      problems.collect(() => checkColumns(spec, config));
      problems.collect(() => checkOrderBy(spec, orderBy, sorts));
      problems.collect(() => checkConfigNames(spec, { columns, relationships }));
      problems.collect(() => checkViolationFields(spec, violations, unique.flat()));
      problems.collect(() => checkViolationRules(spec, violations));
      const rows = new MemoryRows(spec, config, types, { registry, tenant: options.tenant });
      types.set(spec.type, rows);
      const after = config.after ?? options.after;
      return { spec, store: new RowStore(rows, transactions), orderBy, after, members: rows.computed };
    });
    return makeSource({ registry, entry, resource, cursors, violations, session });
  };
  const transaction = ({ ctx }: TransactionArgs<object>, work: (ctx: object) => Promise<unknown>) =>
    transactions.run(session(ctx), (session) => work(session.ctx));
  return { source, transaction } as unknown as MemoryData; // the untyped half
}

let hasWarned = false;

function warnInProduction(): void {
  const { process } = globalThis as { process?: { env: Record<string, string | undefined> } };
  if (hasWarned || process?.env.NODE_ENV !== "production") return;
  hasWarned = true;
  console.warn("memoryData keeps rows in memory: they are lost when the process ends. Use a database in production.");
}
