import { createClient } from "@libsql/client";
import { eq, sql } from "drizzle-orm";
import { drizzle as overD1 } from "drizzle-orm/d1";
import { drizzle as overSqlJs } from "drizzle-orm/sql-js";
import {
  blob,
  check,
  integer,
  numeric,
  primaryKey,
  real,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { Conflict, cursorPage, NotFound, toMany, toOne, trestle, UnprocessableContent } from "trestle";
import { drizzleData, tableResource } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { sqliteFile } from "./sqlite-bed.js";

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, or Drizzle's database in two versions
type Json = any;

interface Context {
  readonly db: Json;
  readonly team: number;
}
const t = trestle<Context>();

const team = () => integer("team_id").notNull();
const artists = sqliteTable(
  "artists",
  { id: text().primaryKey(), teamId: team(), name: text().notNull() },
  (artist) => [uniqueIndex("artists_name").on(artist.teamId, sql`lower(${artist.name})`)],
);
const albums = sqliteTable(
  "albums",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    teamId: team(),
    title: text().notNull(),
    price: real(),
    rate: numeric(),
    plays: numeric({ mode: "bigint" }),
    live: integer({ mode: "boolean" }).notNull().default(false),
    kind: text({ enum: ["lp", "ep"] })
      .notNull()
      .default("lp"),
    out: integer({ mode: "timestamp" }),
    labels: text({ mode: "json" }).$type<string[]>(),
    place: text({ mode: "json" }).$type<{ city: string | null; size?: number; open?: boolean }>(),
    count: integer(),
    cover: blob({ mode: "json" }),
    version: integer().notNull().default(1),
    artist_id: text().references(() => artists.id),
  },
  (album) => [unique("albums_title").on(album.teamId, album.title), check("price_positive", sql`${album.price} >= 0`)],
);
/** A key of several columns, which all teams share. */
const tracks = sqliteTable(
  "tracks",
  {
    teamId: team(),
    album_id: integer()
      .notNull()
      .references(() => albums.id, { onDelete: "cascade" }),
    no: integer().notNull(),
    side: text().notNull(),
    name: text().notNull(),
  },
  (track) => [primaryKey({ columns: [track.teamId, track.album_id, track.no, track.side] })],
);
const DDL = `
create table artists (id text primary key not null collate nocase, team_id integer not null, name text not null);
create unique index artists_name on artists (team_id, lower(name));
create table albums (id integer primary key autoincrement, team_id integer not null, title text not null, price real, rate numeric,
  plays numeric, live integer not null default 0, kind text not null default 'lp', "out" integer, labels text, place text, count integer,
  cover blob, version integer not null default 1, artist_id text references artists,
  constraint albums_title unique (team_id, title), constraint price_positive check (price >= 0));
create table tracks (team_id integer not null, album_id integer not null references albums on delete cascade, no integer not null,
  side text not null, name text not null, primary key (team_id, album_id, no, side));
`;

const artistResource = tableResource(t, "artists", artists, {
  omit: ["teamId"],
  relationships: { albums: toMany("albums", { linkage: true }) },
  createFields: ["id", "name"],
  editFields: ["name"],
});
const albumResource = tableResource(t, "albums", albums, {
  omit: ["teamId"],
  attributes: {
    labels: z.array(z.string()).nullable(),
    place: z
      .object({ city: z.string().nullable(), size: z.number().optional(), open: z.boolean().optional() })
      .nullable(),
  },
  relationships: {
    artist: toOne("artists", { id: z.string() }).nullable(),
    tracks: toMany("tracks", { id: z.string(), linkage: true }),
  },
  createFields: ["title", "price", "rate", "plays", "live", "out", "labels", "place", "count", "cover", "artist"],
  editFields: ["title", "price", "out", "artist"],
  version: "version",
});
const trackResource = tableResource(t, "tracks", tracks, {
  omit: ["teamId"],
  relationships: { album: toOne("albums") },
  createFields: ["no", "side", "name", "album"],
  editFields: ["name"],
});

