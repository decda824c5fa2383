import { type Column, getTableColumns } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { BadRequest, trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { expect, test } from "vitest";
import { z } from "zod";
import { OPERATORS } from "../../src/source/store/store.js";
import { startPglite } from "../support/pglite.js";
import { routed } from "../support/routed.js";

// What the start lets pass has an answer: no operator and no sort of any type of Postgres is a 500.

const custom = (type: string) => pg.customType<{ data: unknown }>({ dataType: () => type })();
const mood = pg.pgEnum("mood", ["good", "bad"]);
const scalars = () => ({
  small: pg.smallint(),
  whole: pg.integer(),
  large: pg.bigint({ mode: "number" }),
  larger: pg.bigint({ mode: "bigint" }),
  exact: pg.numeric({ precision: 8, scale: 2 }),
  exact_number: pg.numeric({ mode: "number" }),
  single: pg.real(),
  double: pg.doublePrecision(),
  flag: pg.boolean(),
  words: pg.text(),
  short: pg.varchar({ length: 3 }),
  fixed: pg.char({ length: 3 }),
  key: pg.uuid(),
  day: pg.date({ mode: "string" }),
  day_date: pg.date({ mode: "date" }),
  at: pg.timestamp({ withTimezone: true }),
  at_text: pg.timestamp({ mode: "string" }),
  clock: pg.time(),
  span: pg.interval(),
  address: pg.inet(),
  block: pg.cidr(),
  mac: pg.macaddr(),
  mac8: pg.macaddr8(),
  plain: pg.json(),
  binary: pg.jsonb(),
  place: pg.point(),
  place_xy: pg.point({ mode: "xy" }),
  edge: pg.line(),
  feeling: mood(),
  search: custom("tsvector"),
  markup: custom("xml"),
  bits: custom("bit(3)"),
  cash: custom("money"),
  ring: custom("circle"),
  square: custom("box"),
  area: custom("polygon"),
  route: custom("path"),
  cut: custom("lseg"),
  range: custom("int4range"),
  oid: custom("oid"),
});
const arrays = () => ({
  wholes: pg.integer().array(),
  larges: pg.bigint({ mode: "bigint" }).array(),
  exacts: pg.numeric().array(),
  texts: pg.text().array(),
  shorts: pg.varchar({ length: 3 }).array(),
  keys: pg.uuid().array(),
  days: pg.date({ mode: "string" }).array(),
  times: pg.timestamp({ withTimezone: true }).array(),
  feelings: mood().array(),
  flags: pg.boolean().array(),
  plains: pg.json().array(),
  binaries: pg.jsonb().array(),
  places: pg.point().array(),
});
const things = pg.pgTable("things", { id: pg.integer().primaryKey(), ...scalars(), ...arrays() });
const columns = Object.entries(getTableColumns(things) as Readonly<Record<string, Column>>).slice(1);
const lists = new Set(Object.keys(arrays()));
const VALUES = ["x", "1"];
const REFUSED =
  /^"things" has no rule for the (filter|sort) ".*": ".*" is of the type |its order is SQL of an unknown type/;

test("every filter and every sort that is not refused has an answer, for each type of column", async () => {
  const t = trestle<{ db: unknown }>();
  const attributes = Object.fromEntries(columns.map(([name]) => [name, z.string().nullable()]));
  const resource = t.resource("things", { id: z.int(), attributes });
  const data = drizzleData({ db: "db", tables: { things } });
  const source = routed(resource as never, data.source(resource as never, {} as never) as never) as Source;
  const client = await startPglite();
  const sqlType = (name: string, column: Column) =>
    `${column.getSQLType().replace("[]", "")}${lists.has(name) ? "[]" : ""}`;
  const ddl = columns.map(([name, column]) => `"${name}" ${sqlType(name, column)}`).join(", ");
  await client.exec(`create type mood as enum ('good', 'bad'); create table things (id int primary key, ${ddl});
    insert into things (id) values (1), (2)`);
  const ctx = { db: drizzle({ client }) };
  const failed: string[] = [];
  const refused = new Set<string>();
  const list = async (name: string, args: object) => {
    try {
      const fields = { things: new Set() };
      return await source.getMany({ ctx, filter: {}, sort: [], include: {}, fields, page: undefined, ...args });
    } catch (error) {
      if (error instanceof TypeError && REFUSED.test(error.message)) refused.add(name);
      else if (!(error instanceof BadRequest)) failed.push(`${name}: ${error}`);
      return undefined;
    }
  };
  for (const [name] of columns) {
    for (const operator of OPERATORS) {
      const values = operator === "isnull" ? [true] : /^in$|^has./.test(operator) ? [VALUES, ["1"]] : VALUES;
      const filter = `${name}__${operator}`;
      for (const value of values) await list(filter, { filter: { [filter]: value } });
    }
    const sort = [{ field: name, order: "asc" }];
    const page = await list(name, { sort, page: { size: 1 } });
    if (page) await list(name, { sort, page: { size: 1, ...page.links.next.page } });
  }
  expect(failed).toEqual([]);
  expect(refused).toContain("range__contains");
  expect([...refused]).toEqual(expect.arrayContaining(["words__has", "plain__has", "places__has", "plains__hasany"]));
  for (const name of ["texts", "days", "feelings", "times", "binary"]) expect(refused).not.toContain(`${name}__has`);
  await client.close();
}, 120_000);

interface Source {
  getMany(args: object): Promise<{ readonly links: { readonly next: { readonly page: object } } }>;
}
