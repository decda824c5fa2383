import { and, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import {
  boolean,
  integer,
  pgSchema,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { int, mysqlTable } from "drizzle-orm/mysql-core";
import { integer as sqliteInteger, sqliteTable, sqliteView } from "drizzle-orm/sqlite-core";
import { NotFound, toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany, manyToMany, tableResource } from "trestle/drizzle";
import { memoryData } from "trestle/memory";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { routed } from "../support/routed.js";

// biome-ignore lint/suspicious/noExplicitAny: Drizzle's database, with any driver
type AnyPgDatabase = any;
interface Context {
  readonly db: unknown;
  readonly user: { readonly tenant: number };
}
const t = trestle<Context>();
const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() } });
const columns = { id: integer().primaryKey(), tenant: integer().notNull(), text: text().notNull() };
const scopeOf = (table: { readonly tenant: never }) => (ctx: Context) => eq(table.tenant, ctx.user.tenant);

test("a source is of a table of Postgres or SQLite: what else `tables` holds is called by its name", () => {
  const view = sqliteView("notes", { id: sqliteInteger().primaryKey() }).existing();
  const lite = sqliteTable("notes", { id: sqliteInteger().primaryKey() });
  const my = mysqlTable("notes", { id: int().primaryKey() });
  const start = (table: object) => () =>
    routed(notes, drizzleData({ db: "db", tables: { notes: table } }).source(notes, {} as never));
  expect(start(view)).toThrow(
    "data.source(notes): tables.notes is a view, but not one of Postgres. Declare it with pgView, or write the handlers yourself.",
  );
  expect(start(my)).toThrow(
    "data.source(notes): tables.notes is a table of drizzle-orm/mysql-core, and sources are for Postgres and SQLite. Declare it with pgTable or sqliteTable, or write the handlers yourself.",
  );
  expect(start({})).toThrow("tables.notes is not a table of Drizzle. Give it what pgTable or sqliteTable returns.");

  const data = (tables: object) => () => drizzleData({ db: "db", tables: tables as Record<string, unknown> });
  expect(data({ status: {}, lite, view, notes: pgTable("notes", columns) })).toThrow(
    'drizzleData: "lite" is a table of SQLite, and "notes" of Postgres. Make one data object for each.',
  );
  expect(data({ lite, status: {}, view })).not.toThrow();
});

test("names of tables that statements give their own parts are refused at the start, because rows of another part would be read", () => {
  const parents = pgTable("#0", { id: integer().primaryKey() });
  const children = pgTable("children", {
    id: integer().primaryKey(),
    parent_id: integer().references(() => parents.id),
  });
  const parentResource = t.resource("parents", { id: z.int(), attributes: {} });
  const sources = (tables: object) => drizzleData({ db: "db", tables: tables as Record<string, unknown> });
  expect(() => routed(parentResource, sources({ parents }).source(parentResource, {} as never))).toThrow(
    'data.source(parents): the table "#0" begins with "#", as names in Trestle\'s own statements do. Rename it, or serve it as a view with another name.',
  );
  const pairs = pgTable("#linked", { child: integer().notNull(), other: integer().notNull() });
  const childResource = t.resource("children", {
    id: z.int(),
    attributes: {},
    relationships: { friends: toMany("children") },
  });
  const friends = manyToMany(pairs, { from: pairs.child, to: pairs.other });
  const source = sources({ children }).source(childResource, { relationships: { friends } } as never);
  expect(() => routed(childResource, source)).toThrow('the table "#linked" begins with "#"');
});

