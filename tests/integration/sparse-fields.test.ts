import { expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import type { Json } from "../support/documents.js";
import { FILE_ID } from "../support/newsroom/store.js";

describeAdapters("sparse fields", (newsroom) => {
  const send = newsroom.send.bind(newsroom);
  const refused = async (path: string) => {
    const { status, errors } = await send(`GET ${path}`);
    expect(status).toBe(400);
    return errors.map(({ code, source }) => `${code} ${source.parameter}`);
  };

  test("the response is stripped of what was not asked for, though the handler ignores it", async () => {
    const { data } = await send("GET /articles/1?fields[articles]=title,author");
    expect(Object.keys(data.attributes)).toEqual(["title"]);
    expect(Object.keys(data.relationships)).toEqual(["author"]);
    const list = await send("GET /articles?fields[articles]=published");
    for (const resource of list.data) {
      expect(Object.keys(resource).sort()).toEqual(["attributes", "id", "links", "type"]);
      expect(Object.keys(resource.attributes)).toEqual(["published"]);
    }
  });

  test("each type has its own, included ones as well", async () => {
    const { data, document } = await send("GET /articles/1?include=author&fields[users]=username");
    expect(Object.keys(data.attributes)).toHaveLength(4);
    expect(document.included).toEqual([
      { type: "users", id: "1", attributes: { username: "ann" }, links: { self: "/api/users/1" } },
    ]);
  });

  test("an empty list leaves nothing but type, id and links", async () => {
    expect((await send("GET /articles/1?fields[articles]=")).data).toEqual({
      type: "articles",
      id: "1",
      links: { self: "/api/articles/1" },
    });
  });

  test("related resources, creates and edits take them, too", async () => {
    expect((await send("GET /articles/1/author?fields[users]=email")).data.attributes).toEqual({
      email: "ann@example.com",
    });
    const body = { data: { type: "articles", id: "1", attributes: { title: "Edited" } } };
    const { data } = await send("PATCH /articles/1?fields[articles]=title", { body });
    expect(data.attributes).toEqual({ title: "Edited" });
    expect(data).not.toHaveProperty("relationships");
  });

  test("an include whose relationship fields leaves out is included still, and linked by nothing else", async () => {
    const answer = await newsroom.raw("GET /articles/1?include=author&fields[articles]=title");
    const document: Json = JSON.parse(answer.text);
    expect(document.data).not.toHaveProperty("relationships");
    // JSON:API 1.1, "Compound Documents": the one exception to full linkage.
    expect(document.included.map(({ type }: Json) => type)).toEqual(["users"]);
  });

  test("fields of the resource's own type and of every type that its declared includes reach are valid", async () => {
    expect((await send("GET /articles?fields[users]=username&fields[categories]=name")).status).toBe(200);
    expect((await send(`GET /files/${FILE_ID}?fields[tags]=label&fields[files]=name`)).status).toBe(200);
    expect(await refused("/articles?fields[tags]=label")).toEqual(["unknown_parameter fields[tags]"]);
    expect(await refused("/users/1?fields[articles]=title")).toEqual(["unknown_parameter fields[articles]"]);
    expect(await refused("/articles?fields[nope]=title")).toEqual(["unknown_parameter fields[nope]"]);
    expect(await refused("/articles?fields[__proto__]=title")).toEqual(["unknown_parameter fields[__proto__]"]);
    expect(await refused("/articles?fields[constructor]=title")).toEqual(["unknown_parameter fields[constructor]"]);
    expect(await refused("/articles?fields=title")).toEqual(["unknown_parameter fields"]);
  });

  test("an unknown member, and a write-only one, is refused", async () => {
    expect(await refused("/articles?fields[articles]=title,titel")).toEqual(["invalid_parameter fields[articles]"]);
    expect(await refused("/articles?fields[articles]=title,")).toEqual(["invalid_parameter fields[articles]"]);
    expect(await refused("/articles?fields[articles]=__proto__,constructor")).toHaveLength(2);
    expect(await refused("/users/1?fields[users]=password")).toEqual(["invalid_parameter fields[users]"]);
    expect(await refused("/articles?fields[articles]=id")).toEqual(["invalid_parameter fields[articles]"]);
  });

  test("an operation registered with sparse: false refuses fields, and says that it has none", async () => {
    const { status, errors } = await send("GET /categories?fields[categories]=name");
    expect(status).toBe(400);
    expect(errors).toEqual([
      {
        status: "400",
        code: "unknown_parameter",
        title: "Unknown query parameter",
        detail: "categories.getMany does not support sparse fieldsets.",
        source: { parameter: "fields[categories]" },
      },
    ]);
    expect((await send("GET /categories/1?fields[categories]=name")).status).toBe(200);
  });
});
