import fc from "fast-check";
import { cursorPage, numberPage, offsetPage, respond, toMany, toOne, trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeAdapters } from "../support/adapters.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import type { Json } from "../support/documents.js";

type Get = (path: string) => Promise<{ readonly status: number; readonly text: string }>;

/** The links of a document, those of its resources and their relationships. */
function linksOf(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(linksOf);
  if (typeof value !== "object" || value === null) return [];
  const own = Object.values(value.links ?? {}).filter((link): link is string => typeof link === "string");
  return [...own, ...Object.values(value).flatMap(linksOf)];
}

/** Follows the links of these documents, and those of the documents to which they lead. Returns the number of links. */
async function follow(get: Get, starts: readonly string[]): Promise<number> {
  const seen = new Set(starts);
  for (const path of seen) {
    const { status, text } = await get(path);
    expect([path, status, status === 200 ? "" : text]).toEqual([path, 200, ""]);
    for (const link of linksOf(JSON.parse(text))) seen.add(link);
  }
  return seen.size - starts.length;
}

const t = trestle();

/** What a list may take, and the query that gives it what it requires. */
const taken = fc.record({
  filter: fc.constantFrom([{}, ""], [{ f: z.string().optional() }, ""], [{ f: z.string() }, "filter[f]=x"]),
  extra: fc.constantFrom([{}, ""], [{ e: z.int().default(1) }, ""], [{ e: z.int() }, "e=1"]),
  page: fc.constantFrom(
    [undefined, ""],
    [offsetPage(), ""],
    [numberPage({ size: 5 }), ""],
    [cursorPage(), ""],
    [z.int().default(1), ""],
    [z.int(), "page=1"],
    [{ size: z.int().optional() }, ""],
    [{ size: z.int(), after: z.string().optional() }, "page[size]=1"],
  ),
});
type Taken = typeof taken extends fc.Arbitrary<infer T> ? T : never;

const registered = fc.record({
  getOne: fc.boolean(),
  getMany: fc.option(taken),
  createOne: fc.boolean(),
  editOne: fc.boolean(),
  related: fc.record({ one: fc.option(taken), many: fc.option(taken) }),
  relationship: fc.record({ one: fc.boolean(), many: fc.boolean() }),
  hidden: fc.constantFrom("", "one", "many"),
  includes: fc.boolean(),
});
type Registered = typeof registered extends fc.Arbitrary<infer T> ? T : never;

const answer = respond as (rows: unknown, options: object) => unknown; // a page that is chosen at random has no type

/** The routes of one type, and the paths of its reads. */
function routesOf(type: "a" | "b", given: Registered) {
  const paths: string[] = [];
  const at = (path: string, { filter, extra, page }: Taken) => {
    const queries = [filter, extra, page].map(([, query]) => query);
    paths.push(`/api/${type}${path}?${queries.filter(Boolean).join("&")}`);
  };
  const resource = t.resource(type, {
    id: z.int(),
    attributes: { name: z.string() },
    relationships: { one: toOne("b"), many: toMany("a") },
    createFields: ["name"],
    visible: { one: () => given.hidden !== "one", many: () => given.hidden !== "many" },
  });
  const row = (id = 1) => ({ id, name: "x", one: 1, many: [1, 2] });
  const nested = { ...row(), one: row(), many: [row(1), row(2)] };
  const include = given.includes ? { include: ["one", "many"] } : {};
  const list = ({ filter, extra, page: [page] }: Taken) => {
    const kind = page !== undefined && "~page" in page ? page["~page"] : undefined;
    const many = () => {
      if (kind === "cursor") return answer([nested], { cursors: { next: "n", prev: "p" }, hasMore: true });
      return answer([nested], kind === undefined ? {} : { total: 40 });
    };
    return { options: { filter: filter[0], extra: extra[0], ...(page && { page }) }, many };
  };
  const { getOne, getMany, createOne, editOne, related, relationship, hidden } = given;
  // Random options have no types of their own.
  const {
    getOne: one,
    getMany: all,
    ...register
  } = resource as unknown as Record<string, (...args: unknown[]) => never>;
  const operations = [];
  if (getOne) operations.push(one?.(include, () => nested));
  if (getOne) paths.push(`/api/${type}/1${given.includes && hidden === "" ? "?include=one,many" : ""}`);
  if (getMany !== null) {
    const { options, many } = list(getMany);
    operations.push(all?.({ ...options, ...include }, many));
    at("", getMany);
  }
  if (createOne) operations.push(register.createOne?.(() => nested));
  if (editOne) operations.push(register.editOne?.(() => nested));
  for (const name of ["one", "many"] as const) {
    const options = related[name];
    if (relationship[name]) operations.push(register.getRelationship?.(name, () => (name === "one" ? 1 : [1])));
    if (relationship[name] && hidden !== name) paths.push(`/api/${type}/1/relationship/${name}`);
    if (options === null) continue;
    const { options: own, many } = list(options);
    const { filter: _, page: __, ...forOne } = own;
    operations.push(register.getRelated?.(name, name === "one" ? forOne : own, name === "one" ? () => nested : many));
    if (hidden === name) continue;
    const taken = name === "one" ? { ...options, filter: [{}, ""] as const, page: [undefined, ""] as const } : options;
    at(`/1/${name}`, taken as Taken);
    if (!relationship[name]) at(`/1/relationship/${name}`, taken as Taken);
  }
  const routes = (resource.routes as (...operations: unknown[]) => never)(...operations);
  return { routes, paths };
}

test("every link that an API writes can be followed, whichever operations it has", async () => {
  let links = 0;
  await fc.assert(
    fc.asyncProperty(registered, registered, fc.constantFrom("all", "document"), async (a, b, which) => {
      const [first, second] = [routesOf("a", a), routesOf("b", b)];
      const handle = fetchHandler(t.router({ a: first.routes, b: second.routes }), {
        prefix: "/api",
        links: which as "all",
      });
      const send = async (path: string, init?: RequestInit) => {
        const response = await handle(new Request(`http://localhost${path}`, init));
        return { status: response.status, headers: response.headers, text: await response.text() };
      };
      links += await follow(send, [...first.paths, ...second.paths]);
      for (const [type, { createOne, editOne }] of Object.entries({ a, b })) {
        const headers = { "content-type": MEDIA_TYPE };
        const write = async (method: string, path: string, id?: string) => {
          const body = JSON.stringify({ data: { type, id, attributes: {} } });
          const { headers: received, text } = await send(path, { method, headers, body });
          const location = received.get("location");
          await follow(send, [...linksOf(JSON.parse(text)), ...(location === null ? [] : [location])]);
        };
        if (createOne) await write("POST", `/api/${type}`);
        if (editOne) await write("PATCH", `/api/${type}/1`, "1");
      }
    }),
    { numRuns: 40 },
  );
  expect(links).toBeGreaterThan(100);
});

describeAdapters("the links of the newsroom", (newsroom) => {
  test("can all be followed", async () => {
    const get: Get = (path) => newsroom.raw(`GET ${path.replace("/api", "")}`);
    const starts = ["/api/articles?include=author,categories&page[limit]=100", "/api/categories/1", "/api/tags?sort=x"];
    expect(await follow(get, starts)).toBeGreaterThan(50);
  });
});
