import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { foreignKey, integer, pgSchema, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { toMany, trestle } from "trestle";
import { drizzleData, manyToMany } from "trestle/drizzle";
import { expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";
import { routed } from "../support/routed.js";

interface Context {
  readonly db: unknown;
}
const plans = trestle<Context>().resource("plans", { id: z.string(), attributes: { title: z.string() } });
const columns = { name: text().notNull(), region: text().notNull(), title: text().notNull() };

test("an id that may be in several rows, or that is an expression, is refused at the start", () => {
  const composite = pgTable("plans", columns, (t) => [primaryKey({ columns: [t.name, t.region] })]);
  const partial = pgTable("plans", columns, (t) => [uniqueIndex("some").on(t.name).where(sql`region = 'eu'`)]);
  const expression = pgTable("plans", columns, (t) => [uniqueIndex("more").on(t.name, sql`lower(title)`)]);
  for (const table of [composite, partial, expression, pgTable("plans", columns)]) {
    const data = drizzleData({ db: "db", tables: { plans: table } });
    expect(() => routed(plans, data.source(plans, { columns: { id: table.name } }))).toThrow(
      /"name" is not unique in "plans"/,
    );
  }
  const data = drizzleData({ db: "db", tables: { plans: composite } });
  const id = sql<string>`${composite.name} || ${composite.region}`;
  expect(() => routed(plans, data.source(plans, { columns: { id } }))).toThrow("the id is an SQL expression");
});

test("a primary key, a unique column, a unique constraint and a unique index make an id", () => {
  const { region, title } = columns;
  const tables = [
    pgTable("plans", { region, title, name: text().primaryKey() }),
    pgTable("plans", { region, title, name: text().notNull().unique() }),
    pgTable("plans", columns, (t) => [primaryKey({ columns: [t.name] })]),
    pgTable("plans", columns, (t) => [uniqueIndex("names").on(t.name)]),
  ] as const;
  for (const table of tables) {
    const data = drizzleData({ db: "db", tables: { plans: table } });
    expect(() => routed(plans, data.source(plans, { columns: { id: table.name } }))).not.toThrow();
  }
});

test("a part of a key is implied only by a scope that compares it with one value", async () => {
  const { region } = columns;
  const table = pgTable("plans", { name: text().notNull(), region, title: text().notNull() }, (t) => [
    primaryKey({ columns: [t.name, t.region] }),
  ]);
  const source = (scope: (ctx: { readonly region: string }) => SQL | undefined) => {
    const app = trestle<Context & { readonly region: string }>();
    const plans = app.resource("plans", { id: z.string(), attributes: { title: z.string() } });
    const data = drizzleData({ db: "db", tables: { plans: table } });
    return routed(plans, data.source(plans, { columns: { id: table.name }, scope }));
  };
  for (const scope of [
    (ctx: { readonly region: string }) => eq(table.region, ctx.region),
    (ctx: { readonly region: string }) => and(eq(table.region, ctx.region), isNull(table.title)),
    (ctx: { readonly region: string }) => and(isNull(table.title), and(eq(table.region, ctx.region))),
    (ctx: { readonly region: string }) => sql`${table.region} = ${ctx.region}`,
    (ctx: { readonly region: string }) => sql`(${table.region} = ${ctx.region})`,
    (ctx: { readonly region: string }) => eq(table.region, ctx.region.toUpperCase().slice(0, 2)),
    (ctx: { readonly region: string }) => eq(table.region, `${ctx.region}`),
  ]) {
    expect(() => source(scope)).not.toThrow();
  }
  for (const scope of [
    () => or(eq(table.region, "eu"), eq(table.region, "us")),
    () => and(or(eq(table.region, "eu"), eq(table.region, "us")), isNull(table.title)),
    () => inArray(table.region, ["eu", "us"]),
    () => eq(table.region, table.title),
    () =>
      and(eq(pgSchema("old").table("plans", { region: text() }).region, "eu"), sql`exists (select 1 from old.plans)`),
    () => eq(table.region, sql`${table.title}`),
    () => sql`${table.region} = ${"eu"} or true`,
    () => sql`not ${table.region} = ${"eu"}`,
    () => sql`${eq(table.region, "eu")} or ${eq(table.region, "us")}`,
    () => sql`${eq(table.title, "a")} and ${eq(table.region, "eu")} or ${eq(table.region, "us")}`,
    () => undefined,
  ]) {
    expect(() => source(scope)).toThrow('"name" is not unique in "plans"');
  }

  const client = await startPglite();
  await client.exec(`create table plans (name text, region text, title text not null, primary key (name, region));
    insert into plans values ('free', 'eu', 'a'), ('free', 'us', 'b')`);
  const plans = source((ctx) => (ctx.region === "all" ? undefined : eq(table.region, ctx.region)));
  const db = drizzle({ client });
  const input = { title: "c" };
  await plans.editOne({ ctx: { db, region: "eu" }, id: "free", input });
  const asAll = plans.editOne({ ctx: { db, region: "all" }, id: "free", input: { title: "d" } });
  await expect(asAll).rejects.toThrow('The id of "plans" is unique only together with "region"');
  const { rows } = await client.query("select title from plans order by region");
  expect(rows).toEqual([{ title: "c" }, { title: "b" }]);
  await client.close();
});

test("a join table declares its foreign keys apart from its columns, and each pair has values of its own", async () => {
  const notes = pgTable("notes", { id: integer().primaryKey() });
  const tags = pgTable("tags", { id: integer().primaryKey() });
  const pairs = pgTable("pairs", { note: integer(), tag: integer(), number: integer() }, (t) => [
    primaryKey({ columns: [t.note, t.tag] }),
    foreignKey({ columns: [t.note], foreignColumns: [notes.id] }),
    foreignKey({ columns: [t.tag], foreignColumns: [tags.id] }),
  ]);
  const client = await startPglite();
  await client.exec(`create table notes (id int primary key); create table tags (id int primary key);
    create table pairs (note int references notes, tag int references tags, number int unique, primary key (note, tag));
    insert into notes values (1); insert into tags values (1), (2), (3)`);
  const data = drizzleData({ db: "db", tables: { notes, tags } });
  const app = trestle<Context>();
  const note = app.resource("notes", { id: z.int32(), attributes: {}, relationships: { tags: toMany("tags") } });
  const tag = app.resource("tags", { id: z.int32(), attributes: {} });
  let last = 0;
  const source = data.source(note, {
    relationships: { tags: manyToMany(pairs, { values: () => ({ number: ++last }) }) },
  });
  data.source(tag, {});
  const ctx = { db: drizzle({ client }) };
  await source.addToRelationship("tags")({ ctx, id: 1, related: [1, 2, 3] });
  const { rows } = await client.query("select note, tag, number from pairs order by tag");
  expect(rows).toEqual([1, 2, 3].map((n) => ({ note: 1, tag: n, number: n })));
  await client.close();
});

test("pairs with many columns are inserted in several statements: one has at most 65 535 parameters", async () => {
  const notes = pgTable("notes", { id: integer().primaryKey() });
  const tags = pgTable("tags", { id: integer().primaryKey() });
  const own = { a: integer(), b: integer(), c: integer(), d: integer(), e: integer() };
  const pairs = pgTable("pairs", { note: integer(), tag: integer(), ...own }, (t) => [
    primaryKey({ columns: [t.note, t.tag] }),
  ]);
  const client = await startPglite();
  await client.exec(`create table notes (id int primary key); create table tags (id int primary key);
    create table pairs (note int, tag int, a int, b int, c int, d int, e int, primary key (note, tag));
    insert into notes values (1); insert into tags select generate_series(1, 10000)`);
  const app = trestle<Context>();
  const note = app.resource("notes", { id: z.int32(), attributes: {}, relationships: { tags: toMany("tags") } });
  const data = drizzleData({ db: "db", tables: { notes, tags } });
  const values = () => ({ a: 1, b: 2, c: 3, d: 4, e: 5 });
  const members = manyToMany(pairs, { from: pairs.note, to: pairs.tag, values });
  const source = data.source(note, { relationships: { tags: members } });
  data.source(app.resource("tags", { id: z.int32(), attributes: {} }), {});
  const related = Array.from({ length: 10_000 }, (_, index) => index + 1);
  await source.resetRelationship("tags")({ ctx: { db: drizzle({ client }) }, id: 1, related });
  const { rows } = await client.query("select count(*)::int as count, sum(e)::int as sum from pairs");
  expect(rows).toEqual([{ count: 10_000, sum: 50_000 }]);
  await client.close();
});
