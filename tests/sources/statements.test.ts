import { and, between, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { bigint, customType, integer, pgEnum, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import fc from "fast-check";
import { toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany } from "trestle/drizzle";
import { fromFilter } from "trestle/source";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { runs } from "../support/runs.js";
import { startPglite } from "../support/pglite.js";

// The text of a statement is kept for later requests, for all connections and transactions of one database, and what a source makes of a
// request for later requests of its shape. A database and a source of their own make everything anew, so all must send the same.

/** Its values are SQL, and a different one for each value. */
const upper = customType<{ data: string }>({
  dataType: () => "text",
  toDriver: (value) => (value.length > 1 ? sql`upper(${value})` : sql`${value}`),
});
const kind = pgEnum("kind", ["a", "b"]);
const nodes = pgTable("nodes", {
  id: integer().primaryKey(),
  tenant: integer().notNull(),
  name: text().notNull(),
  big: bigint({ mode: "bigint" }).notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
  kind: kind(),
  code: upper().notNull(),
  parent_id: integer(),
});

interface Context {
  // biome-ignore lint/suspicious/noExplicitAny: Drizzle's database, with any driver
  readonly db: any;
  readonly scope: (ctx: Context) => SQL | undefined;
}
const resource = trestle<Context>().resource("nodes", {
  id: z.int32(),
  attributes: { name: z.string(), big: z.bigint(), at: z.date(), kind: z.enum(["a", "b"]).nullable() },
  relationships: { parent: toOne("nodes").nullable(), children: toMany("nodes", { linkage: true }) },
});
function sourceOf(isScoped: boolean) {
  const data = drizzleData({ db: "db", tables: { nodes }, cursorSecret: "a secret of this test" });
  const source = data.source(resource, {
    relationships: { children: hasMany(nodes.parent_id, { limit: 2 }) },
    ...(isScoped && { scope: (ctx: Context) => ctx.scope(ctx) }),
    filters: {
      q: (value: string, { ctx }: { ctx: Context }) => and(sql`${nodes.name} like ${value}`, ctx.scope(ctx)),
      near: (value: number) => sql`${nodes.id} > ${value}`,
    },
    sorts: { near: fromFilter("near", (value: number) => sql`abs(${nodes.tenant} - ${value})`) },
  });
  return { data, source };
}
const sources = { scoped: sourceOf(true), plain: sourceOf(false) };

const client = await startPglite();
const sent: [string, unknown[]][] = [];
const logger = { logQuery: (text: string, params: unknown[]) => void sent.push([text, params]) };
const db = drizzle({ client, logger });
beforeAll(async () => {
  await client.exec(`
    create type kind as enum ('a', 'b');
    create table nodes (id int primary key, tenant int not null, name text not null, big bigint not null, at timestamptz not null,
      kind kind, code text not null, parent_id int);
    insert into nodes select n, n % 3, 'node ' || n % 7, 9007199254740993 + n % 5, timestamptz '2026-01-01Z' + n % 4 * interval '1 day',
      case n % 3 when 0 then 'a'::kind when 1 then 'b'::kind end, (array['X', 'XY', 'Z'])[1 + n % 3], nullif(n / 3, 0)
      from generate_series(1, 40) n`);
});
afterAll(() => client.close());

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
const value = fc.integer({ min: 0, max: 4 });
const condition: fc.Arbitrary<(ctx: Context) => SQL | undefined> = fc.oneof(
  value.map((n) => () => eq(nodes.tenant, n % 3)),
  value.map((n) => () => sql`${nodes.id} = ${n % 3}`),
  value.map((n) => () => sql`${nodes.tenant} = ${sql.param(n, { mapToDriverValue: (n: number) => n + 1 })}`),
  fc.array(value, { minLength: 1, maxLength: 3 }).map((list) => () => inArray(nodes.tenant, list)),
  value.map((n) => () => sql`${nodes.tenant} = ${n % 3}`),
  value.map((n) => () => sql.raw(`"nodes"."tenant" <> ${n % 3}`)),
  value.map((n) => () => sql`${nodes.tenant} in ${[n, n + 1]}`),
  value.map((n) => () => sql`${nodes.tenant} = any(${sql.param([n, 1])})`),
  value.map((n) => () => between(nodes.at, day(n), day(n + 1))),
  value.map((n) => () => sql`${nodes.at} >= ${day(n).toISOString()}`),
  value.map((n) => () => eq(nodes.big, 9007199254740993n + BigInt(n))),
  fc.constantFrom("X", "xy", "z").map((code) => () => eq(nodes.code, code)),
  fc.constantFrom("a" as const, "b" as const, null).map((is) => () => (is ? eq(nodes.kind, is) : isNull(nodes.kind))),
  fc.constantFrom(1, null).map((n) => () => sql`coalesce(${nodes.at} = ${sql.param(n && day(n), nodes.at)}, true)`),
  value.map((n) => () => sql`${nodes.tenant} < ${sql`${n}`.inlineParams()}`),
  value.map(
    (n) => (ctx: Context) => inArray(nodes.id, ctx.db.select({ id: nodes.id }).from(nodes).where(eq(nodes.tenant, n))),
  ),
  fc.constant(() => undefined),
);
const scope = fc.oneof(
  condition,
  fc.tuple(condition, condition).map(
    ([one, other]) =>
      (ctx: Context) =>
        or(one(ctx), other(ctx)),
  ),
  fc.tuple(condition, condition, condition).map((all) => (ctx: Context) => and(...all.map((each) => each(ctx)))),
);
const request = fc.record({
  kind: fc.constantFrom("scoped" as const, "plain" as const),
  scope,
  filter: fc.oneof(
    fc.constant({}),
    value.map((n) => ({ name__contains: `${n}` })),
    fc.array(value).map((ids) => ({ id__in: ids })),
    value.map((n) => ({ q: `%${n}` })),
    value.map((n) => ({ children__name: `node ${n}`, at__gt: day(n) })),
    fc.constantFrom(null, 2).map((parent) => ({ parent })),
  ),
  near: value,
  count: fc.boolean(),
  sort: fc
    .constantFrom([], ["-at"], ["name", "-id"], ["parent__name"], ["near"])
    .map((names) =>
      names.map((name) => ({ field: name.replace("-", ""), order: name.startsWith("-") ? "desc" : "asc" })),
    ),
  page: fc.oneof(
    fc.constant(undefined),
    fc.record({ size: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ offset: value, limit: fc.integer({ min: 1, max: 9 }) }),
  ),
  include: fc
    .subarray(["parent", "children", "children__parent"])
    .map((names) => Object.fromEntries(names.map((name) => [name, true]))),
  fields: fc.constantFrom({}, { nodes: new Set(["name"]) }, { nodes: new Set(["children", "at", "kind"]) }),
});

test("a statement that was built for another request is the one that would be built for this", {
  timeout: 60_000,
}, async () => {
  const run = async ({ source }: ReturnType<typeof sourceOf>, ctx: Context, { count, ...more }: { count: boolean }) => {
    sent.length = 0;
    // biome-ignore lint/suspicious/noExplicitAny: arguments as a pipeline gives them
    const args: any = { ctx, ...more };
    // biome-ignore lint/suspicious/noExplicitAny: a page by cursor has cursors
    const { data, cursors, total }: any = await source.getMany(args, { count });
    const after = cursors?.next;
    const next = after && (await source.getMany({ ...args, page: { ...args.page, after } }, { count })).data;
    const one = await source.getOne({ ...args, id: 7 }).catch((error: Error) => error.message);
    return { data, next, total, one, sent: sent.filter(([text]) => !text.includes("savepoint")) }; // of the read after a cursor
  };
  const sorted = (run: { sent: [string, unknown[]][] }) => run.sent.map((each) => JSON.stringify(each, big)).sort();
  await fc.assert(
    fc.asyncProperty(request, async ({ kind, scope, near, filter, ...rest }) => {
      const ctx = { db, scope };
      const more = { ...rest, filter: { ...filter, ...(rest.sort[0]?.field === "near" && { near }) } };
      const own = sources[kind];
      const kept = await run(own, ctx, more);
      const anew = await run(sourceOf(kind === "scoped"), { ...ctx, db: drizzle({ client, logger }) }, more);
      const within = await own.data.transaction({ ctx }, (ctx) => run(own, ctx, more));
      for (const other of [anew, within]) {
        expect(kept.data).toEqual(other.data);
        expect(kept.next).toEqual(other.next);
        expect(kept.total).toBe(other.total);
        expect(kept.one).toEqual(other.one);
        expect(sorted(kept)).toEqual(sorted(other));
      }
    }),
    { numRuns: runs(70), seed: Number(process.env.SEED ?? 16) },
  );
});

const big = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);

test("it is built once", async () => {
  let built = 0;
  const count = () => {
    built++;
    return "name";
  };
  const table = pgTable("nodes", { id: integer().primaryKey(), name: text().notNull() });
  Object.defineProperty(table.name, "name", { get: count, configurable: true });
  const own = drizzleData({ db: "db", tables: { nodes: table } });
  const things = trestle<Context>().resource("nodes", { id: z.int32(), attributes: { name: z.string() } });
  const { getOne } = own.source(things, {});
  const ctx = { db, scope: () => undefined };
  const names: unknown[] = [];
  const counts: number[] = [];
  for (const id of [1, 2, 3]) {
    built = 0;
    names.push((await getOne({ ctx, id })).data.name);
    counts.push(built);
  }
  expect(names).toEqual(["node 1", "node 2", "node 3"]);
  expect([(counts[0] ?? 0) > 0, ...counts.slice(1)]).toEqual([true, 0, 0]);
});
