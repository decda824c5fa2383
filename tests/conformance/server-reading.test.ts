import { expect } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import { proves } from "../support/conformance/proves.js";
import { membersOf, relationshipsOf, resourcesOf, survey } from "../support/conformance/survey.js";
import type { Json } from "../support/documents.js";

describeAdapters("reading", (newsroom) => {
  const send = newsroom.send.bind(newsroom);
  const follow = (link: string) => send(`GET ${link.replace("/api", "")}`);
  const ids = ({ data }: Json) => data.map(({ id }: Json) => Number(id));

  proves(
    ["fetch-url-support", "fetch-response-code"],
    "every self and related link can be fetched, and is answered with 200",
    async () => {
      const surveyed = (await survey(newsroom)).filter(({ line }) => line.startsWith("GET"));
      const links = [
        ...surveyed.flatMap(({ document }) => document.links?.self ?? []),
        ...resourcesOf(surveyed).flatMap(({ links }) => links?.self ?? []),
        ...relationshipsOf(surveyed).flatMap(({ links }) => links?.related ?? []),
      ];
      expect(new Set(links).size).toBeGreaterThan(100);
      for (const link of new Set<string>(links)) expect([link, (await follow(link)).status]).toEqual([link, 200]);
    },
  );

  proves(["fetch-primary-data-collection"], "a collection is a list of resource objects, or empty", async () => {
    const { data } = await send("GET /articles");
    expect(data).toHaveLength(20);
    for (const resource of data) expect(resource).toMatchObject({ type: "articles", attributes: expect.any(Object) });
    expect((await send("GET /articles?filter[title][contains]=nowhere")).data).toEqual([]);
    newsroom.store.articles.clear();
    expect((await send("GET /articles")).data).toEqual([]);
  });

  proves(
    ["fetch-primary-data-single"],
    "one resource is an object, and null where a URL might correspond to one but does not",
    async () => {
      expect((await send("GET /articles/1")).data).toMatchObject({ type: "articles", id: "1" });
      expect((await send("GET /articles/1/author")).data).toMatchObject({ type: "users", id: "1" });
      const none = await send("GET /articles/4/author");
      expect([none.status, none.data]).toEqual([200, null]);
    },
  );

  proves(
    ["fetch-responses-404"],
    "a resource that does not exist is a 404, and so is what is related to it",
    async () => {
      for (const path of ["/articles/99", "/articles/99/author", "/articles/99/categories", "/tags/nope", "/nope"]) {
        expect([path, (await send(`GET ${path}`)).status]).toEqual([path, 404]);
      }
    },
  );

  proves(
    ["fetch-responses-http-semantics", "fetch-relationships-http-semantics"],
    "HEAD is GET without the content, Allow comes with a 405, and reading changes nothing",
    async () => {
      const before = JSON.stringify([...newsroom.store.articles]);
      for (const path of ["/articles/1", "/articles", "/articles/1/relationship/author", "/articles/99"]) {
        const [head, get] = [await newsroom.raw(`HEAD ${path}`), await newsroom.raw(`GET ${path}`)];
        expect([head.status, head.headers["content-type"], head.text]).toEqual([
          get.status,
          get.headers["content-type"],
          "",
        ]);
      }
      const { status, headers } = await send("POST /articles/1");
      expect([status, headers.allow]).toEqual([405, "GET, HEAD, PATCH, DELETE"]);
      expect(JSON.stringify([...newsroom.store.articles])).toBe(before);
    },
  );

  proves(
    ["fetch-relationships", "fetch-relationships-response-200", "fetch-relationships-response-200-primary-data"],
    "the self link of every relationship gives its linkage, with 200",
    async () => {
      const relationships = relationshipsOf(await survey(newsroom)).filter(({ links }) => links?.self !== undefined);
      expect(relationships.length).toBeGreaterThan(50);
      const linkage = new Map<string, Json>();
      for (const { links, data } of relationships) linkage.set(links.self, data ?? linkage.get(links.self));
      for (const [self, data] of linkage) {
        const answer = await follow(self);
        expect([self, answer.status]).toEqual([self, 200]);
        const found: Json[] = [answer.data ?? []].flat();
        for (const identifier of found) expect(Object.keys(identifier)).toEqual(["type", "id"]);
        if (!self.includes("/users/") && !self.endsWith("/articles/1/relationship/author"))
          expect([self, data === undefined || JSON.stringify(data) === JSON.stringify(answer.data)]).toEqual([
            self,
            true,
          ]);
      }
    },
  );

  proves(
    ["fetch-relationships-response-404", "fetch-relationships-response-exists-empty"],
    "a relationship of nothing is a 404, and an empty one a 200 with null or an empty list",
    async () => {
      expect((await send("GET /articles/99/relationship/author")).status).toBe(404);
      expect((await send("GET /articles/1/relationship/nope")).status).toBe(404);
      expect(await send("GET /articles/4/relationship/author")).toMatchObject({ status: 200, data: null });
      await send("PATCH /articles/4/relationship/categories", { body: { data: [] } });
      expect(await send("GET /articles/4/relationship/categories")).toMatchObject({ status: 200, data: [] });
    },
  );

  proves(
    ["inclusion-unsupported", "inclusion-bad-request"],
    "include is a 400 where an endpoint has none, and where a path is unknown or not supported",
    async () => {
      for (const path of [
        "/users/1?include=articles",
        "/categories?include=articles",
        "/users/1?include=",
        "/articles/1/relationship/author?include=author",
        "/articles?include=nope",
        "/articles?include=title",
        "/articles?include=author.nope",
        "/articles?include=author.articles.author",
        "/articles?include=author,,categories",
        "/articles/1/author?include=author",
      ]) {
        const { status, errors } = await send(`GET ${path}`);
        expect([path, status, errors[0].source.parameter]).toEqual([path, 400, "include"]);
      }
    },
  );

  proves(
    ["inclusion-compound-document", "inclusion-unrequested", "inclusion-include-parameter-value"],
    "include is a comma list of dotted paths: what it names is included and nothing else, in included, empty or not",
    async () => {
      const types = async (include: string) => {
        const { document } = await send(`GET /articles/5?include=${include}`);
        return [...new Set(document.included.map(({ type }: Json) => type))].sort();
      };
      expect(await types("author")).toEqual(["users"]);
      expect(await types("categories")).toEqual(["categories"]);
      expect(await types("author,categories")).toEqual(["categories", "users"]);
      expect(await types("author.articles")).toEqual(["articles", "users"]);
      expect(await types("author%2Ccategories")).toEqual(["categories", "users"]);
      expect(await types("")).toEqual([]);
      expect((await send("GET /articles/4?include=author")).document.included).toEqual([]);
      expect((await send("GET /articles/5")).document).not.toHaveProperty("included");
    },
  );

  proves(
    ["sparse-fieldsets-parameter-value", "sparse-fieldsets-additional-fields"],
    "fields is a comma list of names, by type: those fields are there and no others, none where it is empty",
    async () => {
      const fields = ({ attributes = {}, relationships = {} }: Json) =>
        [...Object.keys(attributes), ...Object.keys(relationships)].sort();
      const query = "include=author&fields[articles]=title,author&fields[users]=email";
      const { data, document } = await send(`GET /articles?${query}`);
      for (const article of data) expect(fields(article)).toEqual(["author", "title"]);
      for (const user of document.included) expect(fields(user)).toEqual(["email"]);
      expect(fields((await send("GET /articles/1?fields[articles]=")).data)).toEqual([]);
      expect(fields((await send("GET /articles/1?fields[users]=email")).data)).toHaveLength(6);
      expect((await send("GET /articles?fields[articles]=title,nope")).status).toBe(400);
    },
  );

  proves(
    ["sorting-parameter-value", "sorting-order", "sorting-multiple-fields-order", "sorting-specified-order"],
    "sort is a comma list of fields, applied in that order, ascending, and descending with a minus",
    async () => {
      newsroom.store.articles.set(3, { ...newsroom.store.articles.get(3)!, title: "A", created_at: new Date(1) });
      newsroom.store.articles.set(8, { ...newsroom.store.articles.get(8)!, title: "A", created_at: new Date(2) });
      newsroom.store.articles.set(5, { ...newsroom.store.articles.get(5)!, title: "B", created_at: new Date(1) });
      const first = async (sort: string) => ids(await send(`GET /articles?sort=${sort}`)).slice(0, 3);
      expect(await first("created_at,title")).toEqual([3, 5, 8]);
      expect(await first("created_at,-title")).toEqual([5, 3, 8]);
      expect(await first("title,created_at")).toEqual([3, 8, 11]);
      expect(await first("title,-created_at")).toEqual([8, 3, 11]);
      expect(await first("-created_at")).toEqual([25, 24, 23]);
    },
  );

  proves(["sorting-not-supported"], "a sort that an endpoint does not support is a 400", async () => {
    for (const path of [
      "/articles?sort=content",
      "/articles?sort=author.name",
      "/articles?sort=",
      "/users?filter[username][contains]=&sort=username",
      "/articles/1?sort=title",
    ]) {
      expect([path, (await send(`GET ${path}`)).status]).toEqual([path, 400]);
    }
  });

  proves(
    ["pagination-links-object", "pagination-keys", "pagination-unavailable-link", "pagination-page-parameter"],
    "pages are linked by first, prev, next and last, in the links of the collection; what leads nowhere is left out",
    async () => {
      const links = async (query: string) => (await send(`GET /articles?${query}`)).document.links;
      const names = async (query: string) => Object.keys(await links(query)).sort();
      expect(await names("page[limit]=10")).toEqual(["first", "last", "next", "self"]);
      expect(await names("page[limit]=10&page[offset]=10")).toEqual(["first", "last", "next", "prev", "self"]);
      expect(await names("page[limit]=10&page[offset]=20")).toEqual(["first", "last", "prev", "self"]);
      expect((await links("page[limit]=10")).next).toBe("/api/articles?page%5Boffset%5D=10&page%5Blimit%5D=10");
      for (const { links = {} } of resourcesOf(await survey(newsroom))) expect(Object.keys(links)).toEqual(["self"]);
    },
  );

  proves(["pagination-order"], "next goes on in the order that was asked for, and prev comes back", async () => {
    const walked: number[] = [];
    let page = await send("GET /articles?sort=-created_at&page[limit]=10");
    const first = ids(page);
    for (;;) {
      walked.push(...ids(page));
      if (page.document.links.next === undefined) break;
      page = await follow(page.document.links.next);
    }
    expect(walked).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
    while (page.document.links.prev !== undefined) page = await follow(page.document.links.prev);
    expect(ids(page)).toEqual(first);
    expect(ids(await follow(page.document.links.last))).toEqual([5, 4, 3, 2, 1]);
  });

  proves(["filtering"], "filter filters", async () => {
    expect(ids(await send("GET /articles?filter[title][contains]=harbour&filter[author]=2"))).toEqual([]);
    const found = ids(await send("GET /articles?filter[title][contains]=Harbour&filter[author]=2"));
    expect(found).toEqual([2, 14]);
    expect((await send("GET /articles?filter[nope]=1")).status).toBe(400);
  });

  proves(
    ["relationship-pagination-links"],
    "a relationship's links are self and related, on all of its pages",
    async () => {
      const relationships = membersOf(await survey(newsroom), "relationships").flatMap((all) =>
        Object.values<Json>(all),
      );
      for (const { links = {} } of relationships)
        expect(Object.keys(links).filter((name) => name !== "self" && name !== "related")).toEqual([]);
      const path = "/users/1/relationship/articles";
      const { document } = await send(`GET ${path}?page[limit]=2`);
      expect(document.links.next).toContain(`/api${path}?`);
      expect((await follow(document.links.next)).data[0]).toEqual({ type: "articles", id: expect.any(String) });
    },
  );
});
