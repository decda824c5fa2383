import { and, eq, exists, gt, type SQL, sql } from "drizzle-orm";
import { boolean, customType, integer, pgSchema, primaryKey, text } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import fc from "fast-check";
import { toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";
import { runs } from "../support/runs.js";

// SQL that an app supplies has operators of its own. No operator next to it may take it apart: the rows must be those of the same SQL in
// parentheses.

/** Its values are compared as SQL that contains an operator. */
const coded = customType<{ data: string }>({
  dataType: () => "boolean",
  toDriver: (value) => sql`${value}::text = 'yes' or ${value}::text = 'on'`,
});
const app = pgSchema("app");
const jobs = app.table("jobs", {
  id: integer().primaryKey(),
  tenant: integer().notNull(),
  title: text().notNull(),
  state: text().notNull(),
  late: boolean().notNull(),
  urgent: boolean(),
  size: integer(),
  code: coded().notNull(),
  boss_id: integer(),
});
const links = app.table("links", { one: integer(), other: integer() }, (t) => [
  primaryKey({ columns: [t.one, t.other] }),
]);

interface Context {
  readonly db: unknown;
  readonly tenant: number;
  readonly scope: SQL | undefined;
  readonly writable: SQL | undefined;
  readonly q: SQL;
}
const resource = trestle<Context>().resource("jobs", {
  id: z.int32(),
  attributes: { title: z.string(), done: z.boolean().nullable(), rank: z.int().nullable(), code: z.string() },
  relationships: {
    boss: toOne("jobs").nullable(),
    workers: toMany("jobs", { linkage: true }),
    friends: toMany("jobs", { linkage: true }),
  },
});

const client = await startPglite();
const db = drizzle({ client });
const create = `
  create schema app; set search_path = app;
  create table jobs (id int primary key, tenant int not null, title text not null, state text not null, late boolean not null, urgent boolean,
    size int, code boolean not null, boss_id int);
  create table links (one int, other int, primary key (one, other));`;
const fill = `
  truncate jobs; truncate links;
  insert into jobs select n, n % 2, 'job ' || n, (array['new', 'done', 'old'])[1 + n % 3], n % 5 < 2, nullif(n % 4, 0) > 1,
    nullif(n % 7, 3), n % 3 = 0, nullif((n * 5) % 17, 0) from generate_series(1, 16) n;
  insert into links select a, b from generate_series(1, 16) a, generate_series(1, 16) b where (a * b) % 5 = 1;`;
beforeAll(async () => {
  await client.exec(create);
  await client.exec(fill);
});
afterAll(() => client.close());

/** SQL as a text for the comparison. `@name` stands for a column. */
type Text = string;
const linked = db
  .select({ one: links.one })
  .from(links)
  .where(and(eq(links.one, jobs.id), gt(links.other, 9)));
const columns: Record<string, unknown> = { ...jobs, linked: exists(linked) };

/** The same text as an app writes it: with Drizzle's columns, and with parameters for texts. */
function written(text: Text): SQL {
  const parts = text.split(/(@\w+|'\w+')/).map((part) => {
    if (part.startsWith("@")) return sql`${columns[part.slice(1)]}`;
    return part.startsWith("'") ? sql`${part.slice(1, -1)}` : sql.raw(part);
  });
  return sql.join(parts);
}
const byHand = (text: Text): string =>
  text.includes("@linked")
    ? byHand(text.replaceAll("@linked", "exists (select 1 from links l where l.one = @id and l.other > 9)"))
    : `(${text.replace(/@(\w+)/g, '"jobs"."$1"')}\n)`;

const atom = fc.oneof(
  fc.integer({ min: 0, max: 1 }).map((n) => `@tenant = ${n}`),
  fc.integer({ min: 0, max: 6 }).map((n) => `@size > ${n}`),
  fc.integer({ min: 1, max: 16 }).map((n) => `@id between ${n} and ${n + 5}`),
  fc.constantFrom(
    "@late",
    "@urgent",
    "@linked",
    "not @linked",
    "@state = 'done'",
    "@state in ('new', 'old')",
    "@title like 'job' || '%'",
    "@size is null",
    "@size is distinct from 2",
    "coalesce(@size, 0) >= 3",
    "@id in (select b.boss_id from jobs b where b.tenant = 1 or b.late)",
    "exists (select 1 from links l where l.one = @id and l.other > 9)",
    "case when @late then @tenant = 1 else @urgent end",
    "not @late",
    "(@late) = (@size > 2)",
    "(@urgent) is not true",
    "true",
  ),
);
const comment = fc.constantFrom("", "", " -- or true", " -- (");
const condition: fc.Arbitrary<Text> = fc
  .tuple(atom, fc.array(fc.tuple(fc.constantFrom(" or ", " and ", " or not "), atom), { maxLength: 3 }), comment)
  .map(([first, more, end]) => first + more.map(([join, text]) => `${join}${text}`).join("") + end);
const number = fc.constantFrom(
  "@size",
  "@size + 1",
  "@size - @tenant",
  "case when @late then 1 else @size end",
  "coalesce(@size, 0) % 3",
  "(select count(*)::int from links l where l.one = @id)",
  "@size -- + 1",
);
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 4 });

