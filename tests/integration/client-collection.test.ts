import { createClient } from "trestle/client";
import { beforeEach, describe, expect, test } from "vitest";
import { describeClient, type Recorder, recordingClient } from "../support/client.js";
import type { Api } from "../support/newsroom/api.js";
import { FILE_ID } from "../support/newsroom/store.js";

describeClient("collections", (newsroom) => {
  let client: Recorder["client"];
  let sent: string[];
  let requests: Request[];
  beforeEach(() => {
    ({ client, sent, requests } = recordingClient(newsroom));
  });

  test("making and chaining a collection sends nothing", async () => {
    const collection = client.articles.list().filter({ title__contains: "Zod" }).sort("title").page({ limit: 2 });
    expect(collection).toBeDefined();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sent).toEqual([]);
  });

  test("each chaining method gives a new collection; the original is unchanged", async () => {
    const all = client.articles.list();
    const some = all.filter({ title__contains: "Zod" });
    const sorted = some.sort("-created_at");
    expect(new Set([all, some, sorted]).size).toBe(3);
    await all;
    await sorted;
    await some;
    expect(sent).toEqual([
      "GET /articles",
      "GET /articles?filter%5Btitle%5D%5Bcontains%5D=Zod&sort=-created_at",
      "GET /articles?filter%5Btitle%5D%5Bcontains%5D=Zod",
    ]);
  });

  test("awaiting, or fetch(), sends one request with everything that was chained", async () => {
    const collection = client.articles
      .list()
      .filter({ title__contains: "Zod" })
      .filter({ author: null })
      .sort("-created_at", "title")
      .include("author", "categories")
      .fields({ articles: ["title", "author"] })
      .extra({ custom_thing: "x" })
      .page({ offset: 0, limit: 10 });
    const page = await collection;
    expect(sent).toEqual([
      `GET /articles?${[
        "filter%5Btitle%5D%5Bcontains%5D=Zod",
        "filter%5Bauthor%5D=null",
        "sort=-created_at,title",
        "page%5Boffset%5D=0",
        "page%5Blimit%5D=10",
        "include=author,categories",
        "fields%5Barticles%5D=title,author",
        "custom_thing=x",
      ].join("&")}`,
    ]);
    expect(page.map(({ title }) => title)).toEqual([
      "Zod in practice 24",
      "Zod in practice 20",
      "Zod in practice 16",
      "Zod in practice 12",
      "Zod in practice 8",
      "Zod in practice 4",
    ]);
    await collection; // the same result, not sent again
    expect(sent).toHaveLength(1);
    await collection.fetch();
    expect(sent).toHaveLength(2);
  });

  describe("the query string of each chaining method, and what the handler gets of it", () => {
    test("filter(title__contains=…)", async () => {
      await client.articles.list().filter({ title__contains: "a,b&c=d ü\\" });
      expect(sent).toEqual(["GET /articles?filter%5Btitle%5D%5Bcontains%5D=a,b%26c%3Dd%20%C3%BC%5C"]);
      expect(newsroom.store.last.filter.title__contains).toBe("a,b&c=d ü\\");
    });

    test("filter of every kind of value", async () => {
      const filter = {
        name: "x",
        owner: 7,
        bytes__gte: 9007199254740993n,
        ratio: -1.5,
        uploaded_at__gte: new Date("2026-01-31T12:00:00.000Z"),
        status: "final",
        version: 2,
        archived: null,
        id__in: [FILE_ID],
        names: ["a,b", "c\\d", ""],
        widths: [1, -2],
        limit: 7,
      } as const;
      await client.files.list().filter(filter);
      expect(newsroom.store.last.filter).toEqual(filter);
      await client.files.list().filter({ owner: "7", names: [] });
      expect(newsroom.store.last.filter).toMatchObject({ owner: 7, names: [] });
    });

    test("sort(…)", async () => {
      await client.articles.list().sort("title", "-created_at");
      expect(sent).toEqual(["GET /articles?sort=title,-created_at"]);
      expect(newsroom.store.last.sort).toEqual([
        { field: "title", order: "asc" },
        { field: "created_at", order: "desc" },
      ]);
    });

    test("page(n)", async () => {
      await client.categories.list().page(2);
      await client.users.list({ filter: { username__contains: "" } }).page(2);
      expect(sent).toEqual(["GET /categories?page=2", "GET /users?filter%5Busername%5D%5Bcontains%5D=&page=2"]);
    });

    test("page({ offset, limit }), and a shape of its own", async () => {
      await client.articles.list().page({ offset: 2, limit: 3 });
      expect(newsroom.store.last.page).toEqual({ offset: 2, limit: 3 });
      await client.tags.list().page({ after: "a/b?c#d", size: 1 });
      expect(newsroom.store.last.page).toEqual({ after: "a/b?c#d", size: 1 });
      expect(sent).toEqual([
        "GET /articles?page%5Boffset%5D=2&page%5Blimit%5D=3",
        "GET /tags?page%5Bafter%5D=a%2Fb%3Fc%23d&page%5Bsize%5D=1",
      ]);
    });

    test("include(…), nested with dots", async () => {
      await client.articles.list().include("categories").include("author__articles");
      expect(sent).toEqual(["GET /articles?include=categories,author.articles"]);
      expect(newsroom.store.last.include).toEqual({ author: true, author__articles: true, categories: true });
    });

    test("fields({ type: […] })", async () => {
      const [first] = await client.articles
        .list()
        .include("author")
        .fields({ articles: ["title", "author"], users: ["username"] });
      expect(sent).toEqual([
        "GET /articles?include=author&fields%5Barticles%5D=title,author&fields%5Busers%5D=username",
      ]);
      expect(first).toEqual({
        type: "articles",
        id: "1",
        title: "Learning Zod 1",
        author: { type: "users", id: "1", username: "ann" },
      });
    });

    test("extra(…)", async () => {
      await client.articles.list().extra({ custom_thing: "a b" });
      expect(sent).toEqual(["GET /articles?custom_thing=a%20b"]);
      expect(newsroom.store.last.extra).toEqual({ custom_thing: "a b" });
    });
  });

  test("reading items before fetching throws Data not fetched yet", () => {
    const collection = client.articles.list();
    // @ts-expect-error: it does not compile
    expect(() => collection[0]).toThrow("Data not fetched yet");
    // @ts-expect-error: it does not compile
    expect(() => collection.length).toThrow("Data not fetched yet");
    // @ts-expect-error: it does not compile
    expect(() => [...collection]).toThrow("Data not fetched yet");
    // @ts-expect-error: it does not compile
    expect(() => collection.map((item) => item)).toThrow("Data not fetched yet");
  });

  test("after fetching, a page supports indexing, length and iteration, and is plain data", async () => {
    const page = await client.articles.list().page({ limit: 3 });
    expect(page.length).toBe(3);
    expect(page[0]?.title).toBe("Learning Zod 1");
    expect([...page].map(({ id }) => id)).toEqual(["1", "2", "3"]);
    expect(page.meta.total).toBe(25);
    const copy = JSON.parse(JSON.stringify(page));
    expect(structuredClone([...page])).toEqual([...page]);
    expect(copy[0]).toEqual({
      type: "articles",
      id: "1",
      title: "Learning Zod 1",
      content: "Text of 1",
      published: true,
      created_at: "2026-01-01T09:30:00.000Z",
      author: { type: "users", id: "1" },
      categories: [{ type: "categories", id: "1" }],
    });
  });

  describe("pages", () => {
    test("has and get next and previous follow the links of the answer", async () => {
      const first = await client.articles.list().sort("-created_at").include("author").page({ limit: 10 });
      expect([first.hasNext(), first.hasPrevious()]).toEqual([true, false]);
      const second = await first.getNext();
      expect(second.map(({ id }) => id)).toEqual(["15", "14", "13", "12", "11", "10", "9", "8", "7", "6"]);
      expect(second[0]?.author?.username).toBe("cyd"); // still included, still sorted
      expect([second.hasNext(), second.hasPrevious()]).toEqual([true, true]);
      const third = await second.getNext();
      expect([third.length, third.hasNext()]).toEqual([5, false]);
      expect((await third.getPrevious()).map(({ id }) => id)).toEqual(second.map(({ id }) => id));
      expect(() => third.getNext()).toThrow('no link "next"');
    });

    test("has and get first and last", async () => {
      const page = await client.articles.list().page({ offset: 10, limit: 10 });
      expect([page.hasFirst(), page.hasLast()]).toEqual([true, true]);
      expect((await page.getFirst())[0]?.id).toBe("1");
      expect((await page.getLast()).map(({ id }) => id)).toEqual(["21", "22", "23", "24", "25"]);
      const bare = await client.tags.list();
      expect([bare.hasFirst(), bare.hasLast(), bare.hasNext(), bare.hasPrevious()]).toEqual([
        false,
        false,
        false,
        false,
      ]);
    });

    test("a link that is null leads nowhere", async () => {
      const last = await client.categories.list().page(3);
      expect(last.links.next).toBeNull();
      expect(last.hasNext()).toBe(false);
      expect((await (await client.categories.list()).getNext()).map(({ name }) => name)).toEqual(["sport", "culture"]);
    });

    test("allPages() walks every page, all() every item on every page", async () => {
      const lengths: number[] = [];
      for await (const page of client.articles.list().page({ limit: 10 }).allPages()) lengths.push(page.length);
      expect(lengths).toEqual([10, 10, 5]);
      const ids: string[] = [];
      for await (const { id } of client.articles.list().page({ limit: 10 }).all()) ids.push(id);
      expect(ids).toEqual(Array.from({ length: 25 }, (_, index) => `${index + 1}`));
      expect(sent).toHaveLength(6);
      const from: string[] = [];
      for await (const { id } of (await client.articles.list().page({ offset: 20, limit: 3 })).all()) from.push(id);
      expect(from).toEqual(["21", "22", "23", "24", "25"]);
    });

    test("async iteration fetches first if needed, and yields the page's items", async () => {
      const collection = client.articles.list().page({ limit: 2 });
      const titles: string[] = [];
      for await (const { title } of collection) titles.push(title);
      for await (const { title } of collection) titles.push(title);
      expect(titles).toEqual(["Learning Zod 1", "Harbour reopens 2", "Learning Zod 1", "Harbour reopens 2"]);
      expect(sent).toHaveLength(1);
    });
  });

  test("related lists are collections, too", async () => {
    const page = await client.users.related(1, "articles").sort("-created_at").page({ limit: 2 }).include("author");
    expect(sent).toEqual(["GET /users/1/articles?sort=-created_at&page%5Blimit%5D=2&include=author"]);
    expect(page.map(({ id, author }) => [id, author?.username])).toEqual([
      ["25", "ann"],
      ["22", "ann"],
    ]);
    expect((await page.getNext())[0]?.id).toBe("19");
    expect(await client.articles.related(5, "categories").sort("name")).toEqual([
      { type: "categories", id: "1", name: "news" },
      { type: "categories", id: "2", name: "science" },
    ]);
  });

  test("every request asks for JSON:API, without the extension, and headers of the caller go along", async () => {
    const { client, requests } = recordingClient(newsroom, { headers: async () => ({ authorization: "ann" }) });
    await client.articles.list({ headers: { "x-mine": "yes" } });
    expect(Object.fromEntries(requests[0]!.headers)).toMatchObject({
      accept: "application/vnd.api+json",
      authorization: "ann",
      "x-mine": "yes",
    });
    expect(newsroom.store.last.ctx.user).toBe("ann");
  });

  test("reads of two collections do not meet", async () => {
    const [a, b] = await Promise.all([
      client.articles.list().page({ limit: 1 }),
      client.articles.list().page({ limit: 2 }),
    ]);
    expect([a.length, b.length]).toEqual([1, 2]);
    expect(requests).toHaveLength(2);
  });

  test("a query that the server refuses is a BadRequest with its parameter", async () => {
    const { error } = await client.articles.list().page({ limit: 1000 }).safe();
    expect(error).toMatchObject({ status: 400, code: "invalid_parameter" });
    expect(error?.errors[0]?.source).toEqual({ parameter: "page[limit]" });
    // @ts-expect-error: no such filter
    const unknown = await client.articles.list().filter({ nope: 1 }).safe();
    expect(unknown.error).toMatchObject({ status: 400, code: "unknown_parameter" });
    // @ts-expect-error: the list requires a filter
    const { error: missing } = await client.users.list().safe();
    expect(missing).toMatchObject({ status: 400, code: "missing_parameter" });
  });

  describe("in the URL of a page", () => {
    test("a list is its filters, its order and its page, and comes back as the same request", async () => {
      const base = client.articles
        .list()
        .include("author")
        .fields({ articles: ["title", "author"] })
        .extra({ custom_thing: "x" });
      const list = base
        .filter({ title__contains: "it's 100% & ü", author: null })
        .sort("-created_at", "title")
        .page({ offset: 0, limit: 10 });
      const search = list.toSearch();
      expect(decodeURIComponent(search)).toBe(
        "?filter[title][contains]=it's 100% & ü&filter[author]=null&sort=-created_at,title&page[offset]=0&page[limit]=10",
      );
      const again = base.fromSearch(search);
      expect([again.toSearch(), base.toSearch(), client.articles.list().toSearch()]).toEqual([search, "", ""]);
      await list;
      const { filter, sort, page } = newsroom.store.last;
      const shown = new URL(`https://example.org/articles${search}#top`); // as a browser has it
      await base.fromSearch(shown.search);
      await base.fromSearch(shown.searchParams);
      expect(new Set(sent).size).toBe(1);
      expect(newsroom.store.last).toMatchObject({ filter, sort, page });
      expect(filter).toMatchObject({ title__contains: "it's 100% & ü", author: null });
    });

    test("rich values and lists arrive as they were", async () => {
      const filter = {
        bytes__gte: 9007199254740993n,
        uploaded_at__gte: new Date("2026-01-31T12:00:00.123Z"),
        archived: null,
        ratio: -1.5e-7,
        status: "draft",
        id__in: [FILE_ID],
        names: ["a,b", "c\\", "d"],
        widths: [],
      } as const;
      const list = client.files.list().filter(filter).sort("-uploaded_at", "name");
      await client.files.list().fromSearch(list.toSearch());
      expect(newsroom.store.last.filter).toMatchObject(filter);
    });

    test("replaces the query of the code, and leaves out what the page has for itself", async () => {
      const list = client.articles.list().filter({ author: 1 }).sort("title").page({ limit: 5 }).include("author");
      await list.fromSearch("?tab=2&include=categories&fields[articles]=title&filter[published]=true&q=x");
      await list.fromSearch("");
      await list.fromSearch("?filter[author]=2").filter({ author: 1 }); // the code has the last word
      expect(sent).toEqual([
        "GET /articles?filter%5Bpublished%5D=true&include=author",
        "GET /articles?include=author",
        "GET /articles?filter%5Bauthor%5D=1&include=author",
      ]);
    });

    test("the server refuses what the list does not allow, with the parameter", async () => {
      const refused = async (search: string) => {
        const { error } = await client.articles.list().fromSearch(search).safe();
        return [error?.code, error?.errors[0]?.source];
      };
      expect(await refused("?filter[nope]=1")).toEqual(["unknown_parameter", { parameter: "filter[nope]" }]);
      expect(await refused("?filter[author]=ann")).toEqual(["invalid_parameter", { parameter: "filter[author]" }]);
      expect(await refused("?filter[__proto__]=1")).toEqual(["unknown_parameter", { parameter: "filter[][proto][]" }]);
      expect(await refused("?sort=content")).toEqual(["invalid_parameter", { parameter: "sort" }]);
      expect(await refused("?page[limit]=1000")).toEqual(["invalid_parameter", { parameter: "page[limit]" }]);
      expect(await refused("?page=2")).toEqual(["unknown_parameter", { parameter: "page" }]);
    });
  });

  test("a mount point with a slash at its end is the same", async () => {
    const slashed = createClient<Api>({ url: `${newsroom.url}/` });
    expect(await slashed.articles.list().page({ limit: 1 })).toHaveLength(1);
  });
});
