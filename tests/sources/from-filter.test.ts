import { sql } from "drizzle-orm";
import { doublePrecision, integer, pgTable, real } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { cursorPage, offsetPage, trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { fromFilter } from "trestle/source";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startPglite } from "../support/pglite.js";

// A sort by the value of a filter: the nearest rows of a request's place.

interface Context {
  readonly db: unknown;
  readonly scale: number;
}
const places = pgTable("places", { id: integer().primaryKey(), x: doublePrecision().notNull(), y: real() });
const t = trestle<Context>();
const resource = t.resource("places", { id: z.int(), attributes: { x: z.number(), y: z.number().nullable() } });
const cursorSecret = "sixteen characters";
const rows = Array.from({ length: 40 }, (_, index) => ({
  id: index + 1,
  x: (index * 7.1) % 3.3,
  y: index % 9 === 8 ? null : Math.fround((index % 7) / 3),
}));

const inPostgres = drizzleData({ db: "db", tables: { places }, cursorSecret }).source(resource, {
  filters: { near: (_: number) => undefined },
  sorts: {
    near: fromFilter(
      "near",
      (x: number, { ctx }: { readonly ctx: Context }) => sql`abs(${places.x} - ${x}) * ${ctx.scale}`,
    ),
    low: fromFilter("near", (y: number) => sql`${places.y} - ${y}`),
  },
});
const inMemory = memoryData({ cursorSecret }).source(resource, {
  rows,
  filters: { near: (_: number) => undefined },
  sorts: {
    near: fromFilter(
      "near",
      (x: number, { ctx }) =>
        (place: { x: number }) =>
          Math.abs(place.x - x) * ctx.scale,
    ),
    low: fromFilter("near", (y: number) => (place: { y: number | null }) => (place.y === null ? null : place.y - y)),
  },
});

let client: Awaited<ReturnType<typeof startPglite>>;
beforeAll(async () => {
  client = await startPglite();
  await client.exec("create table places (id int primary key, x float8 not null, y real)");
  await drizzle({ client }).insert(places).values(rows);
});
afterAll(() => client?.close());

describe.each([
  ["Postgres", inPostgres],
  ["memory", inMemory],
] as const)("in %s", (_, source) => {
  const serve = (page: ReturnType<typeof cursorPage> | ReturnType<typeof offsetPage>) => {
    const options = { filter: { near: z.number().optional() }, sort: ["near", "low", "id"] as const, page };
    const routes = resource.routes(resource.getMany(options as never, source.getMany as never));
    const context = t.context(() => ({ db: drizzle({ client }), scale: 1 }));
    const handle = fetchHandler(t.router({ places: routes } as never) as never, { context } as never);
    return async (path: string) => {
      const response = await handle(new Request(`http://localhost${path}`));
      const { data = [], links, errors } = await response.json();
      return {
        status: response.status,
        ids: data.map(({ id }: { id: string }) => Number(id)) as number[],
        next: links?.next as string | null,
        error: errors?.[0],
      };
    };
  };
  const nearest = (x: number) =>
    [...rows].sort((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x) || a.id - b.id).map(({ id }) => id);

  test("each request has its own order", async () => {
    const get = serve(offsetPage({ limit: 100 }));
    for (const x of [0, 1.3, 3]) expect((await get(`/places?filter[near]=${x}&sort=near`)).ids).toEqual(nearest(x));
    expect((await get("/places?filter[near]=2&sort=-near")).ids[0]).toBe(nearest(2).at(-1));
  });

  test.each(["near", "-near", "low", "-low"])("pages by cursor have each row once: %s", async (sort) => {
    const get = serve(cursorPage({ size: 7 }));
    const ids: number[] = [];
    let path: string | null = `/places?filter[near]=1.3&sort=${sort}`;
    while (path) {
      const page: Awaited<ReturnType<typeof get>> = await get(path);
      ids.push(...page.ids);
      path = page.next;
    }
    expect([...ids].sort((a, b) => a - b)).toEqual(rows.map(({ id }) => id));
    if (sort === "near") expect(ids).toEqual(nearest(1.3));
  });

  test("a cursor of another search is a 400, and so is the sort without its filter", async () => {
    const get = serve(cursorPage({ size: 7 }));
    const { next } = await get("/places?filter[near]=1.3&sort=near");
    const other = await get(String(next).replace("1.3", "1.4"));
    expect([other.status, other.error.source]).toEqual([400, { parameter: "page[after]" }]);
    const { status, error } = await get("/places?sort=near");
    expect([status, error.detail, error.source]).toEqual([400, "sort=near needs filter[near].", { parameter: "sort" }]);
    expect((await get("/places?sort=id")).status).toBe(200);
  });

  test("an operation with the sort must have the filter, and the source's order cannot need one", () => {
    const routes = resource.routes(resource.getMany({ sort: ["near"] } as never, source.getMany as never));
    expect(() => t.router({ places: routes } as never)).toThrow(
      'places.getMany: the sort "near" needs the filter "near". Declare it: filter: { near: … }.',
    );
  });
});

test("the order of a source cannot need a filter", () => {
  const source = memoryData().source(resource, {
    sorts: { near: fromFilter("near", () => () => 1) },
    orderBy: [{ field: "near", order: "asc" }],
  });
  const routes = resource.routes(resource.getMany({}, source.getMany));
  expect(() => t.router({ places: routes })).toThrow('"near" in the source\'s orderBy needs a filter');
});