const data = drizzleData({
  db: "db",
  tables: { artists, albums, tracks },
  tenant: { column: "teamId", of: (ctx: Context) => ctx.team },
  cursorSecret: "sixteen characters",
});
const sources = {
  artists: data.source(artistResource, {
    acrossScopes: ["artists_pkey"],
    violations: { artists_name: "This name is taken." },
  }),
  albums: data.source(albumResource, { sorts: { half: sql<number>`${albums.price} / 2`.mapWith(albums.price) } }),
  tracks: data.source(trackResource, {}),
};
const errors = { errors: [NotFound, Conflict, UnprocessableContent] } as const;
const writes = { createOne: errors, editOne: errors, deleteOne: errors } as const;
const filter = {
  price__gt: z.number().optional(),
  rate: z.string().optional(),
  plays__gte: z.bigint().optional(),
  live: z.boolean().optional(),
  kind__in: z.array(z.string()).optional(),
  out__lt: z.date().optional(),
  out: z.date().optional(),
  out__in: z.array(z.date()).optional(),
  title__contains: z.string().optional(),
  labels__has: z.string().optional(),
  labels__hasall: z.array(z.string()).optional(),
  labels__hasany: z.array(z.string()).optional(),
  place__city: z.string().optional(),
  place__city__contains: z.string().optional(),
  place__city__isnull: z.boolean().optional(),
  place__size__gt: z.number().optional(),
  place__size__ne: z.number().optional(),
  place__open: z.boolean().optional(),
  count: z.int().optional(),
  count__lt: z.int().optional(),
  tracks: z.string().optional(),
  tracks__isnull: z.boolean().optional(),
  tracks__name__contains: z.string().optional(),
  artist__name__startswith: z.string().optional(),
};
const sort = [
  "title",
  "price",
  "rate",
  "plays",
  "live",
  "out",
  "count",
  "half",
  "place__city",
  "artist__name",
] as const;
const api = t.router(
  {
    artists: sources.artists.routes({ getMany: { include: ["albums"] }, ...writes }),
    albums: sources.albums.routes({
      getMany: { filter, sort, page: cursorPage({ size: 3 }), include: ["artist", "tracks"] },
      getOne: errors,
      ...writes,
    }),
    tracks: sources.tracks.routes({
      getMany: {
        filter: { id: z.array(z.string()).optional(), album: z.int().optional() },
        sort: ["id"],
        page: cursorPage({ size: 2 }),
      },
      getOne: errors,
      ...writes,
    }),
  },
  { transaction: data.transaction },
);

let file: Awaited<ReturnType<typeof sqliteFile>>;
beforeAll(async () => {
  file = await sqliteFile();
  await file.exec(DDL);
});
afterAll(() => file?.close());

const logged: unknown[] = [];
async function send(method: string, path: string, body?: Json, { db = file.db as Json, team = 1 } = {}) {
  const type = "application/vnd.api+json";
  const serve = fetchHandler(api, {
    context: t.context(() => ({ db, team })),
    onError: ({ error }) => void logged.push(error),
  });
  const init = { method, headers: { accept: type, "content-type": type }, ...(body && { body: JSON.stringify(body) }) };
  const response = await serve(new Request(`http://a.test${path}`, init));
  const document: Json = response.status === 204 ? undefined : await response.json();
  return { status: response.status, document, data: document?.data, errors: document?.errors };
}

const resource = (type: string, attributes: Json, relationships?: Json, id?: string) => ({
  data: { type, ...(id && { id }), attributes, ...(relationships && { relationships }) },
});
const to = (type: string, id: string | null) => ({ data: id === null ? null : { type, id } });
const album = (title: string, more: Json = {}, artist: string | null = null) =>
  resource("albums", { title, ...more }, { artist: to("artists", artist) });
async function add(document: Json, team = 1): Promise<Json> {
  const { status, data, errors } = await send("POST", `/${document.data.type}`, document, { team });
  expect([status, errors]).toEqual([201, undefined]);
  return data;
}
const titles = async (given: string) => {
  const query = given.replace(/\[[^\]]*/, (name) => name.replaceAll("__", "]["));
  const { status, data, errors } = await send("GET", `/albums?page[size]=50&${query}`);
  expect([query, status, errors]).toEqual([query, 200, undefined]);
  return data.map(({ attributes }: Json) => attributes.title).sort();
};

async function clear() {
  logged.length = 0;
  await file.exec(
    "begin; delete from tracks; delete from albums; delete from artists; delete from sqlite_sequence; commit;",
  );
}

