import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { foreignKey, integer, type PgColumn, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import pg from "pg";
import { toMany, toOne, trestle } from "trestle";
import { byType, compositeId, drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { MEDIA_TYPE } from "../../support/media-type.js";
import { type RunningPostgres, startPostgres } from "../../support/postgres.js";

// Fifty requests at once add, remove and reset the members of a few resources, from both sides: pairs with values, with and without
// a key, pairs that count under a condition, children by a foreign key of several columns, and children by type.

const WRITERS = 50;
const MEMBERS = 12;

interface Context {
  readonly db: unknown;
  readonly tenant: number;
}
const tenant = () => integer().notNull();
const key = (...columns: [PgColumn, ...PgColumn[]]) => primaryKey({ columns });
const docs = pgTable(
  "docs",
  { tenant: tenant(), id: text().notNull(), version: integer().notNull().default(1) },
  (table) => [key(table.tenant, table.id)],
);
const tags = pgTable(
  "tags",
  { tenant: tenant(), id: integer().notNull(), version: integer().notNull().default(1) },
  (table) => [key(table.tenant, table.id)],
);
const pair = { tenant: tenant(), doc: text().notNull(), tag: integer().notNull(), by: text().notNull() };
const keyed = pgTable("keyed", pair, (table) => [key(table.tenant, table.doc, table.tag)]);
const keyless = pgTable("keyless", pair);
const some = pgTable("some_pairs", pair, (table) => [key(table.tenant, table.doc, table.tag, table.by)]);
/** The id is of the hall and the number. */
const seats = pgTable("seats", { tenant: tenant(), hall: uuid().notNull(), no: integer().notNull() }, (table) => [
  key(table.tenant, table.hall, table.no),
]);
const guests = pgTable(
  "guests",
  {
    tenant: tenant(),
    id: integer().notNull(),
    hall: uuid(),
    no: integer(),
    kind: text(),
    of: text(),
    version: integer().notNull().default(1),
  },
  (table) => [
    key(table.tenant, table.id),
    foreignKey({
      columns: [table.tenant, table.hall, table.no],
      foreignColumns: [seats.tenant, seats.hall, seats.no],
    }),
  ],
);
const HALL = "0199f1c6-0000-7000-8000-00000000000a";
const tables = { docs, tags, keyed, keyless, some, seats, guests };
const DDL = `create table docs (tenant int, id text, version int not null default 1, primary key (tenant, id));
  create table tags (tenant int, id int, version int not null default 1, primary key (tenant, id));
  create table keyed (tenant int, doc text, tag int, by text not null, primary key (tenant, doc, tag),
    foreign key (tenant, doc) references docs, foreign key (tenant, tag) references tags);
  create table keyless (tenant int, doc text, tag int, by text not null,
    foreign key (tenant, doc) references docs, foreign key (tenant, tag) references tags);
  create table some_pairs (tenant int, doc text, tag int, by text, primary key (tenant, doc, tag, by),
    foreign key (tenant, doc) references docs, foreign key (tenant, tag) references tags);
  create table seats (tenant int, hall uuid, no int, primary key (tenant, hall, no));
  create table guests (tenant int, id int, hall uuid, no int, kind text, of text, version int not null default 1,
    primary key (tenant, id), foreign key (tenant, hall, no) references seats);`;

const t = trestle<Context>();
const linked = { linkage: true } as const;
const texts = { id: z.string(), ...linked };
const docResource = t.resource("docs", {
  id: z.string(),
  attributes: { version: z.int() },
  relationships: {
    keyed: toMany("tags", linked),
    keyless: toMany("tags", linked),
    some: toMany("tags", linked),
    guests: toMany("guests", linked),
  },
  editFields: ["keyed", "keyless", "some", "guests"],
  version: "version",
});
const tagResource = t.resource("tags", {
  id: z.int(),
  attributes: { version: z.int() },
  relationships: { keyed: toMany("docs", texts), keyless: toMany("docs", texts), some: toMany("docs", texts) },
  editFields: ["keyed", "keyless", "some"],
  version: "version",
});
const seatResource = t.resource("seats", {
  id: z.string(),
  attributes: {},
  relationships: { guests: toMany("guests", linked) },
  editFields: ["guests"],
});
const guestResource = t.resource("guests", {
  id: z.int(),
  attributes: { version: z.int() },
  relationships: {
    seat: toOne("seats", { id: z.string() }).nullable(),
    about: toOne(["docs", "tags"], { ids: { docs: z.string() } }).nullable(),
  },
  version: "version",
});
const data = drizzleData({ db: "db", tables, tenant: { column: "tenant", of: (ctx: Context) => ctx.tenant } });
const values = (_: Context, { from, to }: { readonly from: string | number; readonly to: string | number }) => ({
  by: `${from} ${to}`,
});
const editor = { where: () => eq(some.by, "editor"), values: () => ({ by: "editor" }) };
const sources = {
  docs: data.source(docResource, {
    relationships: {
      keyed: manyToMany(keyed, { from: keyed.doc, to: keyed.tag, values }),
      keyless: manyToMany(keyless, { from: keyless.doc, to: keyless.tag, values }),
      some: manyToMany(some, { from: some.doc, to: some.tag, ...editor }),
      guests: hasMany(guests.of),
    },
  }),
  tags: data.source(tagResource, {
    relationships: {
      keyed: manyToMany(keyed, { from: keyed.tag, to: keyed.doc, values }),
      keyless: manyToMany(keyless, { from: keyless.tag, to: keyless.doc, values }),
      some: manyToMany(some, { from: some.tag, to: some.doc, ...editor }),
    },
  }),
  seats: data.source(seatResource, {
    columns: { id: compositeId(seats.hall, seats.no) },
    relationships: { guests: hasMany([guests.hall, guests.no]) },
  }),
  guests: data.source(guestResource, {
    columns: { seat: compositeId(guests.hall, guests.no) },
    relationships: { about: byType({ type: guests.kind, id: guests.of }) },
  }),
};
const ofPairs = { keyed: true, keyless: true, some: true } as const;
const api = t.router(
  {
    docs: sources.docs.routes({ getOne: true, editOne: true, changeRelationship: { ...ofPairs, guests: true } }),
    tags: sources.tags.routes({ getOne: true, editOne: true, changeRelationship: ofPairs }),
    seats: sources.seats.routes({ editOne: true, changeRelationship: { guests: true } }),
    guests: sources.guests.routes({}),
  },
  { transaction: data.transaction },
);

const PARENTS = ["d~1", "d/2", "3"];
const SEATS = PARENTS.map((_, index) => `${HALL}~${index}`);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const MEMBER_IDS = numbers(MEMBERS).map(String);
const inBoth = (rows: readonly unknown[]) => rows.map((row) => `(1, ${row}), (2, ${row})`).join();

let server: RunningPostgres;
let pool: pg.Pool;
let failed: string[] = [];
let edit: (type: string, id: string, members: Readonly<Record<string, readonly string[]>>) => Promise<void>;
let change: (method: string, type: string, id: string, name: string, ids: readonly string[]) => Promise<void>;
beforeAll(async () => {
  server = await startPostgres();
  pool = new pg.Pool({ connectionString: server.url, max: 20 });
  pool.on("error", () => {}); // the server ends before its idle connections
  await pool.query(DDL);
  const db = drizzle({ client: pool });
  const handle = fetchHandler(api, {
    context: t.context(() => ({ db, tenant: 1 })),
    onError: ({ error }) => failed.push(String((error as Error).cause ?? error)),
  });
  const send = async (method: string, path: string, data: unknown) => {
    const init = { method, body: JSON.stringify({ data }), headers: { "content-type": MEDIA_TYPE } };
    const response = await handle(new Request(`http://a.test${path}`, init));
    if (response.status >= 300) failed.push(`${response.status} ${await response.text()}`);
  };
  const linkage = (type: string, name: string, ids: readonly string[]) =>
    ids.map((id) => ({ type: name === "guests" ? name : type === "tags" ? "docs" : "tags", id }));
  change = (method, type, id, name, ids) =>
    send(method, `/${type}/${encodeURIComponent(id)}/relationship/${name}`, linkage(type, name, ids));
  edit = (type, id, members) => {
    const named = Object.entries(members).map(([name, ids]) => [name, { data: linkage(type, name, ids) }]);
    return send("PATCH", `/${type}/${encodeURIComponent(id)}`, { type, id, relationships: Object.fromEntries(named) });
  };
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});
// Tenant 2 has the same ids and all pairs, which no request of tenant 1 may touch.
beforeEach(async () => {
  failed = [];
  await pool.query(`truncate docs, tags, keyed, keyless, some_pairs, seats, guests;
    insert into docs values ${inBoth(PARENTS.map((id) => `'${id}'`))}; insert into tags values ${inBoth(MEMBER_IDS)};
    insert into seats values ${inBoth(SEATS.map((id) => `'${HALL}', ${id.split("~")[1]}`))};
    insert into guests values ${inBoth(MEMBER_IDS)};
    insert into keyed select 2, d.id, t.id, 'x' from docs d, tags t where d.tenant = 2 and t.tenant = 2;
    insert into keyless select * from keyed; insert into some_pairs select tenant, doc, tag, 'editor' from keyed;
    insert into some_pairs select 1, d.id, t.id, 'reader' from docs d, tags t where d.tenant = 1 and t.tenant = 1`);
});
afterEach(() => expect(failed).toEqual([]));

/** A part of a list, in an order of its own for each writer. */
function part<T>(of: readonly T[], writer: number): T[] {
  const ranked = of.map((each, index) => [Math.abs(Math.sin(writer * 31 + index * 7)), each] as const);
  return ranked.sort(([one], [other]) => one - other).flatMap(([rank, each]) => (rank < 0.6 ? [each] : []));
}
const at = <T>(of: readonly T[], index: number) => of[index % of.length] as T;
const writers = (work: (writer: number) => Promise<unknown>) => Promise.all(numbers(WRITERS).map(work));
const sets = (name: (id: string) => string) =>
  numbers(WRITERS).map((writer) => part(MEMBER_IDS, writer).map(name).sort().join());

describe.each([
  ["keyed", "keyed"],
  ["keyless", "keyless"],
  ["some", "some_pairs"],
])("pairs: %s", (name, table) => {
  const where = name === "some" ? "and by = 'editor'" : "";
  const held = async (tenant = 1) => {
    const { rows } = await pool.query(
      `select doc || ' ' || tag as pair from ${table} where tenant = ${tenant} ${where}`,
    );
    return rows.map(({ pair }) => pair as string).sort();
  };
  /** Half of the writers change pairs from the side of a doc, the others from the side of a tag. */
  const of = (writer: number) => {
    const [doc, tag] = [at(PARENTS, writer), at(MEMBER_IDS, writer)];
    return writer % 2 === 0
      ? { type: "docs", id: doc, ids: part(MEMBER_IDS, writer), pair: (id: string) => `${doc} ${id}` }
      : { type: "tags", id: tag, ids: part(PARENTS, writer), pair: (id: string) => `${id} ${tag}` };
  };
  const sent = [...new Set(numbers(WRITERS).flatMap((writer) => of(writer).ids.map(of(writer).pair)))].sort();

  test("all added members are there, each once", async () => {
    const others = await held(2);
    await writers((writer) => change("POST", of(writer).type, of(writer).id, name, of(writer).ids));
    expect(await held()).toEqual(sent);
    expect(await held(2)).toEqual(others);
  }, 60_000);

  test("of members that are added and others that are removed, none is lost", async () => {
    const isAdded = (pair: string) => Number(pair.split(" ")[1]) % 2 === 0;
    for (const id of PARENTS)
      await change(
        "PATCH",
        "docs",
        id,
        name,
        MEMBER_IDS.filter((member) => !isAdded(` ${member}`)),
      );
    const before = await held();
    await writers(async (writer) => {
      const { type, id, ids, pair } = of(writer);
      await change(
        "POST",
        type,
        id,
        name,
        ids.filter((id) => isAdded(pair(id))),
      );
      await change(
        "DELETE",
        type,
        id,
        name,
        ids.filter((id) => !isAdded(pair(id))),
      );
    });
    const kept = before.filter((pair) => !sent.includes(pair));
    expect(await held()).toEqual([...kept, ...sent.filter(isAdded)].sort());
  }, 60_000);

  test("no request of any kind fails, and no pair is there twice", async () => {
    await writers(async (writer) => {
      const { type, id, ids } = of(writer);
      const method = at(["POST", "PATCH", "DELETE", "edit"], Math.floor(writer / 2));
      if (method === "edit")
        await edit(type, id, { keyed: ids, keyless: ids.slice(0, 2), some: part(ids, writer + 3), [name]: ids });
      else await change(method, type, id, name, ids);
    });
    const pairs = await held();
    expect(pairs).toEqual([...new Set(pairs)]);
  }, 60_000);

  test("after many resets, the members are those of one of them", async () => {
    await writers((writer) => change("PATCH", "docs", "d/2", name, part(MEMBER_IDS, writer)));
    expect(sets((id) => `d/2 ${id}`)).toContain((await held()).join());
  }, 60_000);
});

describe.each([
  ["a foreign key of several columns", "seats", SEATS, "hall || '~' || no"],
  ["type", "docs", PARENTS, "of"],
])("children by %s", (_, type, parents, parent) => {
  const held = async () => {
    const { rows } = await pool.query(`select id::text, ${parent} as parent from guests where tenant = 1`);
    return rows as { readonly id: string; readonly parent: string | null }[];
  };
  const others = async () => (await pool.query("select * from guests where tenant = 2 order by id")).rows;
  const add = (method: string, parent: string, ids: readonly string[]) => change(method, type, parent, "guests", ids);
  const [first = ""] = parents;

  test("a member belongs to one of the parents that took it, or to none if no parent took it", async () => {
    const before = await others();
    await writers((writer) => add("POST", at(parents, writer), part(MEMBER_IDS, writer)));
    for (const { id, parent } of await held()) {
      const took = numbers(WRITERS).filter((writer) => part(MEMBER_IDS, writer).includes(id));
      expect(took.length === 0 ? [null] : took.map((writer) => at(parents, writer))).toContain(parent);
    }
    expect(await others()).toEqual(before);
  }, 60_000);

  test("of children that are added and others that are removed, none is lost", async () => {
    const isOld = (id: string) => Number(id) % 2 === 1;
    await add("POST", first, MEMBER_IDS.filter(isOld));
    await writers(async (writer) => {
      const ids = part(MEMBER_IDS, writer);
      await add("DELETE", first, ids.filter(isOld));
      await add(
        "POST",
        first,
        ids.filter((id) => !isOld(id)),
      );
    });
    const sent = new Set(numbers(WRITERS).flatMap((writer) => part(MEMBER_IDS, writer)));
    for (const { id, parent } of await held())
      expect([id, parent]).toEqual([id, isOld(id) !== sent.has(id) ? first : null]);
  }, 60_000);

  test("no request of any kind fails", async () => {
    await writers(async (writer) => {
      const [parent, ids] = [at(parents, writer), part(MEMBER_IDS, writer)];
      if (writer % 5 === 0) await edit(type, parent, { guests: ids });
      else await add(at(["POST", "PATCH", "DELETE"], writer), parent, ids);
    });
  }, 60_000);

  test("after many resets, the children are those of one of them", async () => {
    await writers((writer) => add("PATCH", first, part(MEMBER_IDS, writer)));
    const final = (await held()).flatMap(({ id, parent }) => (parent === first ? id : []));
    expect(sets((id) => id)).toContain(final.sort().join());
  }, 60_000);
});

test("no two requests waited for each other: Postgres found no deadlock", async () => {
  await pool.query("select pg_sleep(1)"); // it counts with a delay
  const { rows } = await pool.query("select deadlocks from pg_stat_database where datname = current_database()");
  expect(rows).toEqual([{ deadlocks: "0" }]);
});
