import { beforeEach, expect } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import { proves } from "../support/conformance/proves.js";
import { membersOf, relationshipsOf, resourcesOf, type Surveyed, survey } from "../support/conformance/survey.js";
import type { Json } from "../support/documents.js";
import { documentProblems } from "../support/jsonapi/document-problems.js";

const MEMBER_NAME = /^[a-zA-Z0-9\u0080-\uffff]([a-zA-Z0-9\u0080-\uffff _-]*[a-zA-Z0-9\u0080-\uffff])?$/;

describeAdapters("documents", (newsroom) => {
  let surveyed: Surveyed[];
  const answered = (line: string): Json => surveyed.find((one) => one.line === line)?.document;
  beforeEach(async () => {
    surveyed = await survey(newsroom);
  });

  proves(
    ["additional-members"],
    "documents hold nothing that the standard does not name, and none of what only the server knows",
    async () => {
      for (const { line, document } of surveyed) {
        const sparse = line.includes("fields[");
        expect([line, documentProblems(document, "answer", sparse)]).toEqual([line, []]);
      }
      expect(JSON.stringify(surveyed)).not.toContain("secret"); // passwords, which the rows hold
    },
  );

  proves(
    ["json-object", "required-top-level", "data-errors", "data-included"],
    "an object is at the root, with data or with errors",
    () => {
      for (const { status, document } of surveyed) {
        expect(Object.prototype.toString.call(document)).toBe("[object Object]");
        expect("data" in document).toBe(status < 400);
        expect("errors" in document).toBe(status >= 400);
        if (!("data" in document)) expect(document).not.toHaveProperty("included");
      }
      expect(surveyed.filter(({ status }) => status >= 400).length).toBeGreaterThan(8);
    },
  );

  proves(
    ["primary-data", "logical-collection"],
    "a single resource is an object or null, and a collection is a list, even of one resource or none",
    () => {
      const kinds = surveyed
        .filter(({ document }) => "data" in document)
        .map(({ line, document: { data } }) => [
          line,
          Array.isArray(data) ? data.length : data === null ? "null" : typeof data,
        ]);
      expect(kinds).toEqual([
        ["GET /articles", 20],
        ["GET /articles?include=author.articles,categories&page[limit]=7&sort=-title", 7],
        ["GET /articles?include=author&filter[author]=null", 6],
        ["GET /articles?filter[title][contains]=nowhere", 0],
        ["GET /articles?fields[articles]=title&fields[users]=username&include=author", 20],
        ["GET /articles/1", "object"],
        ["GET /articles/4?include=author", "object"],
        ["GET /articles/1/author?include=articles", "object"],
        ["GET /articles/4/author", "null"],
        ["GET /articles/5/categories", 2],
        ["GET /articles/1/relationship/author", "object"],
        ["GET /articles/4/relationship/author", "null"],
        ["GET /articles/5/relationship/categories", 2],
        ["GET /users?filter[username][contains]=&page=2", 2],
        ["GET /users/1/relationship/articles", expect.any(Number)],
        ["GET /categories?page=2", 2],
        ["GET /categories?page=3", 1],
        ["GET /tags", 6],
        ["GET /files?include=owner,tags,previous.previous", 2],
        [expect.stringContaining("/relationship/tags"), 2],
        ["GET /constructor?include=valueOf", 1],
        ["POST /articles?include=author", "object"],
        ["PATCH /articles/1?include=categories", "object"],
      ]);
    },
  );

  proves(
    ["resource-required-top-level", "resource-id-type-types", "resource-type-constraints"],
    "every resource has a type, which is a member name, and an id, which is a string even if the database has a number",
    () => {
      const resources = resourcesOf(surveyed);
      expect(new Set(resources.map(({ type }) => type)).size).toBe(6);
      for (const { type, id } of resources) {
        expect(type).toMatch(MEMBER_NAME);
        expect(typeof id).toBe("string");
      }
    },
  );

  proves(["resource-unique"], "a type and an id are the same resource wherever they stand", async () => {
    const [{ document: one }, { document: other }] = [
      await newsroom.send("GET /articles/7"),
      await newsroom.send("GET /articles/1/author?include=articles"),
    ];
    const same = other.included.find(({ type, id }: Json) => type === "articles" && id === "7");
    expect(same.attributes).toEqual(one.data.attributes);
    expect(same.links).toEqual(one.data.links);
  });

  proves(
    ["resource-fields", "resource-attributes-key", "resource-relationships-key"],
    "attributes and relationships are objects, which share one namespace with type and id",
    () => {
      for (const { attributes = {}, relationships = {} } of resourcesOf(surveyed)) {
        expect([attributes, relationships].map((value) => Object.prototype.toString.call(value))).toEqual([
          "[object Object]",
          "[object Object]",
        ]);
        const names = ["type", "id", ...Object.keys(attributes), ...Object.keys(relationships)];
        expect(new Set(names).size).toBe(names.length);
      }
    },
  );

  proves(
    ["resource-attributes-reserve-members"],
    "what is declared as a relationship never stands among the attributes",
    () => {
      for (const { attributes = {} } of resourcesOf(surveyed)) {
        for (const name of ["author", "categories", "articles", "owner", "previous", "tags"])
          expect(attributes).not.toHaveProperty([name]);
      }
    },
  );

  proves(["resource-relationships-object"], "every relationship holds its linkage or its links", () => {
    const relationships = relationshipsOf(surveyed);
    expect(relationships.length).toBeGreaterThan(100);
    for (const relationship of relationships) {
      const links = Object.keys(relationship.links ?? {});
      expect("data" in relationship || links.includes("self") || links.includes("related")).toBe(true);
      if ("links" in relationship) expect(links.filter((name) => !["self", "related"].includes(name))).toEqual([]);
    }
  });

  proves(
    ["resource-related-resource-link", "resource-related-resource-link-change"],
    "a related link leads somewhere though nothing is related, and stays as the relationship changes",
    async () => {
      const related = async () => (await newsroom.send("GET /articles/4")).data.relationships.author.links.related;
      const before = await related();
      expect((await newsroom.send(`GET ${before.replace("/api", "")}`)).data).toBeNull();
      const body = { data: { type: "users", id: "2" } };
      expect((await newsroom.send("PATCH /articles/4/relationship/author", { body })).status).toBe(204);
      expect(await related()).toBe(before);
      expect((await newsroom.send(`GET ${before.replace("/api", "")}`)).data.id).toBe("2");
    },
  );

  proves(
    ["resource-linkage", "resource-identifier-required-members"],
    "linkage is null, an identifier, or a list of them, by what was declared and not by what is there",
    async () => {
      const linkage = async (path: string, name: string) =>
        (await newsroom.send(`GET ${path}`)).data.relationships[name].data;
      expect(await linkage("/articles/4", "author")).toBeNull();
      expect(await linkage("/articles/2", "author")).toEqual({ type: "users", id: "2" });
      expect(await linkage("/articles/2", "categories")).toEqual([{ type: "categories", id: "2" }]);
      await newsroom.send("PATCH /articles/2/relationship/categories", { body: { data: [] } });
      expect(await linkage("/articles/2", "categories")).toEqual([]);
      for (const { data } of relationshipsOf(surveyed)) {
        for (const identifier of [data ?? []].flat())
          expect(Object.entries(identifier).map(([name, value]) => `${name} ${typeof value}`)).toEqual([
            "type string",
            "id string",
          ]);
      }
    },
  );

  proves(["resource-link-response"], "a resource's self link gives that resource", async () => {
    const resources = resourcesOf(surveyed).filter(({ links }) => links?.self !== undefined);
    expect(resources.length).toBeGreaterThan(60);
    const links = new Map(resources.map(({ type, id, links: { self } }) => [self, { type, id }]));
    for (const [self, identifier] of links) {
      const { status, data } = await newsroom.send(`GET ${self.replace("/api", "")}`);
      expect([self, status, data]).toEqual([self, 200, expect.objectContaining(identifier)]);
    }
  });

  proves(
    ["compound-documents-top-level-included", "compound-documents-full-linkage", "compound-documents-duplicates"],
    "included resources stand in included, once, and something links to each of them",
    () => {
      const { data, included } = answered("GET /articles?include=author.articles,categories&page[limit]=7&sort=-title");
      expect(included.length).toBeGreaterThan(7);
      const all = [...data, ...included];
      const keys = all.map(({ type, id }: Json) => `${type} ${id}`);
      expect(new Set(keys).size).toBe(keys.length);
      const linked = new Set(
        membersOf(all, "data")
          .flat()
          .filter(Boolean)
          .map(({ type, id }: Json) => `${type} ${id}`),
      );
      for (const { type, id } of included) expect(linked).toContain(`${type} ${id}`);
      expect(answered("GET /articles?include=author&filter[author]=null").included).toEqual([]);
      expect(answered("GET /articles/1")).not.toHaveProperty("included");
    },
  );

  proves(["meta-objects", "json-api-type"], "every meta is an object, and so is jsonapi", () => {
    const metas = surveyed.flatMap(({ document }) => [
      ...membersOf(document, "meta"),
      ...(document.errors ?? []).flatMap(({ meta = {} }: Json) => meta),
    ]);
    expect(metas.length).toBeGreaterThan(5);
    for (const meta of metas) expect(Object.prototype.toString.call(meta)).toBe("[object Object]");
    for (const { document } of surveyed) expect(document.jsonapi).toEqual({ version: "1.1" });
  });

  proves(
    ["top-level-links", "top-level-links-members"],
    "links are objects, and each of them a reference, or null where it leads nowhere",
    () => {
      const all = surveyed.flatMap(({ document }) => membersOf(document, "links"));
      expect(all.length).toBeGreaterThan(100);
      for (const links of all) {
        expect(Object.prototype.toString.call(links)).toBe("[object Object]");
        for (const link of Object.values(links)) {
          if (link !== null) expect(new URL(link as string, newsroom.url).href).toContain("http");
        }
      }
      expect(answered("GET /categories?page=3").links.next).toBeNull();
    },
  );

  proves(["member-name-case"], "names are told apart by case, in documents and in queries", async () => {
    const attributes = { Title: "x" };
    const body = { data: { type: "articles", id: "1", attributes } };
    expect((await newsroom.send("PATCH /articles/1", { body })).status).toBe(422);
    expect((await newsroom.send("PATCH /articles/1", { body: { DATA: body.data } })).status).toBe(400);
    for (const query of [
      "Sort=title",
      "sort=Title",
      "include=Author",
      "fields[Articles]=title",
      "fields[articles]=Title",
    ])
      expect([query, (await newsroom.send(`GET /articles?${query}`)).status]).toEqual([query, 400]);
    expect((await newsroom.send("GET /Articles")).status).toBe(404);
  });

  proves(
    ["ignore-additional-members"],
    "members that the standard does not know are ignored, at the top, in resources, relationships and identifiers",
    async () => {
      const extra = { unknown: 1, "other:member": { data: [] } };
      const author = { ...extra, data: { type: "users", id: "2", ...extra, attributes: { username: "x" } } };
      const data = { type: "articles", id: "1", ...extra, attributes: { title: "Edited" }, relationships: { author } };
      const { status } = await newsroom.send("PATCH /articles/1", {
        body: { ...extra, jsonapi: "no", included: 7, data },
      });
      expect(status).toBe(200);
      expect(newsroom.store.articles.get(1)).toMatchObject({ title: "Edited", author: 2 });
      const identifiers = { ...extra, data: [{ type: "categories", id: "5", ...extra }] };
      const path = "/articles/1/relationship/categories";
      expect((await newsroom.send(`PATCH ${path}`, { body: identifiers })).status).toBe(204);
      expect(newsroom.store.articles.get(1)?.categories).toEqual([5]);
    },
  );

  proves(
    ["member-name-at-members-ignore-for-definitions"],
    "@-Members are ignored, both among the attributes and among the relationships",
    async () => {
      const at = { "@context": "https://schema.org" };
      const data = { type: "articles", id: "1", ...at, attributes: { ...at, title: "Edited" }, relationships: at };
      expect((await newsroom.send("PATCH /articles/1", { body: { ...at, data } })).status).toBe(200);
      expect(newsroom.store.articles.get(1)?.title).toBe("Edited");
      const alone = { data: { type: "articles", attributes: at } };
      const { errors } = await newsroom.send("POST /articles", { body: alone });
      expect(errors.map(({ code }) => code)).toEqual(["required", "required", "required"]);
    },
  );
});