describe("values", () => {
  beforeEach(clear);

  test("each kind of column comes back as it was written", async () => {
    await add(resource("artists", { name: "Ann" }, undefined, "a/1"));
    const attributes = {
      price: 0.1 + 0.2,
      rate: "12.25",
      plays: "9007199254740993",
      live: true,
      out: "2026-01-31T12:00:00.000Z",
      labels: ["x", "é"],
      place: { city: "Rome", size: 1.5, open: false },
      count: -(2 ** 53 - 1),
      cover: { a: [1, null] },
    };
    const made = await add(album("one", attributes, "a/1"));
    expect(made.attributes).toEqual({ title: "one", kind: "lp", version: 1, ...attributes });
    const got = await send("GET", `/albums/${made.id}`);
    expect(got.data).toEqual(made);
    const empty = await add(album("two"));
    const { title: _, live: __, kind: ___, version: ____, ...nulls } = empty.attributes;
    expect(new Set(Object.values(nulls))).toEqual(new Set([null]));
  });

  test("an integer that a number would round is refused, and one that is stored says which column it needs", async () => {
    const { status, errors } = await send("POST", "/albums", album("large", { count: 2 ** 53 }));
    expect([status, errors[0].source.pointer]).toEqual([422, "/data/attributes/count"]);
    await file.exec("insert into albums (team_id, title, count) values (1, 'stored', 9007199254740993)");
    expect((await send("GET", "/albums")).status).toBe(500);
    expect(String(logged[0])).toContain('Declare its column as numeric({ mode: "bigint" })');
  });
});

describe("lists", () => {
  const rows: Json[] = [
    { title: "Alpha_1", price: 1.5, rate: "2.50", plays: "9007199254740993", live: true, count: 5, labels: ["a", "b"] },
    { title: "beta%2", price: 0.1 + 0.2, out: "2026-01-01T00:00:00Z", place: { city: "Rome", size: 2, open: true } },
    { title: "gamma", price: 0.3, out: "2026-01-02T00:00:00Z", place: { city: null, open: false }, labels: [] },
    { title: "delta", place: { city: 'rome "2"', size: 10 }, count: -5, labels: ["b"], plays: "7" },
    { title: "Éps", labels: null, live: true, rate: "10" },
  ];
  beforeAll(async () => {
    await clear();
    await add(resource("artists", { name: "Ann" }, undefined, "ann"));
    for (const [index, row] of rows.entries()) await add(album(row.title, row, index % 2 ? "ann" : null));
    await add(resource("tracks", { no: 1, side: "a~b", name: "Intro" }, { album: to("albums", "1") }));
    await add(resource("tracks", { no: 2, side: "A", name: "Two" }, { album: to("albums", "2") }));
    await add(album("hidden", { price: 99 }), 2);
  });

  test.each([
    ["filter[price__gt]=0.3", ["Alpha_1", "beta%2"]],
    ["filter[rate]=2.5", ["Alpha_1"]],
    ["filter[plays__gte]=9007199254740993", ["Alpha_1"]],
    ["filter[live]=true", ["Alpha_1", "Éps"]],
    ["filter[kind__in]=lp,ep", ["Alpha_1", "beta%2", "delta", "gamma", "Éps"]],
    ["filter[out__lt]=2026-01-01T00:00:00.500Z", ["beta%2"]],
    ["filter[out]=2026-01-01T00:00:00.500Z", []],
    ["filter[out__in]=2026-01-01T00:00:00.500Z,2026-01-02T00:00:00Z", ["gamma"]],
    ["filter[title__contains]=_", ["Alpha_1"]],
    ["filter[title__contains]=%25", ["beta%2"]],
    ["filter[title__contains]=ALPHA", ["Alpha_1"]],
    ["filter[title__contains]=%C3%A9", []], // SQLite folds a to z only
    ["filter[labels__has]=b", ["Alpha_1", "delta"]],
    ["filter[labels__hasall]=a,b", ["Alpha_1"]],
    ["filter[labels__hasany]=a,c", ["Alpha_1"]],
    ["filter[place__city]=Rome", ["beta%2"]],
    ["filter[place__city__contains]=ROME", ["beta%2", "delta"]],
    ["filter[place__city__isnull]=true", ["Alpha_1", "gamma", "Éps"]],
    ["filter[place__size__gt]=2", ["delta"]],
    ["filter[place__size__ne]=2", ["Alpha_1", "delta", "gamma", "Éps"]],
    ["filter[place__open]=true", ["beta%2"]],
    ["filter[place__open]=false", ["gamma"]],
    ["filter[count]=9007199254740993", undefined],
    ["filter[count__lt]=0", ["delta"]],
    ["filter[tracks]=1~1~1~a!1b", ["Alpha_1"]],
    ["filter[tracks__isnull]=true", ["delta", "gamma", "Éps"]],
    ["filter[tracks__name__contains]=int", ["Alpha_1"]],
    ["filter[artist__name__startswith]=an", ["beta%2", "delta"]],
  ])("%s", async (query, found) => {
    if (found === undefined) expect((await send("GET", `/albums?${query}`)).status).toBe(400);
    else expect(await titles(query)).toEqual(found);
  });

  test.each(sort.flatMap((field) => [field, `-${field}`]))(
    "each row once, with the nulls of Postgres, by %s",
    async (field) => {
      const ids = async (query: string) => {
        const met: string[] = [];
        for (let path: string | null = query; path; ) {
          const { status, document }: Json = await send("GET", path);
          expect([path, status]).toEqual([path, 200]);
          met.push(...document.data.map(({ id }: Json) => id));
          path = document.links.next;
        }
        return met;
      };
      const [byPages, whole] = [
        await ids(`/albums?sort=${field}&page[size]=1`),
        await ids(`/albums?sort=${field}&page[size]=50`),
      ];
      expect(byPages).toEqual(whole);
      expect(new Set(whole).size).toBe(5);
      const empty = { price: ["4", "5"], "-price": ["4", "5"], place__city: ["1", "3", "5"], "-out": ["1", "4", "5"] }[
        field
      ];
      if (empty)
        expect(field.startsWith("-") ? whole.slice(0, empty.length) : whole.slice(-empty.length)).toEqual(empty);
    },
  );

  test("a key that no cursor has is a 400", async () => {
    for (const keys of [
      ["id", "rubbish"],
      ["id", "i1.5"],
      ["id", ""],
      ["id", "Infinity"],
    ])
      expect((await send("GET", `/albums?page[after]=${btoa(JSON.stringify(keys))}`)).status).toBe(400);
  });

  test("includes of both directions, and ids of several columns", async () => {
    const { document } = await send("GET", "/artists?include=albums");
    expect(document.data[0].relationships.albums.data.map(({ id }: Json) => id)).toEqual(["2", "4"]);
    expect(document.included.map(({ id }: Json) => id)).toEqual(["2", "4"]);
    const albums = (await send("GET", "/albums?include=tracks,artist")).document;
    expect(albums.included.map(({ type, id }: Json) => `${type} ${id}`).sort()).toEqual([
      "artists ann",
      "tracks 1~1~1~a!1b",
      "tracks 1~2~2~A",
    ]);
    const some = await send("GET", "/tracks?filter[id]=1~1~1~a!1b,1~2~2~A,1~9~9~x&sort=-id");
    expect(some.data.map(({ id }: Json) => id)).toEqual(["1~2~2~A", "1~1~1~a!1b"]);
    const next = await send("GET", "/tracks?sort=-id&page[size]=1");
    expect((await send("GET", next.document.links.next)).data.map(({ id }: Json) => id)).toEqual(["1~1~1~a!1b"]);
    expect((await send("GET", "/tracks/1~1~01~a!1b")).status).toBe(404);
  });
});

