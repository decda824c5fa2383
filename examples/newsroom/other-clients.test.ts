import { Jsona } from "jsona";
import Kitsu from "kitsu";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { driveColoquent } from "./other-clients/coloquent.js";
import { driveDevour } from "./other-clients/devour.js";
import { driveOrbit } from "./other-clients/orbit.js";
import { driveSpraypaint } from "./other-clients/spraypaint.js";
import type { Untyped } from "./other-clients/untyped.js";
import { databases, type Newsroom, startNewsroom } from "./testing/newsroom.js";

/** JSON:API clients that nobody here wrote drive the example as they come. */
describe.each(databases)("on %s", (_name, open) => {
  let newsroom: Newsroom;
  beforeAll(async () => {
    newsroom = await startNewsroom(open);
  });
  afterAll(() => newsroom.stop());

  const titlesOf = (articles: Untyped[]) => articles.map(({ title }) => title);

  test("kitsu lists, creates, edits, understands errors, and deletes", async () => {
    const kitsu: Untyped = new Kitsu({
      baseURL: newsroom.url,
      pluralize: false,
      camelCaseTypes: false,
      resourceCase: "none",
    });
    const list = await kitsu.get("articles", {
      params: { sort: "-created_at", page: { limit: 3 }, include: "author,categories", filter: { published: true } },
    });
    expect(list.data).toHaveLength(3);
    expect(list.data.every(({ author }: Untyped) => author.data === null || author.data.username)).toBe(true);
    expect(list.links.next).toContain("page%5Boffset%5D=3");

    const { data } = await kitsu.create("articles", {
      title: "By kitsu",
      content: "Text.",
      author: { data: { type: "users", id: "2" } },
      categories: { data: [{ type: "categories", id: "1" }] },
    });
    await kitsu.update("articles", { id: data.id, title: "By kitsu, edited" });
    const edited = await kitsu.get(`articles/${data.id}`, { params: { include: "author" } });
    expect(edited.data).toMatchObject({ title: "By kitsu, edited", published: false, author: { data: { id: "2" } } });
    await expect(kitsu.create("articles", { title: "By kitsu, edited" })).rejects.toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ code: "required", status: "422" })]),
    });
    await kitsu.delete("articles", data.id);
    await expect(kitsu.get(`articles/${data.id}`)).rejects.toMatchObject({ errors: [{ code: "not_found" }] });
  });

  test("jsona reads what was included, and writes what it read", async () => {
    const jsona = new Jsona();
    const request = async (method: string, path: string, body?: unknown): Promise<Untyped> => {
      const headers = {
        accept: "application/vnd.api+json",
        ...(body ? { "content-type": "application/vnd.api+json" } : {}),
      };
      const response = await fetch(newsroom.url + path, {
        method,
        headers,
        body: body && JSON.stringify(body),
      } as RequestInit);
      expect(response.status).toBeLessThan(300);
      return response.status === 204 ? undefined : jsona.deserialize(await response.text());
    };
    const articles = await request(
      "GET",
      "/articles?include=author,categories,author.articles&sort=title&page[limit]=5",
    );
    expect(titlesOf(articles)).toEqual([...titlesOf(articles)].sort());
    const signed = articles.find(({ author }: Untyped) => author);
    expect(titlesOf(signed.author.articles)).toContain(signed.title);

    // It sends the links that it read back as an attribute.
    const stuff = { ...(await request("GET", `/articles/${signed.id}`)), title: "By jsona" };
    const edited = await request("PATCH", `/articles/${signed.id}`, jsona.serialize({ stuff, includeNames: [] }));
    expect(edited.title).toBe("By jsona");
  });

  test("devour-client", () => driveDevour(newsroom.url));
  test("spraypaint", () => driveSpraypaint(newsroom.url));
  test("coloquent", () => driveColoquent(newsroom.url));
  test("orbit", () => driveOrbit(newsroom.url));
});
