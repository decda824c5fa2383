import { cursorPage, offsetPage, respond, trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() } });
const all = [1, 2, 3, 4, 5].map((id) => ({ id, text: `Note ${id}` }));

const listNotes = notes.getMany({ page: cursorPage({ size: 2, maxSize: 3 }) }, ({ page: { after, before, size } }) => {
  const rows = all.filter(({ id }) => id > Number(after ?? 0) && id < Number(before ?? 99));
  const data = rows.slice(0, size);
  const next = rows.length > size ? String(data.at(-1)?.id) : null;
  const isRange = after !== undefined && before !== undefined;
  const prev = after === undefined ? null : String(data[0]?.id);
  return respond(data, { cursors: { next, prev }, total: 5, rangeTruncated: isRange && rows.length > size });
});
const handle = fetchHandler(t.router({ notes: notes.routes(listNotes) }));

async function get(path: string) {
  const response = await handle(new Request(`http://example.test${path}`));
  return { status: response.status, body: await response.json() };
}

describe("cursorPage", () => {
  test.each([
    ["hasMore", { hasMore: true }],
    ["a total", { total: 1 }],
  ])("a handler that returns %s without cursors is a 500 that says what to return", async (_, extent) => {
    const logged: unknown[] = [];
    const list = notes.getMany({ page: cursorPage() }, () => respond(all, extent as { hasMore: boolean }));
    const serve = fetchHandler(t.router({ notes: notes.routes(list) }), {
      onError: ({ error }) => void logged.push(error),
    });
    const { status } = await serve(new Request("http://example.test/notes"));
    expect([status, String(logged[0])]).toEqual([
      500,
      "TypeError: notes.getMany: a page of cursorPage needs cursors. Return respond(rows, { cursors: { next, prev } }), with null where no page follows.",
    ]);
  });

  test("cursors for another kind of page are a 500 too", async () => {
    const logged: unknown[] = [];
    const list = notes.getMany({ page: offsetPage() }, () => respond(all, { cursors: { next: "5", prev: null } }));
    const serve = fetchHandler(t.router({ notes: notes.routes(list) }), {
      onError: ({ error }) => void logged.push(error),
    });
    const { status } = await serve(new Request("http://example.test/notes"));
    expect([status, String(logged[0])]).toEqual([500, expect.stringContaining("the page is not a cursorPage")]);
  });

  test("prev and next are always there, null at the ends, and keep the rest of the query", async () => {
    const first = (await get("/notes?page[size]=2")).body;
    expect(first.links).toMatchObject({ prev: null, next: "/notes?page%5Bsize%5D=2&page%5Bafter%5D=2" });
    expect(first.meta).toEqual({ total: 5, page: { total: 5 } });
    const second = (await get(first.links.next)).body;
    expect(second.data.map(({ id }: { id: string }) => id)).toEqual(["3", "4"]);
    expect(second.links.prev).toBe("/notes?page%5Bsize%5D=2&page%5Bbefore%5D=3");
    expect(second.links.first).toBe("/notes?page%5Bsize%5D=2");
    expect((await get(second.links.next)).body.links.next).toBeNull();
  });

  test("a range has the largest page as its default size, and says if it is cut", async () => {
    const whole = (await get("/notes?page[after]=1&page[before]=5")).body;
    expect(whole.data).toHaveLength(3);
    expect(whole.meta.page).toEqual({ total: 5 });
    const cut = (await get("/notes?page[after]=1&page[before]=5&page[size]=1")).body;
    expect(cut.meta.page).toEqual({ total: 5, rangeTruncated: true });
  });

  test("a page that is too large has the error of the profile", async () => {
    const { status, body } = await get("/notes?page[size]=4");
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({
      links: { type: "https://jsonapi.org/profiles/ethanresnick/cursor-pagination/max-size-exceeded" },
      meta: { page: { maxSize: 3 } },
      source: { parameter: "page[size]" },
    });
    const zero = await get("/notes?page[size]=0");
    expect(zero.body.errors[0].source).toEqual({ parameter: "page[size]" });
    expect(zero.body.errors[0].links).toBeUndefined();
  });

  test("a handler that returns no cursors is a 500, and the log says what to write", async () => {
    const logged: unknown[] = [];
    const wrong = notes.getMany({ page: cursorPage() }, () => respond([], { total: 0 }));
    const onError = ({ error }: { error: unknown }) => void logged.push(error);
    const serve = fetchHandler(t.router({ notes: notes.routes(wrong) }), { onError } as never);
    expect((await serve(new Request("http://example.test/notes"))).status).toBe(500);
    expect(String(logged[0])).toContain("respond(rows, { cursors: { next, prev } })");
  });

  test("called as a function, its page has a size", async () => {
    const { data, links } = await listNotes({ ctx: {} });
    expect([data.length, links?.prev]).toEqual([2, null]);
  });

  test.each([
    [{ size: 0 }, "size must be a positive integer"],
    [{ size: 9, maxSize: 5 }, "size 9 is over maxSize 5"],
  ])("%j is refused", (options, message) => {
    expect(() => cursorPage(options)).toThrow(message);
  });
});
