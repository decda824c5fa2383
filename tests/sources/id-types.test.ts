import type { PGlite } from "@electric-sql/pglite";
import { citext } from "@electric-sql/pglite/contrib/citext";
import {
  char,
  customType,
  integer,
  type PgColumnBuilderBase,
  numeric,
  pgTable,
  primaryKey,
  text,
  varchar,
} from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { liveChannel, memoryHub } from "trestle/live";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { PGlite as Pglite } from "../support/pglite.js";

// Postgres finds ids of these types by several spellings. Clients know a row by the one that the row has.

interface Context {
  readonly db: unknown;
}
const t = trestle<Context>();
const citextColumn = customType<{ data: string }>({ dataType: () => "citext" });

/** A type, the ids of Ann, Bob and Cid, and another spelling of each. */
const types: Record<string, { column: () => PgColumnBuilderBase; ids: string[]; others: string[] }> = {
  citext: { column: () => citextColumn() as never, ids: ["ann", "Bob", "cid"], others: ["ANN", "BOB", "CID"] },
  numeric: { column: () => numeric(), ids: ["1.0", "2", "3"], others: ["1", "2.0", "3.00"] },
};

let pglite: PGlite;
let db: unknown;
beforeAll(async () => {
  pglite = await Pglite.create({ extensions: { citext } });
  db = drizzle({ client: pglite });
  await pglite.exec("create extension citext");
});
afterAll(() => pglite?.close());

const cases = Object.entries(types).flatMap(([type, rest]) => [
  { type, ...rest, isShared: false },
  { type, ...rest, isShared: true },
]);

describe.each(cases)(
  "ids of $type, which another tenant has, too: $isShared",
  ({ type, column, ids, others, isShared }) => {
    const id = () => (column() as ReturnType<typeof numeric>).notNull();
    const start = async () => {
      await pglite.exec(`drop table if exists people, friends;
      create table people (tenant int, id ${type}, boss ${type}, primary key (${isShared ? "tenant, id" : "id"}));
      create table friends (tenant int, one ${type}, other ${type}, primary key (tenant, one, other));
      insert into people select 1, unnest(array['${ids.join("', '")}'])::${type}`);
      if (isShared) await pglite.exec(`insert into people select 2, unnest(array['${others.join("', '")}'])::${type}`);
      const tenant = integer().notNull();
      const people = pgTable("people", { tenant, id: id(), boss: column() as ReturnType<typeof numeric> }, (person) => [
        primaryKey({ columns: (isShared ? [person.tenant, person.id] : [person.id]) as [typeof person.tenant] }),
      ]);
      const friends = pgTable("friends", { tenant, one: id(), other: id() }, (pair) => [
        primaryKey({ columns: [pair.tenant, pair.one, pair.other] }),
      ]);
      const many = toMany("people", { id: z.string(), linkage: true });
      const resource = t.resource("people", {
        id: z.string(),
        attributes: {},
        relationships: { boss: toOne("people", { id: z.string() }).nullable(), team: many, friends: many },
        createFields: ["id", "boss"],
        editFields: ["boss", "team", "friends"],
      });
      const acrossScopes = isShared ? [] : ["people_id_pk"];
      const rule = { column: "tenant", of: () => 1, acrossScopes } as const;
      const source = drizzleData({ db: "db", tables: { people, friends }, tenant: rule }).source(resource, {
        relationships: {
          team: hasMany(people.boss),
          friends: manyToMany(friends, { from: friends.one, to: friends.other }),
        },
      });
      const api = t.router({
        people: resource.routes(
          resource.getOne({ include: ["boss", "team", "friends"] }, source.getOne),
          resource.createOne(source.createOne),
          resource.editOne(source.editOne),
          resource.addToRelationship("team", source.addToRelationship("team")),
          resource.addToRelationship("friends", source.addToRelationship("friends")),
        ),
      });
      const handle = fetchHandler(api, { context: t.context(() => ({ db })) });
      const pathOf = (id: string, more = "") => `/people/${encodeURIComponent(id)}${more}`;
      const send = async (method: string, path: string, data?: unknown) => {
        const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
        const headers = { "content-type": "application/vnd.api+json" };
        const response = await handle(new Request(`http://a.test${path}`, { method, headers, ...body }));
        const text = await response.text();
        return { status: response.status, document: text === "" ? undefined : JSON.parse(text) };
      };
      return { send, pathOf };
    };
    const [ann = "", bob = "", cid = ""] = ids;
    const [otherAnn = "", otherBob = "", otherCid = ""] = others;
    const identifier = (id: string) => ({ type: "people", id });
    const linkage = (document: { readonly data: { readonly relationships: Record<string, { data: unknown }> } }) =>
      Object.fromEntries(Object.entries(document.data.relationships).map(([name, { data }]) => [name, data]));

    test("in a body: the foreign key has the spelling of the row", async () => {
      const { send, pathOf } = await start();
      const boss = { boss: { data: identifier(otherBob) } };
      const edited = await send("PATCH", pathOf(ann), { ...identifier(ann), relationships: boss });
      expect([edited.status, linkage(edited.document)]).toMatchObject([200, { boss: identifier(bob) }]);
      const lists = { team: { data: [identifier(otherCid)] }, friends: { data: [identifier(otherBob)] } };
      const own = await send("PATCH", pathOf(ann), { ...identifier(ann), relationships: lists });
      expect(linkage(own.document)).toMatchObject({ team: [identifier(cid)], friends: [identifier(bob)] });
    });

    test("in a path: so have the members", async () => {
      const { send, pathOf } = await start();
      await send("POST", pathOf(otherAnn, "/relationship/team"), [identifier(otherBob)]);
      await send(
        "POST",
        pathOf(otherAnn, "/relationship/friends"),
        type === "citext" ? [identifier(otherCid), identifier(cid)] : [identifier(otherCid)],
      );
      const { document: read } = await send("GET", pathOf(otherAnn, "?include=team,friends"));
      expect([read.data.id, linkage(read)]).toMatchObject([
        ann,
        { team: [identifier(bob)], friends: [identifier(cid)] },
      ]);
      const { document: member } = await send("GET", pathOf(bob));
      expect(linkage(member)).toMatchObject({ boss: identifier(ann) });
    });

    test("that do not exist are a 404", async () => {
      const { send, pathOf } = await start();
      const boss = { boss: { data: identifier("9") } };
      const { status, document } = await send("PATCH", pathOf(ann), { ...identifier(ann), relationships: boss });
      expect([status, document.errors]).toMatchObject([
        404,
        [{ source: { pointer: "/data/relationships/boss/data" } }],
      ]);
      const members = [identifier(bob), identifier("9")];
      expect((await send("POST", pathOf(ann, "/relationship/friends"), members)).status).toBe(404);
    });
  },
);

