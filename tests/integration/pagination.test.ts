import { expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import type { Json } from "../support/documents.js";

describeAdapters("pagination", (newsroom) => {
  const send = newsroom.send.bind(newsroom);
  const at = (offset: number, limit: number, path = "/api/articles?") =>
    `${path}page%5Boffset%5D=${offset}&page%5Blimit%5D=${limit}`;
  const links = async (path: string) => (await send(`GET ${path}`)).document.links;

  test("an offset page links to first, prev, next and last; what leads nowhere is omitted", async () => {
    expect(await links("/articles")).toEqual({
      self: "/api/articles",
      first: at(0, 20),
      next: at(20, 20),
      last: at(20, 20),
    });
    expect(await links("/articles?page[offset]=10&page[limit]=10")).toEqual({
      self: "/api/articles?page%5Boffset%5D=10&page%5Blimit%5D=10",
      first: at(0, 10),
      prev: at(0, 10),
      next: at(20, 10),
      last: at(20, 10),
    });
    expect(await links("/articles?page[offset]=20")).not.toHaveProperty("next");
  });

  test("an offset between pages leads back to the beginning, and one beyond the end to the last page", async () => {
    expect((await links("/articles?page[offset]=5&page[limit]=10")).prev).toBe(at(0, 10));
    expect((await links("/articles?page[offset]=1000&page[limit]=10")).prev).toBe(at(20, 10));
    expect((await send("GET /articles?page[offset]=1000")).data).toEqual([]);
  });

  test("links keep the rest of the query, with brackets encoded", async () => {
    const { next, self } = await links("/articles?filter[title][contains]=e&sort=-title&page[limit]=2&include=author");
    expect(self).toBe("/api/articles?filter%5Btitle%5D%5Bcontains%5D=e&sort=-title&page%5Blimit%5D=2&include=author");
    expect(next).toBe(at(2, 2, "/api/articles?filter%5Btitle%5D%5Bcontains%5D=e&sort=-title&include=author&"));
  });

  test("following next meets every resource once, and following prev comes back", async () => {
    const met: string[] = [];
    let path: string | undefined = "/articles?page[limit]=7&sort=-created_at";
    let last = "";
    while (path !== undefined) {
      const { data, document }: Json = await send(`GET ${path}`);
      met.push(...data.map(({ id }: Json) => id));
      last = document.links.prev;
      path = document.links.next?.replace("/api", "");
    }
    expect(met).toEqual(Array.from({ length: 25 }, (_, index) => `${25 - index}`));
    expect((await send(`GET ${last.replace("/api", "")}`)).data[0].id).toBe(met[14]);
  });

  test("a number page counts from 1, and has its links", async () => {
    const path = "/users?filter[username][contains]=";
    const base = "/api/users?filter%5Busername%5D%5Bcontains%5D=";
    expect((await send(`GET ${path}`)).data.map(({ id }: Json) => id)).toEqual(["1", "2"]);
    expect(await links(path)).toEqual({
      self: base,
      first: `${base}&page=1`,
      next: `${base}&page=2`,
      last: `${base}&page=2`,
    });
    expect(await links(`${path}&page=2`)).toEqual({
      self: `${base}&page=2`,
      first: `${base}&page=1`,
      prev: `${base}&page=1`,
      last: `${base}&page=2`,
    });
    expect((await links(`${path}&page=9`)).prev).toBe(`${base}&page=2`);
  });

  test("a bare page gets its links from the handler alone: an object is merged into the request's query", async () => {
    expect(await links("/categories?sort=name&page=2")).toMatchObject({
      self: "/api/categories?sort=name&page=2",
      next: "/api/categories?sort=name&page=3",
    });
    expect(await links("/tags?page[size]=2")).toEqual({
      self: "/api/tags?page%5Bsize%5D=2",
      next: "/api/tags?page%5Bsize%5D=2&page%5Bafter%5D=a%2Fb%3Fc%23d",
    });
    const { data } = await send("GET /tags?page%5Bsize%5D=2&page%5Bafter%5D=a%2Fb%3Fc%23d");
    expect(data.map(({ id }: Json) => id)).toEqual(["grün", "constructor"]);
  });

  test("the total of the handler is meta.total", async () => {
    expect((await send("GET /articles?page[limit]=1")).document.meta).toMatchObject({ total: 25 });
    expect((await send("GET /tags")).document).not.toHaveProperty("meta");
  });

  test.each([
    ["page[limit]=101", "page[limit]"],
    ["page[limit]=0", "page[limit]"],
    ["page[limit]=-1", "page[limit]"],
    ["page[limit]=ten", "page[limit]"],
    ["page[limit]=", "page[limit]"],
    ["page[offset]=-1", "page[offset]"],
    ["page[offset]=1.5", "page[offset]"],
    ["page[offset]=99999999999999999999", "page[offset]"],
  ])("%s is refused", async (query, parameter) => {
    const { status, errors } = await send(`GET /articles?${query}`);
    expect(status).toBe(400);
    expect(errors).toEqual([expect.objectContaining({ code: "invalid_parameter", source: { parameter } })]);
  });

  test("a page of another kind than declared is refused", async () => {
    for (const [path, parameter] of [
      ["/articles?page=2", "page"],
      ["/articles?page[number]=2", "page[number]"],
      ["/users?filter[username][contains]=&page[number]=2", "page[number]"],
      ["/users?filter[username][contains]=&page=0", "page"],
      ["/tags?page[size]=0", "page[size]"],
    ]) {
      const { status, errors } = await send(`GET ${path}`);
      expect([path, status, errors[0].source]).toEqual([path, 400, { parameter }]);
    }
  });
});