const appOf = fc.record({
  tenant: fc.integer({ min: 0, max: 1 }),
  scope: condition,
  writable: optional(condition),
  done: condition,
  rank: number,
  q: condition,
});
type App = typeof appOf extends fc.Arbitrary<infer T> ? T : never;

/** A source with SQL of an app in every place that takes it, and the context that goes with it. */
function sourceOf({ tenant, scope, writable, done, rank, q }: App) {
  const data = drizzleData({ db: "db", tables: { jobs } });
  const source = data.source(resource, {
    columns: {
      done: sql<boolean | null>`${written(done)}`,
      rank: sql<number | null>`${written(rank)}`,
      boss: jobs.boss_id,
    },
    relationships: { workers: hasMany(jobs.boss_id), friends: manyToMany(links, { from: links.one, to: links.other }) },
    scope: (ctx) => ctx.scope,
    writable: (ctx) => ctx.writable,
    filters: { q: (_: boolean, { ctx }) => ctx.q },
    sorts: { weight: sql<number | null>`${written(rank)}`, flag: sql<boolean | null>`${written(done)}` },
  });
  const inScope = `@tenant = ${tenant} and @id > 0 or @tenant = 2 or @tenant = ${tenant} and ${byHand(scope)}`;
  const ctx: Context = {
    db,
    tenant,
    scope: written(inScope),
    writable: writable === undefined ? undefined : written(writable),
    q: written(q),
  };
  return { data, source, ctx, inScope };
}

const ids = async (where: string, order = "id") =>
  (await client.query<{ id: number }>(`select id from jobs where ${where} order by ${order}`)).rows.map(({ id }) => id);
// biome-ignore lint/suspicious/noExplicitAny: arguments as a pipeline gives them
const given = (args: object): any => ({ filter: {}, sort: [], include: {}, fields: {}, page: undefined, ...args });

const value = fc.constantFrom(true, false);
const filter = fc.record(
  {
    q: fc.constant(true),
    done: value,
    done__ne: value,
    done__isnull: value,
    done__in: fc.constantFrom([true], [true, false], [false, null]),
    rank__gt: fc.integer({ min: 0, max: 3 }),
    rank: fc.integer({ min: 0, max: 3 }),
    code: fc.constantFrom("yes", "no"),
    code__ne: fc.constantFrom("yes", "no"),
    code__in: fc.constantFrom(["yes", "no"], ["on"]),
    boss__done: value,
  },
  { requiredKeys: [] },
);

/** A filter in SQL, by hand. */
function filterByHand(name: string, value: unknown, { q, done, rank }: App, inScope: Text): string {
  const [left, right] = [byHand(done), byHand(rank)];
  const code = (text: unknown) => String(text === "yes" || text === "on");
  switch (name) {
    case "q":
      return byHand(q);
    case "done":
      return `${left} = ${value}`;
    case "done__ne":
      return `${left} is distinct from ${value}`;
    case "done__isnull":
      return `${left} is ${value ? "" : "not "}null`;
    case "done__in":
      return `(${(value as unknown[]).map((each) => (each === null ? `${left} is null` : `${left} = ${each}`)).join(" or ")})`;
    case "rank":
      return `${right} = ${value}`;
    case "rank__gt":
      return `${right} > ${value}`;
    case "code":
      return `code = ${code(value)}`;
    case "code__ne":
      return `code is distinct from ${code(value)}`;
    case "code__in":
      return `code in (${(value as unknown[]).map(code).join(", ")})`;
    default:
      return `boss_id in (select id from jobs where ${left} = ${value} and ${byHand(inScope)})`;
  }
}