test("ids of char are compared without the spaces that Postgres fills them with", async () => {
  await pglite.exec(`drop table if exists codes; drop table if exists uses;
    create table codes (id char(5) primary key, name text);
    create table uses (id int primary key, code varchar(5));
    insert into codes values ('ab', 'AB'); insert into uses values (1, 'ab'), (2, null)`);
  const codes = pgTable("codes", { id: char({ length: 5 }).primaryKey(), name: text().notNull() });
  const uses = pgTable("uses", { id: integer().primaryKey(), code: varchar({ length: 5 }) });
  const codeResource = t.resource("codes", {
    id: z.string(),
    attributes: { name: z.string() },
    editFields: ["name"],
  });
  const useResource = t.resource("uses", {
    id: z.int(),
    attributes: {},
    relationships: { code: toOne("codes", { id: z.string() }).nullable() },
    editFields: ["code"],
  });
  const data = drizzleData({ db: "db", tables: { codes, uses } });
  const codeSource = data.source(codeResource, {});
  const useSource = data.source(useResource, {});
  const hub = memoryHub();
  const api = t.router(
    {
      codes: codeSource.routes({ getOne: true, editOne: true }),
      uses: useSource.routes({ getMany: { include: ["code"] }, editOne: { include: ["code"] } }),
    },
    { transaction: data.transaction },
  );
  const live = liveChannel(api, { hub });
  const handle = fetchHandler(api, { context: t.context(() => ({ db })), live });
  const publish = vi.spyOn(hub, "publish");
  const send = async (method: string, path: string, data?: unknown) => {
    const headers = { "content-type": "application/vnd.api+json" };
    const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
    const response = await handle(new Request(`http://a.test${path}`, { method, headers, ...body }));
    return { status: response.status, document: await response.json() };
  };
  const { status, document } = await send("GET", "/uses?include=code");
  expect([status, document.included?.map(({ attributes }: { attributes: unknown }) => attributes)]).toEqual([
    200,
    [{ name: "AB" }],
  ]);
  const code = { data: { type: "codes", id: "ab" } };
  const edited = await send("PATCH", "/uses/2?include=code", { type: "uses", id: "2", relationships: { code } });
  expect([edited.status, edited.document.included?.[0]?.id]).toEqual([200, "ab   "]);
  expect((await send("PATCH", "/codes/ab", { type: "codes", id: "ab   ", attributes: { name: "x" } })).status).toBe(
    200,
  );
  expect(publish.mock.calls.at(-1)?.[0]).toMatchObject([{ notice: { type: "codes", id: "ab   ", op: "update" } }]);
});

test("foreign keys of citext may have another spelling than their rows", async () => {
  await pglite.exec(`drop table if exists people, friends;
    create table people (id citext primary key, boss citext);
    create table friends (one citext, other citext, primary key (one, other));
    insert into people values ('ann', null), ('Bob', 'ANN'), ('cid', 'bob');
    insert into friends values ('ANN', 'BOB'), ('ann', 'CID')`);
  const people = pgTable("people", { id: citextColumn().primaryKey(), boss: citextColumn() });
  const friends = pgTable("friends", { one: citextColumn(), other: citextColumn() }, (pair) => [
    primaryKey({ columns: [pair.one, pair.other] }),
  ]);
  const resource = t.resource("people", {
    id: z.string(),
    attributes: {},
    relationships: {
      boss: toOne("people", { id: z.string() }).nullable(),
      team: toMany("people", { id: z.string() }),
      friends: toMany("people", { id: z.string() }),
    },
  });
  const source = drizzleData({ db: "db", tables: { people } }).source(resource, {
    relationships: {
      team: hasMany(people.boss),
      friends: manyToMany(friends, { from: friends.one, to: friends.other }),
    },
  });
  const api = t.router({
    people: resource.routes(resource.getOne({ include: ["boss", "team", "friends"] }, source.getOne)),
  });
  const handle = fetchHandler(api, { context: t.context(() => ({ db })) });
  const included = async (path: string) => {
    const response = await handle(new Request(`http://a.test${path}`));
    return (await response.json()).included.map(({ id }: { readonly id: string }) => id);
  };
  expect(await included("/people/bob?include=boss,team")).toEqual(["ann", "cid"]);
  expect(await included("/people/ANN?include=team,friends")).toEqual(["Bob", "cid"]);
});
