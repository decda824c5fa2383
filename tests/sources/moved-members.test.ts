import type { PGlite } from "@electric-sql/pglite";
import { inArray, sql } from "drizzle-orm";
import { integer, pgTable } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany, type RowChange } from "trestle/drizzle";
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
let statements: string[] = [];
beforeAll(async () => {
  pglite = await startPglite();
  db = drizzle({ client: pglite, logger: { logQuery: (text) => void statements.push(text) } });
  await pglite.exec(`create table boxes (id int primary key); create table items (id int primary key, box int)`);
});
afterAll(() => pglite?.close());

const boxRows = [{ id: 1 }, { id: 2 }, { id: 3 }];
const itemRows = [
  { id: 1, box: 1 },
  { id: 2, box: 1 },
  { id: 3, box: 2 },
];

/** The boxes whose items may be changed, by default before and after. */
interface Rules {
  readonly before?: number[];
  readonly after?: number[] | "any";
  readonly onChange?: (change: RowChange<Context>) => void;
}
const apart = <T>({ before = [1, 2, 3], after = "any" }: Rules, rule: (boxes: number[]) => T) => ({
  before: rule(before),
  after: after === "any" ? after : rule(after),
});

const stores = {
  async memory(rules?: Rules) {
    const data = memoryData({ after: rules?.onChange });
    const writable = (boxes: number[]) => () => (row: { box?: unknown }) => boxes.includes(row.box as number);
    return {
      boxes: data.source(boxes, { rows: boxRows, relationships: { items: { by: "box" } } }),
      items: data.source(items, {
        rows: itemRows,
        scope: () => (row) => (row.box ?? 9) < 3,
        writable: rules ? apart(rules, writable) : writable([1]),
      }),
    };
  },
  async Drizzle(rules?: Rules) {
    await pglite.exec("truncate boxes, items");
    await pglite.exec("insert into boxes values (1), (2), (3); insert into items values (1, 1), (2, 1), (3, 2)");
    const data = drizzleData({ db: "db", tables, after: rules?.onChange });
    const writable = (boxes: number[]) => () => inArray(tables.items.box, boxes);
    return {
      boxes: data.source(boxes, { relationships: { items: hasMany(tables.items.box) } }),
      items: data.source(items, {
        scope: () => sql`${tables.items.box} < 3`,
        writable: rules ? apart(rules, writable) : writable([1]),
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
  const start = async (rules?: Rules) => {
    const source = await make(rules);
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

  const move = (id: number, box: number): Parameters<ReturnType<typeof sender>> => [
    "PATCH",
    `/items/${id}`,
    { ...identifier("items", id), ...relationships("box", identifier("boxes", box)) },
  ];
  const add = (id: number, box: number): Parameters<ReturnType<typeof sender>> => [
    "POST",
    "/items",
    { ...identifier("items", id), ...relationships("box", identifier("boxes", box)) },
  ];

  test("a rule for rows before the write alone", async () => {
    const send = await start({ before: [1], after: "any" });
    const statuses = [];
    for (const request of [move(1, 2), move(1, 1), add(4, 2), add(5, 3), move(2, 3)])
      statuses.push((await send(...request)).status);
    expect(statuses).toEqual([200, 403, 201, 403, 403]); // box 3 is out of scope
    expect((await send("POST", "/boxes/2/relationship/items", [identifier("items", 2)])).status).toBe(204);
    expect((await send("DELETE", "/boxes/2/relationship/items", [identifier("items", 2)])).status).toBe(403);
  });

  test("a rule for rows after the write alone", async () => {
    const send = await start({ after: [1] });
    const statuses = [];
    for (const request of [move(3, 1), move(1, 2), add(4, 2), add(4, 1)])
      statuses.push((await send(...request)).status);
    expect(statuses).toEqual([200, 403, 403, 201]);
    const put = async (box: number) =>
      (await send("POST", `/boxes/${box}/relationship/items`, [identifier("items", 2)])).status;
    expect([await put(2), await put(1)]).toEqual([403, 204]);
  });

  test("the row after a write is read once, for the rule and for the app", async () => {
    const rows: unknown[] = [];
    const send = await start({ after: [1], onChange: ({ after }) => void rows.push(after) });
    for (const request of [add(4, 1), add(5, 2), move(2, 1)]) {
      statements = [];
      await send(...request);
      if (statements.length > 0) expect(statements.filter((text) => / in \(\$\d+\)/.test(text))).toHaveLength(1);
    }
    expect(rows).toEqual([
      { id: 4, box: 1 },
      { id: 2, box: 1 },
    ]);
  });
});
