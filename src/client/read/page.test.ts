import { describe, expect, test } from "vitest";
import { collect, fakeServer } from "../fixtures/fake-server.js";
import { hrefOf } from "./page.js";

const page = (ids: number[], links: object = {}, meta: object = {}) => ({
  data: ids.map((id) => ({
    type: "articles",
    id: `${id}`,
    attributes: {},
    relationships: { author: { data: { type: "users", id: "7" } } },
  })),
  included: [{ type: "users", id: "7", attributes: { username: "ann" } }],
  links,
  meta,
});
const articles = (...answers: object[]) => {
  const server = fakeServer(answers);
  return { ...server, list: server.client.articles!.list() };
};

describe("a page", () => {
  test("is an array of plain data beside its links and meta", async () => {
    const { list } = articles(page([1, 2, 3], { self: "/api/articles" }, { total: 3 }));
    const fetched = await list;
    expect(Array.isArray(fetched)).toBe(true);
    expect(fetched.length).toBe(3);
    expect(fetched.links).toEqual({ self: "/api/articles" });
    expect(fetched.meta.total).toBe(3);
    expect(Object.keys(fetched)).toEqual(["0", "1", "2"]);
    expect(structuredClone(fetched)).toStrictEqual([...fetched]);
    expect(JSON.parse(JSON.stringify(fetched))).toStrictEqual([...fetched]);
    expect(fetched.filter(Boolean).constructor).toBe(Array);
    expect(fetched.map((item: { id: string }) => item.id)).toEqual(["1", "2", "3"]);
  });

  test("without links or meta has none, and a single item has no length", async () => {
    const fetched = await fakeServer({ data: [{ type: "a", id: "5" }] }).client.a!.list();
    expect([fetched.length, fetched.links, fetched.meta, fetched.hasNext()]).toEqual([1, {}, {}, false]);
  });

  test("goes to its neighbours, which are joined along the same paths", async () => {
    const links = {
      first: "/api/articles?p=1",
      prev: null,
      next: { href: "?p=3" },
      last: "https://example.org/api/articles?p=9",
    };
    const { list, lines } = articles(page([1], links), page([2]), page([3]), page([4]));
    const fetched = await list.include("author");
    expect([fetched.hasFirst(), fetched.hasPrevious(), fetched.hasNext(), fetched.hasLast()]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect((await fetched.getNext())[0].author.username).toBe("ann");
    await fetched.getFirst();
    await fetched.getLast();
    expect(lines().slice(1)).toEqual(["GET /articles?p=3", "GET /articles?p=1", "GET /articles?p=9"]);
  });

  test("takes an empty link for none", async () => {
    expect([hrefOf(""), hrefOf({ href: "" }), hrefOf(null)]).toEqual([undefined, undefined, undefined]);
    expect((await articles(page([1], { next: "" })).list).hasNext()).toBe(false);
  });

  test("makes plain arrays of its items, which know no neighbours", async () => {
    const fetched = await articles(page([1, 2], { next: "?p=2" })).list;
    for (const made of [fetched.filter(Boolean), fetched.slice(), fetched.map(String), fetched.concat([])]) {
      expect(Object.getPrototypeOf(made)).toBe(Array.prototype);
      expect(made).toHaveLength(2);
    }
  });

  test("says so when it has no such link", async () => {
    const fetched = await articles(page([1])).list;
    expect(() => fetched.getNext()).toThrow(/no link "next"/);
    expect(() => fetched.getPrevious()).toThrow(/no link "prev"/);
  });

  test("does not follow a link to another origin, which would be sent the caller's headers", async () => {
    for (const next of ["https://evil.example/api/articles", "//evil.example/", "http://example.org/api"]) {
      const { list, requests } = articles(page([1], { next }));
      const fetched = await list;
      expect(await fetched.getNext().safe()).toMatchObject({
        error: {
          code: "not_sent",
          message: expect.stringContaining("add this origin to allowOrigins"),
        },
      });
      await expect(collect(fetched.all())).rejects.toMatchObject({ name: "Unexpected" });
      expect(requests).toHaveLength(1);
    }
  });

  test("follows a link without its fragment, which a server refuses", async () => {
    const { list, requests } = articles(page([1], { next: "/api/articles?p=2#top" }), page([2]));
    await (await list).getNext();
    expect(requests[1]?.url).toBe("https://example.org/api/articles?p=2");
  });

  test.each<unknown>([{ toString: "x" }, {}, ["?p=2"], 5])(
    "does not follow a link that is not a text: %o",
    async (href) => {
      const { list, requests } = articles(page([1], { next: { href } as never }));
      const fetched = await list;
      const malformed = { name: "Unexpected", code: "malformed" };
      expect((await fetched.getNext().safe()).error).toMatchObject(malformed);
      await expect(collect(fetched.all())).rejects.toMatchObject(malformed);
      expect(requests).toHaveLength(1);
    },
  );

  test("does not follow a link that is not a URL", async () => {
    const fetched = await articles(page([1], { next: "http://[" })).list;
    expect(await fetched.getNext().safe()).toMatchObject({
      error: {
        code: "malformed",
        message: 'https://example.org/api/articles answered with the link "http://[", which is not a URL.',
      },
    });
  });

  test("all() walks every item, allPages() every page, from here on", async () => {
    const answers = [page([1, 2], { next: "/api/articles?p=2" }), page([3], { next: "/api/articles?p=3" }), page([4])];
    const ids = (items: unknown[]) => items.map((item) => (item as { id: string }).id);
    expect(ids(await collect(articles(...answers).list.all()))).toEqual(["1", "2", "3", "4"]);
    expect(await collect(articles(...answers).list.allPages())).toHaveLength(3);
    const { list, requests } = articles(...answers);
    const second = await (await list).getNext();
    expect(ids(await collect(second.all()))).toEqual(["3", "4"]);
    expect(requests).toHaveLength(3);
  });

  test("empty pages without end stop with an error, and a few of them are skipped", async () => {
    const server = (isEmpty: (page: number) => boolean) => {
      const answer = (request: Request) => {
        const at = Number(new URL(request.url).searchParams.get("p") ?? "1");
        return Response.json(page(isEmpty(at) ? [] : [at], at === 300 ? {} : { next: `/api/articles?p=${at + 1}` }));
      };
      const server = fakeServer(answer);
      return { ...server, list: server.client.articles!.list() };
    };
    for (const from of [1, 2]) {
      const endless = server((at) => at >= from);
      await expect(collect(endless.list.all())).rejects.toMatchObject({
        name: "Unexpected",
        code: "malformed",
        message: `The pages never end: "next" is https://example.org/api/articles?p=${from + 100}, after 100 empty pages.`,
      });
      expect(endless.requests).toHaveLength(from + 99);
    }
    expect(await collect(server((at) => at % 100 !== 0).list.all())).toHaveLength(3);
  });

  test("links that run in a circle end with an error", async () => {
    const circle = articles(
      page([1], { next: "/api/articles?p=2" }),
      page([2], { next: "/api/articles?p=3" }),
      page([3], { next: "/api/articles?p=2" }),
    );
    await expect(collect(circle.list.all())).rejects.toMatchObject({
      code: "malformed",
      message: 'The pages never end: "next" is https://example.org/api/articles?p=2.',
    });
    expect(circle.requests).toHaveLength(3);
    const itself = articles(page([1], { next: "/api/articles" }));
    await expect(collect(itself.list.all())).rejects.toThrow(/never end/);
    expect(itself.requests).toHaveLength(1);
  });
});