describe("a unique constraint across scopes", () => {
  const across = pgTable("notes", columns, (table) => [unique("notes_text").on(table.text)]);
  const index = pgTable("notes", columns, (table) => [uniqueIndex("notes_index").on(table.text)]);
  const within = pgTable("notes", columns, (table) => [unique("notes_text").on(table.tenant, table.text)]);
  const fields = ["text"] as const;
  const editable = t.resource("notes", {
    id: z.int(),
    attributes: { text: z.string() },
    createFields: fields,
    editFields: fields,
  });
  const row = () => ({ id: 1, text: "" });
  /** With own handlers, which may write by the source. */
  const source = (table: never, config: object, operations: object[] = [editable.createOne(row)]) => {
    return () => {
      drizzleData({ db: "db", tables: { notes: table } }).source(editable, config as never);
      t.router({ notes: editable.routes(...(operations as never[])) });
    };
  };

  test("is refused unless it is listed", () => {
    const scope = scopeOf(across as never);
    expect(source(across as never, { scope })).toThrow('"notes_text" is unique across scopes');
    expect(source(index as never, { scope: scopeOf(index as never) })).toThrow('acrossScopes: ["notes_index"]');
    expect(source(across as never, { scope, acrossScopes: ["notes_text"] })).not.toThrow();
    expect(source(across as never, { scope, acrossScopes: ["notes_text", "nope"] })).toThrow(
      'no unique constraint "nope"',
    );
    expect(source(across as never, { scope: "none" })).not.toThrow();
  });

  test("is a primary key whose ids clients choose, unless they cannot be guessed", () => {
    const chosen = t.resource("notes", { id: z.string(), attributes: {}, createFields: ["id"] });
    const given = t.resource("notes", { id: z.string(), attributes: {} });
    const tenant = integer().notNull();
    const made = (resource: typeof chosen | typeof given, table: never, acrossScopes?: string[]) => () => {
      const config = { scope: scopeOf(table), acrossScopes };
      const data = drizzleData({ db: "db", tables: { notes: table } });
      data.source(resource as never, config as never);
      t.router({ notes: resource.routes(chosen.createOne(() => ({ id: "a" })) as never) } as never);
    };
    const slugs = pgTable("notes", { id: text().primaryKey(), tenant }) as never;
    const uuids = pgTable("notes", { id: uuid().primaryKey(), tenant }) as never;
    const parts = { id: text().notNull(), tenant };
    const named = pgTable("notes", parts, ({ id }) => [primaryKey({ name: "notes_id", columns: [id] })]) as never;
    const both = pgTable("notes", parts, ({ id, tenant }) => [primaryKey({ columns: [tenant, id] })]) as never;
    expect(made(chosen, slugs)).toThrow('"notes_pkey" is unique across scopes');
    expect(made(chosen, slugs, ["notes_pkey"])).not.toThrow();
    expect(made(given, slugs)).not.toThrow();
    expect(made(chosen, uuids)).not.toThrow();
    expect(made(chosen, named)).toThrow('acrossScopes: ["notes_id"]');
    expect(made(chosen, both)).not.toThrow();
  });

  test("is refused only for operations that write its columns", () => {
    const refused = '"notes_text" is unique across scopes';
    const scope = scopeOf(across as never);
    const start = (...operations: object[]) => source(across as never, { scope }, operations);
    const read = editable.getMany(() => []);
    expect(
      start(
        read,
        editable.getOne(row),
        editable.deleteOne(() => {}),
      ),
    ).not.toThrow();
    expect(start(read, editable.editOne(row))).toThrow(refused);
    const act = (config: object, made: object, resource = notes) => {
      return () => {
        drizzleData({ db: "db", tables: { notes: across } }).source(resource, { scope, ...config } as never);
        t.router({ notes: resource.routes().actions({ act: made as never }) });
      };
    };
    const command = notes.command(() => {});
    expect(act({}, command)).not.toThrow();
    expect(
      act(
        {},
        editable.command(() => {}),
        editable as never,
      ),
    ).toThrow(refused);
    expect(act({ values: () => ({ text: "made" }) }, command)).toThrow(refused);
    expect(act({ values: ({ user }: Context) => ({ text: user.tenant as never }) }, command)).toThrow(refused);
    const list = notes.query({ output: z.string() }, () => "");
    expect(act({ values: () => ({ text: "made" }) }, list)).not.toThrow();
    const computed = pgTable("notes", { ...columns, text: text().notNull().unique().generatedAlwaysAs(sql`1`) });
    const lower = pgTable("notes", columns, (table) => [uniqueIndex("lower_text").on(sql`lower(${table.text})`)]);
    for (const table of [computed, lower] as never[]) {
      const made = () => {
        drizzleData({ db: "db", tables: { notes: table } }).source(notes, { scope: scopeOf(table) } as never);
        t.router({ notes: notes.routes(notes.createOne(row)) });
      };
      expect(made).toThrow("is unique across scopes");
    }
  });

  test("is refused where members of another resource write its columns", () => {
    const boss = pgTable("bosses", { id: integer().primaryKey(), tenant: integer().notNull() });
    const helper = pgTable("helpers", {
      id: integer().primaryKey(),
      tenant: integer().notNull(),
      boss: integer()
        .unique("one_helper")
        .references(() => boss.id),
    });
    const made = (lists: object) => () => {
      const helpers = t.resource("helpers", { id: z.int(), attributes: {} });
      const config = { id: z.int(), attributes: {}, relationships: { helpers: toMany("helpers") }, ...lists };
      const bosses = t.resource("bosses", config);
      const data = drizzleData({ db: "db", tables: { bosses: boss, helpers: helper } });
      data.source(helpers, { scope: scopeOf(helper as never) });
      const { editOne } = data.source(bosses, { scope: scopeOf(boss as never) });
      t.router({ helpers: helpers.routes(), bosses: bosses.routes(bosses.editOne(editOne as never)) } as never);
    };
    expect(made({})).not.toThrow();
    expect(made({ editFields: ["helpers"] })).toThrow('data.source(helpers): "one_helper" is unique across scopes');
  });

  test("is found without a name", () => {
    const column = pgTable("notes", { ...columns, text: text().notNull().unique() });
    const unnamed = pgTable("notes", columns, (table) => [uniqueIndex().on(table.text)]);
    expect(source(column as never, { scope: scopeOf(column as never) })).toThrow('acrossScopes: ["notes_text_unique"]');
    expect(source(unnamed as never, { scope: scopeOf(unnamed as never) })).toThrow(
      'acrossScopes: ["notes_text_index"]',
    );
  });

  test("is one that has no column of the scope", () => {
    const nested = (ctx: Context) => and(sql`true`, scopeOf(within as never)(ctx));
    expect(source(within as never, { scope: nested })).not.toThrow();
    const tenants = pgTable("tenants", { tenant: integer().primaryKey() });
    const other = () => sql`exists (select 1 from ${tenants} where ${tenants.tenant} > 0 and ${within.id} > 0)`;
    expect(source(within as never, { scope: other })).toThrow('"notes_text" is unique across scopes');
    const elsewhere = pgSchema("old").table("notes", columns);
    const old = () => sql`exists (select 1 from ${elsewhere} where ${elsewhere.tenant} > 0 and ${within.id} > 0)`;
    expect(source(within as never, { scope: old })).toThrow('"notes_text" is unique across scopes');
  });

  test("is not one whose columns only the scope of a real context shows", () => {
    const scopes = [
      (ctx: Context) => {
        if (typeof ctx.user.tenant !== "number") throw new Error("no context");
        return eq(across.tenant, ctx.user.tenant);
      },
      (ctx: Context) => (ctx.user ? undefined : eq(across.tenant, 1)),
      (ctx: Context) => (ctx.user ? sql`true` : eq(across.tenant, 1)),
      (ctx: { readonly where: SQL }) => ctx.where,
      (ctx: { readonly where: SQL }) => and(eq(across.tenant, 1), ctx.where),
      ({ db }: { readonly db: AnyPgDatabase }) => exists(db.select().from(within).where(eq(within.id, across.id))),
    ];
    for (const scope of scopes) expect(source(across as never, { scope })).not.toThrow();
    const list = (ctx: { readonly tenants: number[] }) => inArray(within.tenant, [...ctx.tenants]);
    expect(source(within as never, { scope: list })).not.toThrow();
    expect(source(across as never, { scope: list })).toThrow("across scopes");
  });
});

