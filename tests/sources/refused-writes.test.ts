import { randomBytes } from "node:crypto";
import type { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// What the database refuses for other reasons than the constraints of the row: indexes, policies, triggers, and rows of other tables.

const owners = pgTable(
  "owners",
  { id: bigint({ mode: "number" }).primaryKey(), name: text().notNull(), code: text().unique() },
  (table) => [index("owners_name").on(table.name)],
);
// Narrower than the ids that it refers to.
const pets = pgTable("pets", { id: integer().primaryKey(), owner: integer().references(() => owners.id) });
const friends = pgTable(
  "friends",
  {
    one: bigint({ mode: "number" }).references(() => owners.id),
    other: bigint({ mode: "number" }).references(() => owners.id),
  },
  (table) => [
    primaryKey({ columns: [table.one, table.other] }),
    check("not_self", sql`${table.one} <> ${table.other}`),
  ],
);
const notes = pgTable("notes", { id: integer().primaryKey(), title: text() });

interface Context {
  readonly db: ReturnType<typeof drizzle>;
}
const t = trestle<Context>();
const ownerResource = t.resource("owners", {
  id: z.int(),
  attributes: { name: z.string(), code: z.string().nullable() },
  relationships: { pets: toMany("pets"), friends: toMany("owners", { id: z.int() }) },
  createFields: ["id", "name"],
  editFields: ["name", "code", "friends"],
});
const petResource = t.resource("pets", {
  id: z.int(),
  attributes: {},
  relationships: { owner: toOne("owners", { id: z.int() }).nullable() },
});
const noteResource = t.resource("notes", {
  id: z.int(),
  attributes: { title: z.string().nullable() },
  createFields: ["id", "title"],
  editFields: ["title"],
});
const data = drizzleData({ db: "db", tables: { owners, pets, notes } });
const ownerSource = data.source(ownerResource, {
  relationships: { pets: hasMany(pets.owner), friends: manyToMany(friends, { from: friends.one, to: friends.other }) },
});
const petSource = data.source(petResource, {});
const noteSource = data.source(noteResource, {});
const api = t.router({
  owners: ownerResource.routes(
    ownerResource.getMany({ include: ["pets"] }, ownerSource.getMany),
    ownerResource.createOne(ownerSource.createOne),
    ownerResource.editOne(ownerSource.editOne),
    ownerResource.deleteOne(ownerSource.deleteOne),
    ownerResource.getRelated("pets", ownerSource.getRelated("pets")),
    ownerResource.addToRelationship("pets", ownerSource.addToRelationship("pets")),
    ownerResource.removeFromRelationship("pets", ownerSource.removeFromRelationship("pets")),
    ownerResource.resetRelationship("pets", ownerSource.resetRelationship("pets")),
    ownerResource.getRelationship("friends", ownerSource.getRelationship("friends")),
    ownerResource.addToRelationship("friends", ownerSource.addToRelationship("friends")),
    ownerResource.removeFromRelationship("friends", ownerSource.removeFromRelationship("friends")),
    ownerResource.resetRelationship("friends", ownerSource.resetRelationship("friends")),
  ),
  pets: petResource.routes(petResource.getMany({ filter: { owner: z.int().optional() } }, petSource.getMany)),
  notes: noteResource.routes(
    noteResource.getOne(noteSource.getOne),
    noteResource.createOne(noteSource.createOne),
    noteResource.editOne(noteSource.editOne),
    noteResource.deleteOne(noteSource.deleteOne),
  ),
});

let pglite: PGlite;
const logged: unknown[] = [];
beforeAll(async () => {
  pglite = await startPglite();
  await pglite.exec(`
    create table owners (id bigint primary key, name text not null, code text unique);
    create index owners_name on owners (name);
    create table pets (id int primary key, owner int references owners);
    create table friends (one bigint references owners, other bigint references owners, primary key (one, other),
      constraint not_self check (one <> other)) partition by hash (one);
    create table friends_all partition of friends for values with (modulus 1, remainder 0);
    create table badges (code text references owners (code));
    create table keys (owner bigint references owners on delete restrict);
    create table cards (owner bigint not null references owners on delete set null);
    insert into owners values (1, 'Ann', 'a'), (2, 'Bo', null), (3, 'Cy', null), (99999999999, 'Di', null);
    insert into badges values ('a'); insert into keys values (2); insert into cards values (3);
    insert into pets values (1, 1);
    create table audit (title text unique, constraint title_check check (title <> 'audit-bad'));
    create table notes (id int primary key, title text);
    create function on_write() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' then
        if old.title = 'kept' then return null; end if;
        return old;
      end if;
      if new.title = 'nothing' then return null; end if;
      if new.title like 'audit%' then insert into audit values (new.title); end if;
      return new;
    end $$;
    create trigger on_write before insert or update or delete on notes for each row execute function on_write();
    create function unfriendly() returns trigger language plpgsql as $$ begin
      if new.other = 2 then return null; end if;
      return new;
    end $$;
    create trigger unfriendly before insert on friends for each row execute function unfriendly();
    create function faithful() returns trigger language plpgsql as $$ begin
      if old.one = 2 and old.other = 3 then return null; end if;
      return old;
    end $$;
    create trigger faithful before delete on friends for each row execute function faithful();
    create function loyal() returns trigger language plpgsql as $$ begin
      if old.id = 3 then return null; end if;
      return new;
    end $$;
    create trigger loyal before update on pets for each row execute function loyal();
    insert into audit values ('audit'); insert into notes values (1, 'free'), (2, 'kept'), (3, 'fixed');
    create role app; grant all on notes, audit to app;
    alter table notes enable row level security;
    create policy reads on notes for select using (true);
    create policy creates on notes for insert with check (title <> 'secret');
    create policy edits on notes for update using (title <> 'fixed') with check (title <> 'secret');
    create policy deletes on notes for delete using (title <> 'fixed')`);
});
afterAll(() => pglite?.close());

async function ask(method: string, path: string, data?: unknown, db: Context["db"] = drizzle({ client: pglite })) {
  logged.length = 0;
  const onError = ({ error }: { readonly error: unknown }) => void logged.push(error);
  const handle = fetchHandler(api, { context: t.context(() => ({ db })), onError });
  const headers = { "content-type": "application/vnd.api+json" };
  const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
  const response = await handle(new Request(`http://a.test${path}`, { method, headers, ...body }));
  const content = await response.text();
  const document = content === "" ? {} : JSON.parse(content);
  return { status: response.status, error: document.errors?.[0], document };
}

/** Status, detail and pointer of a write. */
async function write(method: string, path: string, attributes?: object) {
  const [, type = "", id = "9"] = path.split("/");
  const { status, error } = await ask(method, path, attributes && { type, id, attributes });
  return [status, error?.detail, error?.source?.pointer];
}

/** A text that Postgres cannot compress. */
const long = (length: number) => randomBytes(length).toString("base64");

describe("a text that an index cannot hold is a 422", () => {
  const name = "/data/attributes/name";
  test.each([
    ["POST", "/owners"],
    ["PATCH", "/owners/1"],
  ])("%s, at the field of the index", async (method, path) => {
    const detail = '"name" cannot be stored: it is too long or out of range.';
    expect(await write(method, path, { name: long(6000) })).toEqual([422, detail, name]);
  });

  test("without a field if Postgres names no index", async () => {
    const detail = "A value cannot be stored: it is too long or out of range.";
    expect(await write("POST", "/owners", { name: long(20_000) })).toEqual([422, detail, undefined]);
  });
});

describe("a policy of the database", () => {
  const asApp = async (method: string, path: string, attributes?: object) => {
    await pglite.exec("set role app");
    return write(method, path, attributes).finally(() => pglite.exec("reset role"));
  };

  test("is a 403 for a row that a write would make", async () => {
    const refused = [403, 'A policy of the database refuses this change of "notes".', undefined];
    expect(await asApp("POST", "/notes", { title: "secret" })).toEqual(refused);
    expect(await asApp("PATCH", "/notes/1", { title: "secret" })).toEqual(refused);
    expect(logged).toEqual([]);
    expect((await asApp("PATCH", "/notes/1", { title: "free" }))[0]).toBe(200);
  });

  test("is a 409 for a row that a write would change", async () => {
    const kept = [409, 'The database keeps "notes" 3 as it is.', undefined];
    expect(await asApp("PATCH", "/notes/3", { title: "other" })).toEqual(kept);
    expect(await asApp("DELETE", "/notes/3")).toEqual(kept);
  });

  test("is not a grant that is missing: that is a logged 500", async () => {
    expect((await asApp("POST", "/owners", { name: "Ed" }))[0]).toBe(500);
    expect(logged).toHaveLength(1);
  });
});

describe("a trigger", () => {
  test("that keeps a row is a 409, because the row is there", async () => {
    expect(await write("DELETE", "/notes/2")).toEqual([409, 'The database keeps "notes" 2 as it is.', undefined]);
    expect(await write("PATCH", "/notes/2", { title: "nothing" })).toEqual([
      409,
      'The database keeps "notes" 2 as it is.',
      undefined,
    ]);
    expect((await ask("GET", "/notes/2")).status).toBe(200);
    expect((await write("DELETE", "/notes/8"))[0]).toBe(404);
    expect((await write("PATCH", "/notes/8", { title: "x" }))[0]).toBe(404);
    const lost = 'The database did not keep the new resource of "notes".';
    expect(await write("POST", "/notes", { title: "nothing" })).toEqual([409, lost, undefined]);
  });

  test("that drops a pair is a 409 at the relationship, and the other pairs are not there either", async () => {
    const friends = (...ids: string[]) => ids.map((id) => ({ type: "owners", id }));
    const sent = async (method: string, path: string, data: unknown) => {
      const { status, error } = await ask(method, path, data);
      return [status, error?.detail, error?.source?.pointer];
    };
    const lost = 'The database did not keep some of the new members of "friends".';
    const own = "/owners/99999999999/relationship/friends";
    expect(await sent("POST", own, friends("3", "2"))).toEqual([409, lost, "/data"]);
    expect((await pglite.query("select * from friends")).rows).toEqual([]);
    expect(await sent("POST", own, friends("3"))).toEqual([204, undefined, undefined]);
    expect(await sent("POST", own, friends("3"))).toEqual([204, undefined, undefined]);
    expect(await sent("POST", own, friends("3", "2"))).toEqual([409, lost, "/data"]);
    const relationships = { friends: { data: friends("2") } };
    const pointer = "/data/relationships/friends/data";
    expect(await sent("PATCH", "/owners/1", { type: "owners", id: "1", relationships })).toEqual([409, lost, pointer]);
  });

  /** Status, detail and pointer of a change of members. */
  const change = async (method: string, path: string, type: string, ...ids: number[]) => {
    const members = ids.map((id) => ({ type, id: `${id}` }));
    const [, owners, id, kind, name = ""] = path.split("/");
    const resource = { type: owners, id, relationships: { friends: { data: members } } };
    const { status, error } = await ask(method, path, kind === undefined ? resource : members);
    return [status, error?.detail, error?.source?.pointer, name];
  };
  const kept = (name: string, pointer = "/data") => [
    409,
    `The database did not remove some members of "${name || "friends"}".`,
    pointer,
    name,
  ];

  test("that keeps a pair which a request removes is a 409 at the relationship, and the other pairs stay, too", async () => {
    await pglite.exec("insert into friends values (2, 1), (2, 3)");
    const path = "/owners/2/relationship/friends";
    const done = [204, undefined, undefined, "friends"];
    const stored = async () => (await pglite.query<{ other: number }>("select other from friends where one = 2")).rows;
    expect(await change("DELETE", path, "owners", 1, 3)).toEqual(kept("friends"));
    expect(await change("PATCH", path, "owners", 1)).toEqual(kept("friends"));
    expect(await change("PATCH", path, "owners")).toEqual(kept("friends"));
    expect(await change("PATCH", "/owners/2", "owners")).toEqual(kept("", "/data/relationships/friends/data"));
    expect(await stored()).toHaveLength(2);
    expect(await change("DELETE", path, "owners", 1)).toEqual(done);
    expect(await change("DELETE", path, "owners", 1)).toEqual(done);
    expect(await change("PATCH", path, "owners", 3)).toEqual(done);
    expect(await stored()).toEqual([{ other: 3 }]);
    expect(logged).toEqual([]);
  });

  test("that keeps a child where it is is a 409 at the relationship, and the others stay, too", async () => {
    await pglite.exec("insert into pets values (2, 1), (3, 1)");
    onTestFinished(async () => void (await pglite.exec("delete from pets where id > 1")));
    const path = "/owners/1/relationship/pets";
    const lost = [409, 'The database did not keep some of the new members of "pets".', "/data", "pets"];
    const done = [204, undefined, undefined, "pets"];
    expect(await change("DELETE", path, "pets", 2, 3)).toEqual(kept("pets"));
    expect(await change("PATCH", path, "pets", 1, 2)).toEqual(kept("pets"));
    expect(await change("POST", "/owners/2/relationship/pets", "pets", 2, 3)).toEqual(lost);
    expect(await change("PATCH", "/owners/2/relationship/pets", "pets", 3)).toEqual(lost);
    expect((await pglite.query("select * from pets where owner = 1")).rows).toHaveLength(3);
    expect(await change("POST", path, "pets", 1, 2, 3)).toEqual(done);
    expect(await change("PATCH", path, "pets", 1, 3)).toEqual(done);
    expect(await change("DELETE", path, "pets", 1, 2)).toEqual(done);
    expect(await change("POST", path, "pets", 1)).toEqual(done);
    expect((await pglite.query("select id from pets where owner = 1 order by id")).rows).toEqual([
      { id: 1 },
      { id: 3 },
    ]);
  });

  test("that breaks a unique constraint of another table is a 409 without a field", async () => {
    for (const [method, path] of [
      ["POST", "/notes"],
      ["PATCH", "/notes/1"],
    ] as const) {
      const conflict = [409, 'Another resource of "notes" has the same value.', undefined];
      expect(await write(method, path, { title: "audit" })).toEqual(conflict);
    }
  });

  test("that breaks another rule of another table is a logged 500", async () => {
    expect((await write("POST", "/notes", { title: "audit-bad" }))[0]).toBe(500);
    expect(logged).toHaveLength(1);
  });
});

describe("a row to which others refer is a 409", () => {
  const refers = [409, "Other resources still refer to this one.", undefined];
  test.each([
    ["a delete", "DELETE", "/owners/1", undefined],
    ["a delete with RESTRICT", "DELETE", "/owners/2", undefined],
    ["a delete with SET NULL in a column that must not be null", "DELETE", "/owners/3", undefined],
    ["an edit of what they refer to", "PATCH", "/owners/1", { code: "b" }],
  ])("%s", async (_, method, path, attributes) => {
    expect(await write(method, path, attributes)).toEqual(refers);
    expect(logged).toEqual([]);
  });
});

// Postgres reports the partition's name.
test("a rule of pairs points at the relationship, also in a table with partitions", async () => {
  const self = [{ type: "owners", id: "1" }];
  const detail = 'The value violates the constraint "not_self" of the database.';
  const edit = { type: "owners", id: "1", relationships: { friends: { data: self } } };
  const { status, error } = await ask("PATCH", "/owners/1", edit);
  expect([status, error]).toMatchObject([422, { detail, source: { pointer: "/data/relationships/friends/data" } }]);
  const added = await ask("POST", "/owners/1/relationship/friends", self);
  expect([added.status, added.error?.detail, added.error?.source]).toEqual([422, detail, { pointer: "/data" }]);
});

describe("an id that a narrower column cannot hold", () => {
  const big = "/owners/99999999999";
  const pet = [{ type: "pets", id: "1" }];

  test("has no children", async () => {
    const { status, document } = await ask("GET", "/owners?include=pets");
    expect([status, document.included]).toEqual([200, [expect.objectContaining({ type: "pets", id: "1" })]]);
    expect((await ask("GET", `${big}/pets`)).document.data).toEqual([]);
    expect((await ask("GET", "/pets?filter[owner]=99999999999")).document.data).toEqual([]);
  });

  test("loses none, and gets none", async () => {
    expect((await ask("DELETE", `${big}/relationship/pets`, pet)).status).toBe(204);
    expect((await ask("PATCH", `${big}/relationship/pets`, [])).status).toBe(204);
    expect((await ask("POST", `${big}/relationship/pets`, pet)).error).toMatchObject({ status: "422" });
    expect((await ask("GET", "/owners/1/pets")).document.data).toHaveLength(1);
  });
});
