import { beforeEach, expect } from "vitest";
import { describeClient, recordingClient } from "../support/client.js";
import { proves } from "../support/conformance/proves.js";
import type { Json } from "../support/documents.js";
import { documentProblems } from "../support/jsonapi/document-problems.js";
import { EXTENDED, MEDIA_TYPE } from "../support/media-type.js";

/** A request as it was sent. */
interface SentRequest {
  readonly line: string;
  readonly accept: string | null;
  readonly contentType: string | null;
  readonly text: string;
  readonly document: Json;
}

describeClient("what the client sends", (newsroom) => {
  let everything: SentRequest[];
  const bodies = () => everything.filter(({ text }) => text !== "");
  const at = (line: string) => bodies().filter((request) => request.line === line);
  beforeEach(async () => {
    everything = await callAll();
  });

  /** Calls every method of the client, and gives what it sent. */
  async function callAll(): Promise<SentRequest[]> {
    const { client, requests, sent } = recordingClient(newsroom);
    await client.articles.list().filter({ title__contains: "Zod" }).sort("-title", "created_at").page({ limit: 2 });
    const article = await client.articles.get(1, { include: ["author", "author__articles"] });
    await client.articles.related(1, "categories");
    await client.articles.create({ title: "New", content: "", author: article.author, categories: [1, "2"] });
    await client.articles.update(1, { title: "Edited", author: null });
    await client.articles.relationship(1, "author").get();
    await client.articles.relationship(1, "author").set({ type: "users", id: "2" });
    await client.articles.relationship(1, "author").set(null);
    await client.articles.relationship(1, "categories").add([{ type: "categories", id: "3" }]);
    await client.articles.relationship(1, "categories").remove([1]);
    await client.articles.relationship(1, "categories").reset([]);
    await client.tags.create({ id: "mine", label: "Mine" });
    await client.articles.delete(1);
    const texts = await Promise.all(requests.map((request) => request.text()));
    return requests.map((request, index) => ({
      line: sent[index] ?? "",
      accept: request.headers.get("accept"),
      contentType: request.headers.get("content-type"),
      text: texts[index] ?? "",
      document: texts[index] ? JSON.parse(texts[index]) : undefined,
    }));
  }

  proves(
    ["payload-content-type", "media-type-parameters", "media-type-parameter-values"],
    "every document is sent as JSON:API's media type, with no parameter but ext, and no type without a document",
    async () => {
      for (const { line, contentType, text } of everything) {
        if (text === "") expect([line, contentType]).toEqual([line, null]);
        else expect([line, [MEDIA_TYPE, EXTENDED]]).toEqual([line, expect.arrayContaining([contentType])]);
      }
    },
  );

  proves(
    ["applied-extensions", "extension-member-names", "extension-namespace"],
    "the extension is named exactly where its members stand, which are under its one namespace",
    async () => {
      const used = bodies().map(({ line, contentType, document }) => {
        const members = [document, document.data ?? {}].flatMap((object) => Object.keys(object ?? {}));
        const own = members.filter((name) => name.includes(":"));
        expect([line, contentType]).toEqual([line, own.length > 0 ? EXTENDED : MEDIA_TYPE]);
        return own;
      });
      expect(new Set(used.flat())).toEqual(new Set(["trestle:fields", "trestle:related"]));
    },
  );

  proves(
    [
      "json-object",
      "required-top-level",
      "data-errors",
      "additional-members",
      "resource-required-top-level",
      "resource-id-type-types",
      "resource-identifier-required-members",
      "resource-linkage",
      "meta-objects",
      "lid-identical",
    ],
    "every document is one that the standard's schema allows a client, with nothing in it that the standard does not name",
    async () => {
      const sent = bodies();
      expect(sent).toHaveLength(8);
      for (const { line, document } of sent) {
        const kind = line.includes("/relationship/") ? "relationship" : line.startsWith("POST") ? "create" : "edit";
        expect([line, documentProblems(document, kind)]).toEqual([line, []]);
        expect(JSON.stringify(document)).not.toMatch(/"(lid|meta|errors|included)":/);
      }
    },
  );

  proves(
    ["create-single-resource", "create-type-member", "create-client-generated-ids-key"],
    "a create sends one resource object with its type, and an id of the caller's in id",
    async () => {
      const [article] = at("POST /articles");
      expect(article?.document).toEqual({ data: { type: "articles", "trestle:fields": expect.any(Object) } });
      const [tag] = at("POST /tags");
      expect(tag?.document.data).toMatchObject({ type: "tags", id: "mine" });
    },
  );

  proves(
    ["update-patch-resource", "update-patch-resource-members"],
    "an edit sends one resource object with its type and id, as a string",
    async () => {
      const [edit] = at("PATCH /articles/1");
      expect(edit?.document.data).toMatchObject({ type: "articles", id: "1" });
    },
  );

  proves(
    [
      "create-relationships-member",
      "update-resource-relationship-value",
      "resource-attributes-key",
      "resource-relationships-key",
    ],
    "input goes under the extension alone: no relationship stands there without data, since none stands there at all",
    async () => {
      for (const { document } of [...at("POST /articles"), ...at("PATCH /articles/1")]) {
        expect(document.data).not.toHaveProperty("relationships");
        expect(document.data).not.toHaveProperty("attributes");
        expect(Object.prototype.toString.call(document.data["trestle:fields"])).toBe("[object Object]");
      }
      const [create] = at("POST /articles");
      expect(create?.document.data["trestle:fields"].author).toEqual({ type: "users", id: "1" }); // not its whole tree
    },
  );

  proves(
    ["patch-to-one-data-member", "patch-post-delete-to-many-data-member"],
    "identifiers, null and an empty list are sent as data",
    async () => {
      const to = (line: string) => at(line).map(({ document }) => document);
      expect(to("PATCH /articles/1/relationship/author")).toEqual([
        { data: { type: "users", id: "2" } },
        { data: null },
      ]);
      expect(to("POST /articles/1/relationship/categories")).toEqual([{ data: [{ type: "categories", id: "3" }] }]);
      expect(to("PATCH /articles/1/relationship/categories")).toEqual([{ data: [] }]);
    },
  );

  proves(["extension-lessens-nothing"], "without bare ids, no extension is used on relationships", async () => {
    const types = bodies()
      .filter(({ line }) => line.includes("/relationship/"))
      .map(({ contentType }) => contentType);
    expect(types).toEqual([MEDIA_TYPE, MEDIA_TYPE, MEDIA_TYPE, EXTENDED, MEDIA_TYPE]);
  });

  proves(
    [
      "inclusion-include-parameter-value",
      "sparse-fieldsets-parameter-value",
      "sorting-parameter-value",
      "sorting-order",
      "pagination-page-parameter",
      "filtering",
    ],
    "include, fields and sort are comma lists, paths have dots, and paging and filtering use their families",
    async () => {
      const { client, sent } = recordingClient(newsroom);
      const list = client.articles.list().include("author", "categories", "author__articles");
      await list.sort("-created_at", "title").fields({ articles: ["title", "author"], users: [] });
      await client.articles.list().page({ offset: 2, limit: 3 }).filter({ title__contains: "Zod", author: null });
      await client.categories.list().page(2);
      expect(sent).toEqual([
        "GET /articles?sort=-created_at,title&include=author,categories,author.articles&fields%5Barticles%5D=title,author&fields%5Busers%5D=",
        "GET /articles?filter%5Btitle%5D%5Bcontains%5D=Zod&filter%5Bauthor%5D=null&page%5Boffset%5D=2&page%5Blimit%5D=3",
        "GET /categories?page=2",
      ]);
    },
  );

  proves(
    ["query-parameter-serializing"],
    "names are encoded as forms are, and every value comes back from a form's parser",
    async () => {
      const { client, sent } = recordingClient(newsroom);
      const text = "a+b c&d=e%f#g[h]ü\u0000\n'\"";
      await client.articles.list().filter({ title__contains: text }).extra({ custom_thing: text });
      const [, query = ""] = sent[0]!.split("?");
      expect([...new URLSearchParams(query)]).toEqual([
        ["filter[title][contains]", text],
        ["custom_thing", text],
      ]);
      expect(query.split("&").map((part) => part.split("=")[0])).toEqual([
        "filter%5Btitle%5D%5Bcontains%5D",
        "custom_thing",
      ]);
      expect(newsroom.store.last.filter.title__contains).toBe(text);
    },
  );

  proves(["member-name-case"], "names and values are sent in the case in which they were written", async () => {
    const { client, requests, sent } = recordingClient(newsroom);
    await client.articles.update(1, { Title: "x" } as never).safe();
    expect(JSON.parse(await requests[0]!.text()).data["trestle:fields"]).toEqual({ Title: "x" });
    await client.articles.list().filter({ title__contains: "ZoD" });
    expect(sent[1]).toContain("=ZoD");
  });
});