describe("what is wrong is said when the router is made", () => {
  test("a scope that is not stated", () => {
    const data = drizzleData({ db: "db", tables: { notes: pgTable("notes", columns) }, scope: "required" });
    expect(() => routed(notes, data.source(notes, { scope: "none" }))).not.toThrow();
    expect(() => routed(notes, data.source(notes, { scope: "none" }))).toThrow('"notes" already has a source');
    const unstated = drizzleData({ db: "db", tables: { notes: pgTable("notes", columns) }, scope: "required" });
    expect(() => routed(notes, unstated.source(notes, {} as never))).toThrow(
      'state the scope: scope: (ctx) => …, or scope: "none"',
    );
  });

  test("a table or a column that does not exist", () => {
    const made = (tables: never) => () => routed(notes, drizzleData({ db: "db", tables }).source(notes, {} as never));
    expect(made({} as never)).toThrow('no table for "notes"');
    const table = pgTable("notes", { id: integer().primaryKey() });
    expect(made({ notes: table } as never)).toThrow('the table "notes" has no column "text"');
  });

  const plain = pgTable("notes", { ...columns, done: boolean(), at: timestamp().notNull() });
  const source = (config: object) => drizzleData({ db: "db", tables: { notes: plain } }).source(notes, config as never);
  const made = (config: object) => () => routed(notes, source(config));

  test("a name that the resource does not have", () => {
    expect(made({ columns: { texxt: plain.text } })).toThrow('columns: "texxt" is not a field. Use id, text.');
    const relationships = { replies: hasMany(plain.id) };
    expect(made({ relationships })).toThrow('"replies" is not a to-many relationship. "notes" has none.');
  });

  test("an option that does not exist, which would have no effect", () => {
    expect(made({ writeable: () => undefined })).toThrow(
      'data.source(notes): "writeable" is not an option. Did you mean "writable"?',
    );
    expect(made({ scopes: "none" })).toThrow('"scopes" is not an option. Did you mean "scope"?');
    expect(made({ tenancy: 1 })).toThrow('"tenancy" is not an option. Use columns, relationships, scope,');
    const required = drizzleData({ db: "db", tables: { notes: plain }, scope: "required" });
    expect(() => routed(notes, required.source(notes, { scop: "none" } as never))).toThrow('Did you mean "scope"?');
    expect(() => hasMany(plain.id, { limt: 3 } as never)).toThrow('hasMany: "limt" is not an option.');
    expect(() => manyToMany(plain, { orderby: plain.id } as never)).toThrow('Did you mean "orderBy"?');
    const inMemory = (config: object) => () => routed(notes, memoryData().source(notes, config));
    expect(inMemory({ scopes: 3 })).toThrow('data.source(notes): "scopes" is not an option. Did you mean "scope"?');
    for (const make of [made, inMemory]) {
      const rule = () => undefined;
      expect(make({ writable: { before: rule, afer: rule } })).toThrow(
        'data.source(notes): writable: "afer" is not an option. Did you mean "after"?',
      );
      for (const writable of [{ before: rule }, { before: "any", after: rule }])
        expect(make({ writable })).toThrow(
          'data.source(notes): writable: state both: { before: (ctx) => …, after: (ctx) => … }, or after: "any".',
        );
      expect(make({ writable: { before: rule, after: "any" } })).not.toThrow();
    }
    const relationships = { replies: { by: "note", limits: 3 } };
    expect(inMemory({ relationships })).toThrow('relationships: "replies": "limits" is not an option.');
  });

  test("a scope that is not a function, and a column that cannot hold the time of a deletion", () => {
    expect(made({ scope: eq(plain.tenant, 1) })).toThrow(
      'scope must be a function of the context, through("…"), or "none"',
    );
    expect(made({ deleted: plain.done })).toThrow('deleted: "done" must be a timestamp that may be null');
    expect(made({ deleted: { column: plain.at, included: "hide" } })).toThrow('deleted: "at" must be a timestamp');
  });

  test("an order by a field that does not exist", () => {
    const { getMany } = source({ orderBy: [{ field: "nope", order: "asc" }] });
    expect(() => t.router({ notes: notes.routes(notes.getMany(getMany)) })).toThrow(
      'notes.getMany: no rule for "nope" in the source\'s orderBy: "notes" has no field "nope".',
    );
  });

  test("a context without the database", async () => {
    const ctx = { user: { tenant: 1 } } as never;
    await expect(source({}).getOne({ ctx, id: 1 })).rejects.toThrow('the context\'s "db" is not a database of Drizzle');
  });

  const groups = t.resource("groups", { id: z.int(), attributes: {}, relationships: { notes: toMany("notes") } });
  const groupTable = pgTable("groups", { id: integer().primaryKey() });
  const noteTable = pgTable("notes", { ...columns, group: integer().notNull() });
  const grouped = (relationship: object, operation?: (source: never) => object) => () => {
    const data = drizzleData({ db: "db", tables: { groups: groupTable, notes: noteTable } });
    data.source(notes, {});
    const source = data.source(groups, { relationships: { notes: relationship } } as never);
    const made = operation?.(source as never) ?? groups.getOne(source.getOne);
    t.router({ groups: groups.routes(made as never), notes: notes.routes() });
  };

  test("a join table without foreign keys", () => {
    const bare = pgTable("pairs", { group: integer(), note: integer() });
    expect(grouped(manyToMany(bare))).toThrow("Name them: manyToMany(…, { from, to })");
    const keyed = pgTable("pairs", { group: integer(), note: integer() }, (pair) => [
      primaryKey({ columns: [pair.group, pair.note] }),
    ]);
    expect(grouped(manyToMany(keyed, { from: keyed.group, to: keyed.note }))).not.toThrow();
  });

  test("a column of another table", () => {
    const message = 'data.source(groups): "notes": "id" is a column of "groups", not of "notes".';
    expect(grouped(hasMany(groupTable.id))).toThrow(message);
    const pairs = pgTable("pairs", { group: integer(), note: integer() }, (pair) => [
      primaryKey({ columns: [pair.group, pair.note] }),
    ]);
    expect(grouped(manyToMany(pairs, { from: pairs.group, to: noteTable.id }))).toThrow(
      'data.source(groups): "notes": manyToMany: "id" is a column of "notes", not of "pairs".',
    );
    const old = pgSchema("old").table("notes", { id: integer().primaryKey(), group: integer().notNull() });
    expect(grouped(hasMany(old.group))).toThrow(/"group" is a column of "old\.notes", not of "(public\.)?notes"/);
  });

  test("a field that Postgres or an expression computes, and that clients write", () => {
    const parts = { id: integer().primaryKey().generatedAlwaysAsIdentity(), text: text().notNull() };
    const table = pgTable("notes", { ...parts, size: integer().generatedAlwaysAs(sql`length(text)`) });
    const upper = sql<string>`upper(${table.text})`;
    const written = t.resource("notes", {
      id: z.int32(),
      attributes: { text: z.string(), size: z.int().nullable(), upper: z.string() },
      createFields: ["id", "text"],
      editFields: ["size"],
    });
    const read = t.resource("notes", {
      id: z.int32(),
      attributes: { text: z.string(), size: z.int().nullable(), upper: z.string() },
      createFields: ["text"],
      editFields: ["text"],
    });
    const full = t.resource("notes", {
      id: z.int32(),
      attributes: { text: z.string(), upper: z.string() },
      editFields: ["upper"],
    });
    const made = <R extends typeof written | typeof read | typeof full>(resource: R) => {
      const data = drizzleData({ db: "db", tables: { notes: table } });
      return data.source(resource as typeof written, { columns: { upper } });
    };
    const start = (resource: typeof written, ...operations: never[]) =>
      t.router({ notes: resource.routes(...operations) });
    const source = made(written);
    expect(() =>
      start(
        written,
        written.createOne(source.createOne) as never,
        written.editOne({ errors: [NotFound] }, source.editOne) as never,
      ),
    ).toThrow(
      `2 problems.
  1. notes.createOne: "notes.id" cannot be written, because its column "id" is generated always as identity. Remove it from createFields.
  2. notes.editOne: "notes.size" cannot be written, because Postgres computes its column "size". Remove it from editFields.`,
    );
    const sourceOfFull = made(full);
    expect(() =>
      start(full as never, full.editOne({ errors: [NotFound] }, sourceOfFull.editOne as never) as never),
    ).toThrow(
      'notes.editOne: "notes.upper" cannot be written, because it is an SQL expression. Remove it from editFields.',
    );
    const sourceOfRead = made(read);
    expect(() =>
      start(
        read as never,
        read.createOne(sourceOfRead.createOne as never) as never,
        read.editOne({ errors: [NotFound] }, sourceOfRead.editOne as never) as never,
      ),
    ).not.toThrow();
  });

  test("members that cannot be without a parent", () => {
    const remove = (source: { resetRelationship(name: string): never }) =>
      groups.resetRelationship("notes", source.resetRelationship("notes"));
    expect(grouped(hasMany(noteTable.group), remove as never)).toThrow('the column "group" must not be null.');
  });
});

