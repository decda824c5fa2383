import { createClient } from "trestle/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Api } from "./api.js";
import { walk } from "./client.js";
import { type Answer, identifiers, plainClient, type WireResource } from "./testing/http.js";
import { databases, type Newsroom, startNewsroom } from "./testing/newsroom.js";

describe.each(databases)("the newsroom on %s", (_, open) => {
  let newsroom: Newsroom;
  let send: ReturnType<typeof plainClient>;

  beforeAll(async () => {
    newsroom = await startNewsroom(open);
    send = plainClient(newsroom.url);
  });
  afterAll(() => newsroom?.stop());

  const titlesOf = ({ data }: Answer): string[] => data.map(({ attributes }: WireResource) => attributes.title);
  const idsOf = ({ data }: Answer): number[] => data.map(({ id }: WireResource) => Number(id));
  const categoriesOf = async (id: string) => idsOf(await send(`GET /articles/${id}/relationship/categories`));

  /** Each test writes on an article of its own, and removes it, so that all of them read the same seed. */
  async function withArticle(run: (id: string, article: Answer) => Promise<void>) {
    const article = await create({ title: `Draft ${++drafts}` });
    try {
      await run(article.data.id, article);
    } finally {
      await send(`DELETE /articles/${article.data.id}`);
    }
  }
  let drafts = 0;

  function create(attributes: object, author: number | null = 1, categories: number[] = [1, 2]) {
    const relationships = {
      author: { data: author === null ? null : { type: "users", id: String(author) } },
      categories: { data: identifiers("categories", ...categories) },
    };
    return send("POST /articles", {
      data: { type: "articles", attributes: { content: "Text.", ...attributes }, relationships },
    });
  }

  describe("reading articles", () => {
    test("a list is a page of 20 in the order of ids, with the total and linkage", async () => {
      const page = await send("GET /articles");
      expect(page.status).toBe(200);
      expect(idsOf(page)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
      expect(page.meta.total).toBe(64);
      expect(page.data[2]).toMatchObject({
        type: "articles",
        id: "3",
        attributes: {
          title: "Seagrass returns to the inner bay",
          published: false,
          created_at: "2026-02-02T01:30:00.000Z",
        },
        relationships: {
          author: { data: { type: "users", id: "8" } },
          categories: { data: identifiers("categories", 3, 6) },
        },
      });
    });

    test("filter[title][contains] looks anywhere in the title, in any case, and takes wildcards as they are", async () => {
      const titles = async (part: string) =>
        titlesOf(await send(`GET /articles?filter[title][contains]=${encodeURIComponent(part)}&page[limit]=100`));
      expect(await titles("HARBOUR")).toEqual([
        "Harbour FC wins with ten players",
        "Turnout passes 60% in the harbour district",
      ]);
      expect(await titles("café")).toEqual(["Café owners ask for longer leases"]);
      expect(await titles("%")).toEqual(["Turnout passes 60% in the harbour district"]);
      expect(await titles("_")).toEqual([]);
      expect(await titles("\\")).toEqual([]);
      expect(await titles("no such title")).toEqual([]);
    });

    test("filters by author, by having none, by published, and by all at once", async () => {
      const found = async (query: string) => await send(`GET /articles?page[limit]=100&${query}`);
      const authors = (answer: Answer) =>
        new Set(answer.data.map(({ relationships }: WireResource) => JSON.stringify(relationships.author?.data)));
      const hers = await found("filter[author]=3");
      expect(hers.meta.total).toBe(7);
      expect(authors(hers)).toEqual(new Set(['{"type":"users","id":"3"}']));
      const nobodys = await found("filter[author]=null");
      expect(nobodys.meta.total).toBe(7);
      expect(authors(nobodys)).toEqual(new Set(["null"]));
      expect((await found("filter[published]=false")).meta.total).toBe(9);
      expect(titlesOf(await found("filter[author]=8&filter[published]=false&filter[title][contains]=bay"))).toEqual([
        "Seagrass returns to the inner bay",
      ]);
      expect((await found("filter[author]=9007199254740991")).meta.total).toBe(0);
    });

    test("sorts in the database, and breaks ties by id", async () => {
      const { data } = await send("GET /articles?sort=-created_at&page[limit]=100");
      const keys = data.map(({ attributes, id }: WireResource) => [attributes.created_at, Number(id)]);
      const expected = [...keys].sort((a, b) => (a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? 1 : -1));
      expect(keys).toEqual(expected);
      expect(new Set(keys.map(([created]: [string]) => created)).size).toBe(32); // each moment twice: there are ties
      const byTitle = await send("GET /articles?sort=title&page[limit]=2");
      expect(titlesOf(byTitle)).toEqual(["A hostel run by its guests", "A novel written in 200 postcards"]);
    });

    test("pages are of 100 at most; following next meets each article once", async () => {
      expect((await send("GET /articles?page[limit]=101")).status).toBe(400);
      let page = await send("GET /articles?sort=created_at&page[offset]=0&page[limit]=30");
      const met = idsOf(page);
      while (page.links.next) {
        page = await send(`GET ${page.links.next}`);
        met.push(...idsOf(page));
      }
      expect(met).toHaveLength(64);
      expect(new Set(met).size).toBe(64);
      expect(titlesOf(await send("GET /articles?page[offset]=1000"))).toEqual([]);
    });

    test("includes are joined: authors, categories, and the articles of the authors", async () => {
      const { included = [] } = await send(
        "GET /articles?filter[author]=2&include=author.articles,categories&page[limit]=1",
      );
      const types = (type: string) => included.filter((resource) => resource.type === type);
      expect(types("users").map(({ attributes }) => attributes.username)).toEqual(["bashir"]);
      expect(types("users")[0]?.relationships.articles?.data).toHaveLength(7);
      expect(types("articles")).toHaveLength(6); // seven, one of which is the primary data
      expect(types("articles").find(({ id }) => id === "33")?.relationships).toMatchObject({
        author: { data: { type: "users", id: "2" } },
        categories: { data: identifiers("categories", 1, 4) },
      });
      expect(types("categories").map(({ id }) => id)).toEqual(["5"]);
    });

    test("includes cost a fixed number of queries, however many rows there are", async () => {
      const cost = async (path: string) => {
        const before = newsroom.queries();
        await send(`GET ${path}`);
        return newsroom.queries() - before;
      };
      expect(await cost("/articles?page[limit]=100")).toBe(1); // with the count
      for (const limit of [2, 20, 100]) {
        expect(await cost(`/articles?include=author.articles,categories&page[limit]=${limit}`)).toBe(1);
        expect(await cost(`/users/3/articles?include=author.articles,categories&page[limit]=${limit}`)).toBe(1);
      }
    });

    test("one article by its id; 404 for any other number", async () => {
      expect((await send("GET /articles/1?include=author")).included).toHaveLength(1);
      for (const id of ["65000", "3000000000", "9007199254740991", "-1"]) {
        expect((await send(`GET /articles/${id}`)).status).toBe(404);
      }
    });

    test("its author, also where it has none, and its categories in the order asked for", async () => {
      expect((await send("GET /articles/3/author")).data.attributes).toEqual({
        username: "hiroshi",
        email: "hiroshi@newsroom.example",
      });
      expect(await send("GET /articles/4/author")).toMatchObject({ status: 200, data: null });
      expect(await send("GET /articles/4/relationship/author")).toMatchObject({ status: 200, data: null });
      expect(idsOf(await send("GET /articles/3/categories?sort=-name"))).toEqual([3, 6]);
      expect(idsOf(await send("GET /articles/3/categories?sort=name"))).toEqual([6, 3]);
      for (const path of ["author", "categories", "relationship/author", "relationship/categories"]) {
        expect((await send(`GET /articles/999/${path}`)).status).toBe(404);
      }
    });
  });

  describe("writing articles", () => {
    test("a new article is stored with its relationships, unpublished, and created now", async () => {
      const before = Date.now() - 1000;
      await withArticle(async (id, { status, data, headers }) => {
        expect(status).toBe(201);
        expect(headers.get("location")).toBe(data.links.self);
        expect(data.attributes.published).toBe(false);
        expect(Date.parse(data.attributes.created_at)).toBeGreaterThan(before);
        const stored = await send(`GET /articles/${id}`);
        expect(stored.data).toEqual(data);
        expect(stored.data.relationships.categories.data).toEqual(identifiers("categories", 1, 2));
      });
    });

    test("a title is taken once, also when several want it at the same moment", async () => {
      await withArticle(async (id, { data }) => {
        const again = await create({ title: data.attributes.title });
        expect(again).toMatchObject({
          status: 409,
          errors: [{ code: "conflict", source: { pointer: "/data/attributes/title" } }],
        });
        const race = await Promise.all(Array.from({ length: 6 }, () => create({ title: "Wanted by all" })));
        expect(race.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
        const edit = await send(`PATCH /articles/${id}`, {
          data: { type: "articles", id, attributes: { title: "Wanted by all" } },
        });
        expect(edit.status).toBe(409);
        await send(`DELETE /articles/${race.find(({ status }) => status === 201)?.data.id}`);
      });
    });

    test("a related row that does not exist is a 404, and nothing is written", async () => {
      const wrongAuthor = await create({ title: "By nobody" }, 99);
      expect(wrongAuthor).toMatchObject({
        status: 404,
        errors: [{ source: { pointer: "/data/relationships/author/data" } }],
      });
      expect((await create({ title: "By nobody" }, 1, [1, 99])).status).toBe(404);
      expect(titlesOf(await send("GET /articles?filter[title][contains]=by+nobody"))).toEqual([]);
    });

    test("an edit changes what it names: absent is kept, null clears", async () => {
      await withArticle(async (id) => {
        const patch = (data: object) => send(`PATCH /articles/${id}`, { data: { type: "articles", id, ...data } });
        const edited = await patch({ attributes: { content: "Longer text." } });
        expect(edited).toMatchObject({
          status: 200,
          data: { attributes: { content: "Longer text.", published: false } },
        });
        expect(edited.data.relationships.author.data).toEqual({ type: "users", id: "1" });
        const cleared = await patch({ relationships: { author: { data: null } } });
        expect(cleared.data.relationships.author.data).toBeNull();
        const same = await patch({});
        expect(same.data.attributes).toEqual({ ...cleared.data.attributes, version: expect.any(Number) });
        expect(same.data.relationships).toEqual(cleared.data.relationships);
        const refused = await patch({
          attributes: { content: "?" },
          relationships: { author: { data: { type: "users", id: "99" } } },
        });
        expect(refused.status).toBe(404);
        expect((await send(`GET /articles/${id}`)).data.attributes.content).toBe("Longer text.");
      });
      expect((await send("PATCH /articles/999", { data: { type: "articles", id: "999" } })).status).toBe(404);
    });

    test("what is deleted is gone, and cannot be deleted twice", async () => {
      const { data } = await create({ title: "Short-lived" });
      expect((await send(`DELETE /articles/${data.id}`)).status).toBe(204);
      expect((await send(`DELETE /articles/${data.id}`)).status).toBe(404);
    });

    test("the author is set and cleared as a relationship", async () => {
      await withArticle(async (id) => {
        const path = `/articles/${id}/relationship/author`;
        expect((await send(`PATCH ${path}`, { data: { type: "users", id: "5" } })).status).toBe(204);
        expect((await send(`PATCH ${path}`, { data: { type: "users", id: "99" } })).status).toBe(404);
        expect((await send(`GET ${path}`)).data).toEqual({ type: "users", id: "5" });
        expect((await send(`PATCH ${path}`, { data: null })).status).toBe(204);
        expect((await send(`GET ${path}`)).data).toBeNull();
      });
    });

    test("categories are added, removed and reset, all of a request or nothing", async () => {
      await withArticle(async (id) => {
        const change = async (method: string, ...ids: number[]) =>
          (await send(`${method} /articles/${id}/relationship/categories`, { data: identifiers("categories", ...ids) }))
            .status;
        expect(await change("POST", 2, 3, 3)).toBe(204);
        expect(await categoriesOf(id)).toEqual([1, 2, 3]);
        expect(await change("POST", 4, 99)).toBe(404);
        expect(await change("DELETE", 1, 99)).toBe(404);
        expect(await change("PATCH", 4, 99)).toBe(404);
        expect(await categoriesOf(id)).toEqual([1, 2, 3]);
        expect(await change("DELETE", 1, 8)).toBe(204); // it never was in 8: JSON:API wants that to succeed
        expect(await categoriesOf(id)).toEqual([2, 3]);
        expect(await change("PATCH", 7, 6)).toBe(204);
        expect(await categoriesOf(id)).toEqual([6, 7]);
        expect(await change("PATCH")).toBe(204);
        expect(await categoriesOf(id)).toEqual([]);
      });
      expect((await send("POST /articles/999/relationship/categories", { data: [] })).status).toBe(404);
    });

    test("an edit of a version that is not the current one is a 412 with the current article", async () => {
      await withArticle(async (id, { data }) => {
        const title = `${data.attributes.title}, edited`;
        const edit = (version: number, attributes: object) =>
          send(`PATCH /articles/${id}`, { data: { type: "articles", id, attributes } }, { "if-match": `"${version}"` });
        expect((await edit(1, { title })).data.attributes.version).toBe(2);
        const refused = await edit(1, { title: "Too late" });
        expect(refused.status).toBe(412);
        expect(refused.errors[0]).toMatchObject({
          code: "version_mismatch",
          meta: { current: { attributes: { title, version: 2 } } },
        });
      });
    });

    test("an article and its new category are one request, and both exist or none", async () => {
      const operations = (author: string) => ({
        "atomic:operations": [
          { op: "add", data: { type: "categories", lid: "new", attributes: { name: "Archive" } } },
          {
            op: "add",
            data: {
              type: "articles",
              attributes: { title: "Rain", content: "Text." },
              relationships: {
                author: { data: { type: "users", id: author } },
                categories: { data: [{ type: "categories", lid: "new" }] },
              },
            },
          },
        ],
      });
      const type = { "content-type": 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"' };
      const names = async () =>
        (await send("GET /categories")).data.map(({ attributes }: WireResource) => attributes.name);
      expect((await send("POST /operations", operations("99"), type)).status).toBe(404);
      expect(await names()).not.toContain("Archive");
      const { "atomic:results": results } = await send("POST /operations", operations("1"), type);
      const [category, article] = results.map(({ data }) => data);
      expect(article?.relationships.categories?.data).toEqual([{ type: "categories", id: category?.id }]);
      expect(await names()).toContain("Archive");
      await send(`DELETE /articles/${article?.id}`);
    });

    test("a create that is sent again with its key is one article", async () => {
      const body = {
        data: {
          type: "articles",
          attributes: { title: "Sent twice", content: "Text." },
          relationships: { author: { data: { type: "users", id: "1" } } },
        },
      };
      const key = { "idempotency-key": crypto.randomUUID() };
      const first = await send("POST /articles", body, key);
      const second = await send("POST /articles", body, key);
      expect([first.status, second.status, second.data.id]).toEqual([201, 201, first.data.id]);
      expect(second.headers.get("idempotency-replayed")).toBe("true");
      expect((await send("GET /articles?filter[title][contains]=sent+twice")).meta.total).toBe(1);
      await send(`DELETE /articles/${first.data.id}`);
    });

    test("publish is a command: it returns the article, and a second time it changes nothing, not even the version", async () => {
      await withArticle(async (id) => {
        const published = await send(`POST /articles/${id}/publish`);
        expect(published).toMatchObject({ status: 200, data: { id, attributes: { published: true, version: 2 } } });
        const again = await send(`POST /articles/${id}/publish`);
        expect([again.status, again.data]).toEqual([200, published.data]);
        expect((await send(`GET /articles/${id}`)).data.attributes).toEqual(published.data.attributes);
      });
      expect((await send("POST /articles/999/publish")).status).toBe(404);
      expect((await send("PUT /articles/1/publish")).status).toBe(405);
    });

    test("what Postgres cannot store is refused before it gets there", async () => {
      expect((await create({ title: "nul \0" })).status).toBe(422);
      expect((await send("GET /articles?filter[title][contains]=%00")).status).toBe(400);
    });
  });

  describe("users and categories", () => {
    test("users are listed, and looked up by name", async () => {
      expect((await send("GET /users")).data).toHaveLength(8);
      expect(idsOf(await send("GET /users?filter[username][contains]=A&sort=-username"))).toEqual([7, 3, 2, 1]);
      expect((await send("GET /users/2")).data.attributes.username).toBe("bashir");
      expect((await send("GET /users/99")).status).toBe(404);
    });

    test("categories are listed whole, without sparse fields", async () => {
      expect((await send("GET /categories?sort=-name")).data[0].attributes).toEqual({ name: "Travel" });
      const refused = await send("GET /categories?fields[categories]=name");
      expect(refused).toMatchObject({ status: 400, errors: [{ source: { parameter: "fields[categories]" } }] });
      expect((await send("GET /categories/5?fields[categories]=name")).data.attributes).toEqual({ name: "Sport" });
    });

    test("the articles of a category require a filter", async () => {
      const missing = await send("GET /categories/2/articles");
      expect(missing).toMatchObject({ status: 400, errors: [{ source: { parameter: "filter[published]" } }] });
      const total = async (published: boolean) =>
        (await send(`GET /categories/2/articles?filter[published]=${published}`)).meta.total;
      expect([await total(true), await total(false)]).toEqual([10, 1]);
    });

    test.each([
      ["users", 3, 7, ""],
      ["categories", 2, 10, "filter[published]=true"],
    ])("the articles of %s reuse the list, page and links of their own", async (type, id, total, filter) => {
      const page = await send(`GET /${type}/${id}/articles?sort=-created_at&page[limit]=3&include=author&${filter}`);
      expect(page.meta.total).toBe(total);
      expect(page.links.next).toContain(`/api/${type}/${id}/articles?`);
      expect(page.included).not.toHaveLength(0);
      const rest = await send(`GET ${page.links.last}`);
      expect(rest.data).toHaveLength(total % 3);
      expect((await send(`GET /${type}/999/articles?${filter}`)).status).toBe(404);
    });
  });

  test("the articles of users and categories accept the filters of the list", async () => {
    const total = async (path: string) => (await send(`GET ${path}`)).meta.total;
    expect(await total("/users/8/articles?filter[published]=false&filter[title][contains]=bay")).toBe(1);
    expect(await total("/users/3/articles?filter[author]=2")).toBe(0);
    const filed = await send("GET /users/8/articles?filter[category]=3&filter[published]=false");
    expect(idsOf(filed)).toContain(3);
    expect(await total("/categories/3/articles?filter[author]=8&filter[published]=false")).toBe(filed.meta.total);
    expect(await total("/categories/2/articles?filter[author]=null&filter[published]=true")).toBeLessThan(11);
  });

  test("a list of the client comes back from the URL of a page", async () => {
    const articles = createClient<Api>({ url: newsroom.url }).articles.list().include("author");
    const list = articles
      .filter({ title__contains: "the", published: true })
      .sort("-created_at", "title")
      .page({ offset: 1, limit: 3 });
    const page = await list;
    expect(page.length).toBe(3);
    expect(await articles.fromSearch(new URL(list.toSearch(), "http://page").search)).toEqual(page);
    const next = await page.getNext();
    expect(await articles.fromSearch(new URL(String(page.links.next), "http://page").search)).toEqual(next);
  });

  test("the client's walk runs through, and leaves the articles as they were", async () => {
    const lines: string[] = [];
    await walk(newsroom.url, (line) => lines.push(line));
    expect(lines.join("\n")).toContain("Conflict");
    expect((await send("GET /articles")).meta.total).toBe(64);
  });
});