test("reads find the rows that the app's SQL finds in parentheses", async () => {
  const sorts = fc.constantFrom("id", "done", "rank", "weight", "flag", "title");
  const request = fc.record({ app: appOf, filter, where: optional(condition), sort: sorts, desc: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(request, async ({ app, filter, where, sort, desc }) => {
      const { source, ctx, inScope } = sourceOf(app);
      const filters = Object.entries(filter).map(([name, value]) => filterByHand(name, value, app, inScope));
      const all = [byHand(inScope), ...(where === undefined ? [] : [byHand(where)]), ...filters].join(" and ");
      const expressions: Record<string, string> = { rank: app.rank, weight: app.rank, done: app.done, flag: app.done };
      const expression = byHand(expressions[sort] ?? `@${sort}`);
      const expected = await ids(all, `${expression} ${desc ? "desc" : "asc"}, id`);
      const rules = where === undefined ? {} : { where: written(where) };
      const order = [{ field: sort, order: desc ? "desc" : "asc" }];
      const list = given({ ctx, filter, sort: order, page: { offset: 0, limit: 20 } });
      const { data, total } = (await source.getMany(list, rules)) as unknown as {
        data: { id: number }[];
        total: number;
      };
      expect(data.map(({ id }) => id)).toEqual(expected);
      expect(total).toBe(expected.length);

      // A cursor needs the types of its keys.
      const keys = ["weight", "flag", "done", "rank"].includes(sort) ? [] : order;
      const inOrder = keys.length === 0 ? await ids(all) : expected;
      const met: number[] = [];
      let page: object | undefined = {};
      while (page && met.length <= 16) {
        const args = given({ ctx, filter, sort: keys, page: { size: 4, ...page } });
        const found = (await source.getMany(args, rules)) as unknown as {
          data: { id: number }[];
          links?: { next: { page: object } | null };
        };
        met.push(...found.data.map(({ id }) => id));
        page = found.links?.next?.page;
      }
      expect(met).toEqual(inOrder);
    }),
    { numRuns: runs(20), seed: Number(process.env.SEED ?? 23) },
  );
});

test("rows of other tenants are not read, linked or included", async () => {
  await fc.assert(
    fc.asyncProperty(fc.record({ app: appOf, id: fc.integer({ min: 1, max: 16 }) }), async ({ app, id }) => {
      const { source, ctx, inScope } = sourceOf(app);
      const seen = new Set(await ids(byHand(inScope)));
      const include = { boss: true, workers: true, friends: true };
      const read = source.getOne(given({ ctx, id, include }));
      if (!seen.has(id)) {
        await expect(read).rejects.toThrow();
        return;
      }
      const { data } = (await read) as unknown as {
        data: {
          done: unknown;
          rank: unknown;
          workers: { id: number }[];
          friends: { id: number }[];
          boss: { id: number } | null;
        };
      };
      const [row] = (
        await client.query(`select ${byHand(app.done)} as done, ${byHand(app.rank)} as rank from jobs where id = ${id}`)
      ).rows as { done: unknown; rank: unknown }[];
      expect([data.done, data.rank]).toEqual([row?.done, row?.rank]);
      const members = {
        workers: `boss_id = ${id}`,
        friends: `id in (select other from links where one = ${id})`,
      } as const;
      for (const name of ["workers", "friends"] as const) {
        const expected = await ids(`${members[name]} and ${byHand(inScope)}`);
        const related = await source.getRelated(name)(given({ ctx, id }));
        expect((related.data as { id: number }[]).map((each) => each.id)).toEqual(expected);
        const linked = await source.getRelationship(name)(given({ ctx, id }));
        expect(
          (linked.data as (number | { id: number })[]).map((each) => (typeof each === "object" ? each.id : each)),
        ).toEqual(expected);
      }
    }),
    { numRuns: runs(20), seed: Number(process.env.SEED ?? 23) },
  );
});

test("no write leaves a row where its writer does not see it or may not change it", async () => {
  const id = fc.integer({ min: 1, max: 16 });
  const kind = fc.constantFrom("create", "move", "edit workers", "add workers", "reset workers", "remove workers");
  const request = fc.record({
    app: appOf,
    id,
    boss: fc.option(id, { nil: null }),
    kind,
    values: fc.record(
      { size: fc.option(fc.integer({ min: 0, max: 6 }), { nil: null }), urgent: fc.boolean() },
      { requiredKeys: [] },
    ),
    members: fc.uniqueArray(id, { maxLength: 3 }),
  });
  const rows = async () =>
    (await client.query<{ readonly id: number }>("select * from jobs order by id")).rows.map(
      (row) => [row.id, JSON.stringify(row)] as const,
    );
  const initial = await rows();
  const changed = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ app, id, boss, kind, values, members }) => {
      const { data, source, ctx, inScope } = sourceOf(app);
      const may = [byHand(inScope), byHand(app.writable ?? "true")].join(" and ");
      const before = new Set(await ids(may));
      const related = given({ ctx, id, related: members });
      const run = (work: (ctx: Context) => Promise<unknown>) => data.transaction({ ctx }, work);
      const work = {
        create: () =>
          run((ctx) =>
            source.createOne(given({ ctx, input: { id: 99, title: "new", code: "yes", boss, workers: members } }), {
              values: { tenant: 1, state: "new", late: false, ...values },
            }),
          ),
        move: () => source.editOne(given({ ctx, id, input: { boss } }), { values }),
        "edit workers": () => source.editOne(given({ ctx, id, input: { workers: members } })),
        "add workers": () => source.addToRelationship("workers")(related),
        "reset workers": () => source.resetRelationship("workers")(related),
        "remove workers": () => source.removeFromRelationship("workers")(related),
      }[kind] as () => Promise<unknown>;
      const isDone = await work().then(
        () => true,
        (error: Error & { readonly status?: number }) => {
          if (error.status === undefined || error.status >= 500) throw error;
          return false;
        },
      );
      const after = await rows();
      const allowed = new Set(await ids(may));
      await client.exec(fill);
      if (!isDone) {
        expect(after).toEqual(initial);
        return;
      }
      changed.set(kind, (changed.get(kind) ?? 0) + 1);
      const known = new Map(initial);
      for (const [row, text] of after) {
        if (known.get(row) === text) continue;
        if (known.has(row)) expect(before).toContain(row);
        expect(allowed).toContain(row);
      }
    }),
    { numRuns: runs(150), seed: Number(process.env.SEED ?? 23) },
  );
  expect(changed.size).toBeGreaterThan(3);
});