test("attributes with asynchronous checks are judged without running into them", async () => {
  const unhandled: unknown[] = [];
  const listener = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", listener);
  const checked = t.resource("notes", {
    id: z.int(),
    attributes: {
      text: z.string().refine(async () => true),
      note: z.unknown().refine(async () => Promise.reject(new Error("no service"))),
    },
  });
  const table = pgTable("notes", { ...columns, note: text() });
  const source = drizzleData({ db: "db", tables: { notes: table } }).source(checked, { scope: "none" });
  expect(() => routed(checked, source)).not.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off("unhandledRejection", listener);
  expect(unhandled).toEqual([]);
});

describe("one start reports the problems of all sources", () => {
  const doctors = t.resource("doctors", {
    id: z.int(),
    attributes: { name: z.string(), fee: z.int() },
    relationships: { clinic: toOne("clinics") },
  });
  const clinics = t.resource("clinics", {
    id: z.int(),
    attributes: { name: z.string() },
    relationships: { doctors: toMany("doctors"), visits: toMany("visits"), offers: toMany("offers") },
  });
  const visits = t.resource("visits", {
    id: z.int(),
    attributes: { at: z.string() },
    relationships: { clinic: toOne("clinics") },
  });
  const offers = t.resource("offers", { id: z.int(), attributes: {}, relationships: { clinic: toOne("clinics") } });
  const id = integer().primaryKey();
  const roomTable = pgTable("rooms", { id, type: text().notNull() });
  const rooms = tableResource(t, "rooms", roomTable, { omit: [], rename: { kind: "typ" } } as never);
  const bills = t.resource("bills", { id: z.int(), attributes: { sum: z.int() }, createFields: ["sums"] as never });
  const tables = () => {
    const clinics = pgTable("clinics", { id, name: text().notNull() });
    const clinic = () => integer().references(() => clinics.id);
    return {
      clinics,
      doctors: pgTable("doctors", { id, title: text().notNull(), clinic: clinic().notNull(), deleted: boolean() }),
      visits: pgTable("visits", { id, at: text().notNull(), held_in: clinic().notNull(), booked_by: clinic() }),
      offers: pgTable("offers", { id, clinic: clinic().notNull() }),
      rooms: roomTable,
    };
  };
  const make = (more: { readonly columns?: object } = {}) => {
    const schema = tables();
    const data = drizzleData({ db: "db", tables: schema });
    const ofDoctors = { deleted: schema.doctors.deleted, scope: "all", ...more };
    return {
      clinics: data.source(clinics, {}),
      doctors: data.source(doctors, ofDoctors as never),
      visits: data.source(visits, { orderBy: [{ field: "at", order: "asc" }] }),
      offers: data.source(offers, {}),
      twice: data.source(offers, {}),
      rooms: data.source(rooms, {}),
    };
  };
  const start = (sources: ReturnType<typeof make>) => () =>
    t.router({
      clinics: clinics.routes(
        clinics.getMany({ filter: { q: z.string() } }, sources.clinics.getMany as never),
        clinics.getOne({ include: ["visits", "doctors"], errors: [NotFound] }, sources.clinics.getOne),
      ),
      doctors: doctors.routes(doctors.getMany({ sort: ["nope"] }, sources.doctors.getMany as never)),
      visits: visits.routes(visits.getMany({ sort: ["nope"] }, sources.visits.getMany as never)),
      offers: offers.routes(offers.getMany({ sort: ["nope"] }, sources.offers.getMany as never)),
      rooms: sources.rooms.routes({ getMany: { sort: ["nope"] }, createOne: true } as never),
      bills: bills.routes(bills.getOne({ errors: [NotFound] }, () => ({ id: 1, sum: 2 }))),
    });
  const columnsOfDoctors = [
    'data.source(doctors): the table "doctors" has no column "name". Name one: columns: { name: … }.',
    'data.source(doctors): the table "doctors" has no column "fee". Name one: columns: { fee: … }.',
  ];
  const others = [
    'data.source(doctors): deleted: "deleted" must be a timestamp that may be null.',
    'data.source(visits): "held_in" and "booked_by" point at "clinics". Say which is "clinic": columns: { clinic: … }.',
    'data.source: "offers" already has a source. Remove one.',
    'tableResource("rooms"): rename: "typ" is not a column. Did you mean "type"?',
    'clinics.getMany: no rule for the filter "q": "clinics" has no field "q".',
    'offers.getMany: no rule for the sort "nope": "offers" has no field "nope".',
    't.resource("bills"): createFields contains "sums", which is not a field. Did you mean "sum"?',
  ];
  const scope = 'data.source(doctors): scope must be a function of the context, through("…"), or "none".';
  const listOf = (problems: readonly string[]) =>
    [`t.router: ${problems.length} problems.`, ...problems.map((each, index) => `  ${index + 1}. ${each}`)].join("\n");

  test("and of operations, but nothing that follows from them", () => {
    expect(start(make())).toThrow(new TypeError(listOf([scope, ...columnsOfDoctors, ...others])));
  });

  test("and the rest stays the same when one is solved", () => {
    const { title, id } = tables().doctors;
    expect(start(make({ columns: { name: title, fee: id } }))).toThrow(new TypeError(listOf([scope, ...others])));
  });

  test("also of those that no operation is from, or that the app's own handlers call", async () => {
    const { visits: broken, clinics: whole } = make();
    const list = visits.getMany((args) => broken.getMany(args as never) as never);
    const found = listOf([scope, ...columnsOfDoctors, ...others.slice(0, 4)]);
    expect(() =>
      t.router({ visits: visits.routes(list), clinics: clinics.routes(), doctors: doctors.routes() } as never),
    ).toThrow(
      new TypeError(
        listOf([
          scope,
          ...columnsOfDoctors,
          ...others.slice(0, 4),
          't.router: relationship "clinics.offers": no resource "offers" in this router.',
        ]),
      ),
    );
    const ctx = { db: {}, user: { tenant: 1 } };
    await expect(list({ ctx })).rejects.toThrow(new TypeError(others[1]));
    await expect(whole.getOne({ ctx, id: 1 })).rejects.toThrow(new TypeError(found.replace("t.router", "data.source")));
  });
});
