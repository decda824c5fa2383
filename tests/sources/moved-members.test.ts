import type { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { integer, pgTable } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// A caller sees the boxes 1 and 2, and changes those of box 1. An item of box 3 is out of the caller's scope.

interface Context {
  readonly db: unknown;
}
const t = trestle<Context>();
const boxes = t.resource("boxes", {
  id: z.int(),
  attributes: {},
  relationships: { items: toMany("items") },
  createFields: ["id", "items"],
  editFields: ["items"],
});
const items = t.resource("items", {
  id: z.int(),
  attributes: {},
  relationships: { box: toOne("boxes").nullable() },
  createFields: ["id", "box"],
  editFields: ["box"],
});

const tables = {
  boxes: pgTable("boxes", { id: integer().primaryKey() }),
  items: pgTable("items", { id: integer().primaryKey(), box: integer() }),
};

let pglite: PGlite;
let db: unknown;
beforeAll(async () => {
  pglite = await startPglite();
  db = drizzle({ client: pglite });
  await pglite.exec(`create table boxes (id int primary key); create table items (id int primary key, box int)`);
});
afterAll(() => pglite?.close());

const boxRows = [{ id: 1 }, { id: 2 }, { id: 3 }];
const itemRows = [
  { id: 1, box: 1 },
  { id: 2, box: 1 },
  { id: 3, box: 2 },
];

const stores = {
  async memory() {
    const data = memoryData();
    return {
      boxes: data.source(boxes, { rows: boxRows, relationships: { items: { by: "box" } } }),
      items: data.source(items, {
        rows: itemRows,
        scope: () => (row) => (row.box ?? 9) < 3,
        writable: () => (row) => row.box === 1,
      }),
    };
  },
  async Drizzle() {
    await pglite.exec("truncate boxes, items");
    await pglite.exec("insert into boxes values (1), (2), (3); insert into items values (1, 1), (2, 1), (3, 2)");
    const data = drizzleData({ db: "db", tables });
    return {
      boxes: data.source(boxes, { relationships: { items: hasMany(tables.items.box) } }),
      items: data.source(items, {
        scope: () => sql`${tables.items.box} < 3`,
        writable: () => sql`${tables.items.box} = 1`,
        acrossScopes: ["items_pkey"],
      }),
    };
  },
};

const identifier = (type: string, id: number | string) => ({ type, id: String(id) });

function sender(handle: (request: Request) => Promise<Response>) {
  return async (method: string, path: string, data?: unknown) => {
    const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
    const headers = { "content-type": "application/vnd.api+json" };
    const response = await handle(new Request(`http://a.test${path}`, { method, headers, ...body }));
    const text = await response.text();
    return { status: response.status, document: text === "" ? undefined : JSON.parse(text) };
  };
}

describe.each(Object.entries(stores))("members in %s stay where their writer sees and may change them", (_, make) => {
  const start = async () => {
    const source = await make();
    const api = t.router({
      boxes: boxes.routes(
        boxes.getOne(source.boxes.getOne),
        boxes.createOne(source.boxes.createOne),
        boxes.editOne(source.boxes.editOne),
        boxes.addToRelationship("items", source.boxes.addToRelationship("items")),
        boxes.removeFromRelationship("items", source.boxes.removeFromRelationship("items")),
        boxes.resetRelationship("items", source.boxes.resetRelationship("items")),
      ),
      items: items.routes(
        items.getMany(source.items.getMany),
        items.createOne(source.items.createOne),
        items.editOne(source.items.editOne),
      ),
    });
    return sender(fetchHandler(api, { context: t.context(() => ({ db })) }));
  };
  const relationships = (name: string, data: unknown) => ({ relationships: { [name]: { data } } });
  const first = [identifier("items", 1)];

  test.each([
    ["POST", "/boxes/3/relationship/items", first],
    ["DELETE", "/boxes/1/relationship/items", first],
    ["PATCH", "/boxes/1/relationship/items", []],
    ["POST", "/boxes/2/relationship/items", first],
    ["POST", "/boxes", { ...identifier("boxes", 4), ...relationships("items", first) }],
    ["PATCH", "/boxes/3", { ...identifier("boxes", 3), ...relationships("items", first) }],
    ["POST", "/items", { ...identifier("items", 4), ...relationships("box", identifier("boxes", 2)) }],
    ["POST", "/items", { ...identifier("items", 4), ...relationships("box", identifier("boxes", 3)) }],
    ["PATCH", "/items/1", { ...identifier("items", 1), ...relationships("box", identifier("boxes", 2)) }],
  ])("%s %s is a 403 that changes nothing", async (method, path, data) => {
    const send = await start();
    const before = await send("GET", "/items");
    const { status, document } = await send(method, path, data);
    expect([status, document?.errors]).toMatchObject([403, [{ code: "forbidden" }]]);
    expect(await send("GET", "/items")).toEqual(before);
  });

  test("other changes are done", async () => {
    const send = await start();
    const item = { ...identifier("items", 4), ...relationships("box", identifier("boxes", 1)) };
    expect((await send("POST", "/items", item)).status).toBe(201);
    expect((await send("POST", "/boxes/1/relationship/items", first)).status).toBe(204);
  });
});