test("writes change only the row that is in scope, may be changed, and fits their condition", async () => {
  const id = fc.integer({ min: 1, max: 16 });
  const kind = fc.constantFrom("edit", "delete", "reset workers", "reset friends", "remove workers");
  const request = fc.record({
    app: appOf,
    id,
    when: optional(condition),
    kind,
    members: fc.uniqueArray(id, { maxLength: 3 }),
  });
  const state = async () => {
    const rows = (await client.query<{ id: number }>("select * from jobs order by id")).rows;
    const pairs = (await client.query("select * from links order by one, other")).rows;
    return { rows, pairs };
  };
  const initial = await state();
  const changed = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ app, id, when, kind, members }) => {
      const { source, ctx, inScope } = sourceOf(app);
      const isOne = kind === "edit" || kind === "delete"; // only they take `when`
      const may = [byHand(inScope), byHand(app.writable ?? "true"), byHand((isOne && when) || "true")];
      const mayChange = (await ids([`id = ${id}`, ...may].join(" and "))).length > 0;
      const seen = new Set(await ids(byHand(inScope)));
      const rules = when === undefined ? {} : { when: written(when) };
      const work = {
        edit: () => source.editOne(given({ ctx, id, input: { title: "changed" } }), rules),
        delete: () => source.deleteOne({ ctx, id }, rules),
        "reset workers": () => source.resetRelationship("workers")(given({ ctx, id, related: members })),
        "reset friends": () => source.resetRelationship("friends")(given({ ctx, id, related: members })),
        "remove workers": () => source.removeFromRelationship("workers")(given({ ctx, id, related: members })),
      }[kind] as () => Promise<unknown>;
      const isDone = await work().then(
        () => true,
        (error: Error & { status?: number }) => {
          if (error.status === undefined || error.status >= 500) throw error;
          return false;
        },
      );
      const after = await state();
      await client.exec(fill);
      if (!isDone) {
        expect(after).toEqual(initial);
        if (isOne) expect(mayChange).toBe(false);
        return;
      }
      changed.set(kind, (changed.get(kind) ?? 0) + 1);
      expect(mayChange).toBe(true);
      const left = new Map(after.rows.map((row) => [row.id, row]));
      for (const row of initial.rows) {
        const touched = isOne ? row.id === id : seen.has(row.id);
        if (!touched) expect(left.get(row.id)).toEqual(row);
      }
      for (const pair of initial.pairs as { one: number; other: number }[]) {
        const touched = kind === "reset friends" && pair.one === id && seen.has(pair.other);
        if (!touched) expect(after.pairs).toContainEqual(pair);
      }
    }),
    { numRuns: runs(80), seed: Number(process.env.SEED ?? 23) },
  );
  expect(changed.size).toBeGreaterThan(3);
});