describe("writes", () => {
  beforeEach(clear);

  const problem = async (...request: Parameters<typeof send>) => {
    const { status, errors } = await send(...request);
    return [status, errors?.[0]?.detail, errors?.[0]?.source?.pointer];
  };

  test("a constraint names what it refused", async () => {
    await add(resource("artists", { name: "Ann" }, undefined, "ann"));
    const { id } = await add(album("one", {}, "ann"));
    expect(await problem("POST", "/albums", album("one"))).toEqual([
      409,
      'Another resource of "albums" has the same "title".',
      "/data/attributes/title",
    ]);
    expect(await problem("POST", "/artists", resource("artists", { name: "ANN" }, undefined, "b"))).toEqual([
      409,
      "This name is taken.",
      undefined,
    ]);
    expect(await problem("POST", "/artists", resource("artists", { name: "Ben" }, undefined, "ann"))).toEqual([
      409,
      'Another resource of "artists" has the same id.',
      "/data/id",
    ]);
    expect(await problem("POST", "/albums", album("two", { price: -1 }))).toEqual([
      422,
      'The value violates the constraint "price_positive" of the database.',
      "/data/attributes/price",
    ]);
    expect((await problem("POST", "/albums", album("two", {}, "nobody")))[0]).toBe(404);
    expect(await problem("DELETE", "/artists/ann")).toEqual([
      409,
      "Other resources still refer to this one.",
      undefined,
    ]);
    expect((await send("DELETE", `/albums/${id}`)).status).toBe(204);
    expect((await send("DELETE", "/artists/ann")).status).toBe(204);
  });

  test("an error of an own query is the one that the source would throw", async () => {
    await add(album("one"));
    const insert = (values: Json) =>
      file.db
        .insert(albums)
        .values(values)
        .then(undefined, (error: unknown) => data.errorOf(error));
    expect(await insert({ teamId: 1, title: "one" })).toMatchObject({ status: 409 });
    expect(await insert({ teamId: 1, title: "two", price: -1 })).toMatchObject({ status: 422 });
    expect(await insert({ teamId: 1, title: "two", artist_id: "nobody" })).toBeUndefined(); // SQLite does not name the foreign key
  });

  test("a reference is spelled as the id, where the database ignores case", async () => {
    await add(resource("artists", { name: "Ann" }, undefined, "ann"));
    expect((await add(album("one", {}, "ANN"))).relationships.artist.data.id).toBe("ann");
    expect((await send("GET", "/artists?include=albums")).document.included).toHaveLength(1);
  });

  test("other teams have the same names, and their rows are not there", async () => {
    const { id } = await add(album("one"));
    await add(album("one"), 2);
    expect((await send("GET", "/albums", undefined, { team: 2 })).data).toHaveLength(1);
    for (const method of ["GET", "DELETE"])
      expect((await send(method, `/albums/${id}`, undefined, { team: 2 })).status).toBe(404);
    const edit = { data: { type: "albums", id, attributes: { title: "two" } } };
    expect((await send("PATCH", `/albums/${id}`, edit, { team: 2 })).status).toBe(404);
    expect((await send("PATCH", `/albums/${id}`, edit)).data.attributes).toMatchObject({ title: "two", version: 2 });
  });

  test("twenty writers at once take turns", async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send("POST", "/albums", album(`at once ${index}`))),
    );
    expect(made.map(({ status }) => status)).toEqual(Array(20).fill(201));
  });

  test("a write of one statement waits for a transaction, too", async () => {
    const artist = t.resource("artists", { id: z.string(), attributes: { name: z.string() } });
    const plain = drizzleData({ db: "db", tables: { artists } }).source(artist, {});
    await add(resource("artists", { name: "Ann" }, undefined, "ann"));
    const ctx = { db: file.db, team: 1 };
    const edits: Promise<unknown>[] = [];
    await data.transaction({ ctx }, async (own) => {
      const input: Json = { title: "one", artist: null };
      await sources.albums.createOne({ ctx: own, input, fields: {}, include: {} } as Json);
      edits.push(plain.editOne({ ctx, id: "ann" }, { values: { name: "Anna" } }));
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(await Promise.all(edits)).toMatchObject([{ data: { name: "Anna" } }]);
  });

  test("a write waits for another process", async () => {
    const other = createClient({ url: file.url });
    const lock = await other.transaction("write");
    const made = send("POST", "/albums", album("later"));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await lock.rollback();
    const { status } = await made;
    expect([status, logged]).toEqual([201, []]);
    other.close();
  });

  test("a transaction rolls back as a whole, a savepoint alone, and one inside of another throws", async () => {
    const args = (ctx: object, title: string): Json => ({
      ctx,
      input: { title, artist: null },
      fields: {},
      include: {},
    });
    const ctx = { db: file.db, team: 1 };
    const failing = data.transaction({ ctx }, async (ctx) => {
      await sources.albums.createOne(args(ctx, "kept"));
      await expect(sources.albums.createOne(args(ctx, "kept"))).rejects.toThrow(Conflict);
      await sources.albums.createOne(args(ctx, "after"));
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await titles("")).toEqual([]);
    await data.transaction({ ctx, remaining: 1000 } as Json, async (ctx) => {
      await sources.albums.createOne(args(ctx, "kept"));
      await expect(sources.albums.createOne(args(ctx, "kept"))).rejects.toThrow(Conflict);
    });
    expect(await titles("")).toEqual(["kept"]);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const outer = data.transaction({ ctx }, async () => {
      const inner = sources.albums.createOne(args(ctx, "inner")).catch((error: unknown) => String(error));
      await vi.advanceTimersByTimeAsync(10_000);
      return inner;
    });
    expect(await outer).toContain("other transactions held the database for 10 s");
    vi.useRealTimers();
  });
});

describe("databases", () => {
  beforeEach(clear);

  test.each([
    ["a driver without asynchronous transactions", () => overSqlJs({} as Json)],
    ["D1", () => overD1({} as Json)],
    ["another database", () => ({ select() {} })],
  ])("%s is refused", async (_, db) => {
    expect((await send("GET", "/albums", undefined, { db: db() })).status).toBe(500);
    expect(String(logged[0])).toContain(
      "drizzleData: this driver has no asynchronous transactions. Use @libsql/client.",
    );
  });

  test("a row that was changed in between is found by its version", async () => {
    const { id } = await add(album("one"));
    await file.db
      .update(albums)
      .set({ version: 7 })
      .where(eq(albums.id, Number(id)));
    expect((await send("GET", `/albums/${id}`)).data.attributes.version).toBe(7);
  });
});
