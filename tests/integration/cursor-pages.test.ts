import { QueryClient } from "@tanstack/query-core";
import { cursorPage, respond, trestle } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { openapi } from "trestle/openapi";
import { infiniteQueryOptions } from "trestle/query";
import { expect, test } from "vitest";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() } });
const all = Array.from({ length: 7 }, (_, index) => ({ id: index + 1, text: `Note ${index + 1}` }));
const listNotes = notes.getMany({ page: cursorPage({ size: 3 }) }, ({ page: { after, size } }) => {
  const rows = all.filter(({ id }) => id > Number(after ?? 0));
  const data = rows.slice(0, size);
  const next = rows.length > size ? String(data.at(-1)?.id) : null;
  return respond(data, { cursors: { next, prev: null }, total: all.length });
});
const api = t.router({ notes: notes.routes(listNotes) });
const handle = fetchHandler(api);
const client = createClient<typeof api>({
  url: "http://example.test",
  fetch: (request) => handle(request),
});

test("the client follows cursors: getNext, all, and the total", async () => {
  const first = await client.notes.list().page({ size: 3 });
  expect([first.length, first.hasPrevious(), first.meta.total]).toEqual([3, false, 7]);
  const second = await first.getNext();
  expect(second.map(({ id }) => id)).toEqual(["4", "5", "6"]);
  expect((await second.getFirst()).map(({ id }) => id)).toEqual(["1", "2", "3"]);
  const ids: string[] = [];
  for await (const { id } of first.all()) ids.push(id);
  expect(ids).toHaveLength(7);
  const { data } = await client.notes.list().page({ size: 101 }).safe();
  expect(data).toBeUndefined();
});

test("the link to the next page is an address that shows it", async () => {
  const list = client.notes.list();
  const { links } = await list.page({ size: 3 });
  const next = list.fromSearch(new URL(String(links.next), "http://example.test").searchParams);
  expect(next.toSearch()).toBe("?page%5Bsize%5D=3&page%5Bafter%5D=3");
  expect((await list.fromSearch(next.toSearch())).map(({ id }) => id)).toEqual(["4", "5", "6"]);
});

test("an item has no cursor of its own: the links of its page lead on", async () => {
  const response = await handle(new Request("http://example.test/notes?page[size]=1"));
  const { data, links } = await response.json();
  expect(data).toEqual([{ type: "notes", id: "1", attributes: { text: "Note 1" } }]);
  expect(links.next).toBe("/notes?page%5Bsize%5D=1&page%5Bafter%5D=1");
});

test("infinite queries follow them", async () => {
  const options = infiniteQueryOptions(client.notes.list().page({ size: 3 }));
  const data = await new QueryClient().fetchInfiniteQuery({ ...options, pages: 3 });
  expect(options.select(data).pages.map((page) => page.length)).toEqual([3, 3, 1]);
});

test("the description has the parameters, the links and the total", () => {
  const { paths, components } = openapi(api, { info: { title: "Notes", version: "1" } }) as never as {
    paths: Record<string, Record<string, { parameters: { name: string; schema: object }[] }>>;
    components: { schemas: Record<string, unknown> };
  };
  const parameters = paths["/notes"]?.get?.parameters ?? [];
  expect(parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["page[after]", "page[before]", "page[size]"]),
  );
  const size = parameters.find(({ name }) => name === "page[size]");
  expect(size?.schema).toEqual({ type: "integer", minimum: 1, maximum: 100, default: 3 });
  expect(components.schemas.CursorLinks).toMatchObject({ required: ["self", "first", "prev", "next"] });
});
