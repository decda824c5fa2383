import { describe, expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import type { Json } from "../support/documents.js";
import { FILE_ID, OTHER_FILE_ID } from "../support/newsroom/store.js";

const NO_FILTER = {
  name: undefined,
  owner: undefined,
  bytes__gte: undefined,
  ratio: undefined,
  uploaded_at__gte: undefined,
  status: undefined,
  version: undefined,
  archived: undefined,
  id__in: undefined,
  names: undefined,
  widths: undefined,
  limit: 5,
};

describeAdapters("query parameters", (newsroom) => {
  const send = newsroom.send.bind(newsroom);
  const args = async (path: string) => {
    expect((await send(`GET ${path}`)).status).toBe(200);
    return newsroom.store.last;
  };
  const refused = async (path: string) => {
    const { status, errors } = await send(`GET ${path}`);
    expect(status).toBe(400);
    return errors.map(({ code, source }) => `${code} ${source.parameter}`);
  };

  test("filter[title][contains] reaches the handler as title__contains", async () => {
    const { filter } = await args("/articles?filter[title][contains]=Zod");
    expect(filter).toEqual({ title__contains: "Zod", author: undefined, published: undefined, category: undefined });
  });

  test("filter[author] is an int, or null, as it is declared", async () => {
    expect((await args("/articles?filter[author]=42")).filter.author).toBe(42);
    expect((await args("/articles?filter[author]=null")).filter.author).toBeNull();
    expect((await send("GET /articles?filter[author]=null")).data).toHaveLength(6);
  });

  test("brackets may stand raw or percent-encoded, and a plus is a space", async () => {
    expect((await args("/articles?filter%5Btitle%5D%5Bcontains%5D=quiet+week")).filter.title__contains).toBe(
      "quiet week",
    );
    expect((await args("/articles?filter[title][contains]=%C3%BC%26%3D%2B")).filter.title__contains).toBe("ü&=+");
  });

  describe("values are coerced to the declared type", () => {
    test.each<[string, string, unknown]>([
      ["filter[name]=42", "name", "42"],
      ["filter[name]=", "name", ""],
      ["filter[owner]=7", "owner", 7],
      ["filter[owner]=-7", "owner", -7],
      ["filter[bytes][gte]=9007199254740993", "bytes__gte", 9007199254740993n],
      ["filter[ratio]=-1.5e3", "ratio", -1500],
      ["filter[uploaded_at][gte]=2026-01-31", "uploaded_at__gte", new Date("2026-01-31")],
      ["filter[uploaded_at][gte]=2026-01-31T12:00:00%2B01:00", "uploaded_at__gte", new Date("2026-01-31T11:00:00Z")],
      ["filter[status]=final", "status", "final"],
      ["filter[version]=2", "version", 2],
      ["filter[archived]=true", "archived", true],
      ["filter[archived]=false", "archived", false],
      ["filter[archived]=null", "archived", null],
      [`filter[id][in]=${FILE_ID},${OTHER_FILE_ID}`, "id__in", [FILE_ID, OTHER_FILE_ID]],
      ["filter[names]=a%5C,b,c%5C%5Cd,,null", "names", ["a,b", "c\\d", "", "null"]],
      ["filter[names]=", "names", []],
      ["filter[widths]=1,-2,3", "widths", [1, -2, 3]],
      ["filter[limit]=7", "limit", 7],
    ])("%s", async (query, name, value) => {
      expect((await args(`/files?${query}`)).filter).toEqual({ ...NO_FILTER, [name]: value });
    });

    test.each([
      "filter[owner]=ann",
      "filter[owner]=1.0",
      "filter[owner]=1e0",
      "filter[owner]=0x1",
      "filter[owner]=%2B1",
      "filter[owner]=01",
      "filter[owner]=",
      "filter[owner]=9007199254740993",
      "filter[bytes][gte]=1.5",
      "filter[ratio]=Infinity",
      "filter[ratio]=NaN",
      "filter[ratio]=1e999",
      "filter[uploaded_at][gte]=yesterday",
      "filter[uploaded_at][gte]=2026-02-30",
      "filter[uploaded_at][gte]=2026-01-31T12:00:00",
      "filter[status]=Final",
      "filter[status]=constructor",
      "filter[version]=3",
      "filter[archived]=1",
      "filter[archived]=True",
      "filter[archived]=",
      "filter[id][in]=7",
      "filter[widths]=1,two",
      "filter[widths]=1,2,3,4",
      "filter[limit]=0",
      "filter[limit]=11",
    ])("%s is refused", async (query) => {
      const name = query.slice(0, query.indexOf("="));
      expect(await refused(`/files?${query}`)).toEqual([`invalid_parameter ${name}`]);
    });
  });

  test("sort is a comma list of names, a leading minus for descending, in the order of the request", async () => {
    expect((await args("/articles?sort=-created_at,title")).sort).toEqual([
      { field: "created_at", order: "desc" },
      { field: "title", order: "asc" },
    ]);
    expect((await args("/articles")).sort).toEqual([]);
    const { data } = await send("GET /articles?sort=-created_at&page[limit]=2");
    expect(data.map(({ id }: Json) => id)).toEqual(["25", "24"]);
  });

  test("a sort outside the declared names, or in a direction that is not, is refused", async () => {
    expect(await refused("/articles?sort=content")).toEqual(["invalid_parameter sort"]);
    expect(await refused("/articles?sort=--title")).toEqual(["invalid_parameter sort"]);
    expect(await refused("/articles?sort=title,,created_at")).toEqual(["invalid_parameter sort"]);
    expect(await refused("/articles?sort=")).toEqual(["invalid_parameter sort"]);
    expect(await refused("/articles?sort=title,-title")).toEqual(["invalid_parameter sort"]);
    expect(await refused("/articles?sort=nope,neither")).toEqual(["invalid_parameter sort", "invalid_parameter sort"]);
    expect((await args("/files?sort=-uploaded_at,-name")).sort).toHaveLength(2);
    expect(await refused("/files?sort=uploaded_at")).toEqual(["invalid_parameter sort"]);
    expect(await refused("/users/1?sort=username")).toEqual(["unknown_parameter sort"]);
  });

  test("a sort declared as a string takes any names", async () => {
    expect((await args("/tags?sort=-anything,label")).sort).toEqual([
      { field: "anything", order: "desc" },
      { field: "label", order: "asc" },
    ]);
  });

  test("a bare page is the declared type", async () => {
    expect((await args("/categories?page=2")).page).toBe(2);
    expect((await args("/categories")).page).toBe(1);
    expect(await refused("/categories?page=two")).toEqual(["invalid_parameter page"]);
    expect(await refused("/categories?page=1.5")).toEqual(["invalid_parameter page"]);
    expect(await refused("/categories?page[offset]=1")).toEqual(["unknown_parameter page[offset]"]);
  });

  test("page[offset] and page[limit] are ints, and have the declared defaults", async () => {
    expect((await args("/articles?page[offset]=2&page[limit]=10")).page).toEqual({ offset: 2, limit: 10 });
    expect((await args("/articles")).page).toEqual({ offset: 0, limit: 20 });
    expect((await args("/tags?page[after]=blue&page[size]=2")).page).toEqual({ after: "blue", size: 2 });
    expect((await args("/tags")).page).toEqual({ after: undefined, size: 10 });
  });

  test("include=author,categories turns each into true, and the others stay false", async () => {
    expect((await args("/articles?include=author,categories")).include).toEqual({
      author: true,
      categories: true,
      author__articles: false,
    });
    expect((await args("/articles?include=author.articles")).include).toEqual({
      author: true,
      categories: false,
      author__articles: true,
    });
    expect((await args("/articles")).include).toEqual({ author: false, categories: false, author__articles: false });
  });

  test("fields[articles] reaches the handler as a set, and is none by default", async () => {
    expect((await args("/articles?fields[articles]=title,created_at")).fields.articles).toEqual(
      new Set(["title", "created_at"]),
    );
    expect((await args("/articles")).fields.articles).toBeUndefined();
  });

  test("an extra parameter passes through as a string, under its own name", async () => {
    expect((await args("/articles?custom_thing=42")).extra).toEqual({ custom_thing: "42" });
    expect((await args("/articles")).extra).toEqual({ custom_thing: undefined });
    expect(await refused("/articles/1?custom_thing=42")).toEqual(["unknown_parameter custom_thing"]);
  });

  test("an unknown parameter is refused on every kind of operation", async () => {
    expect(await refused("/articles?nope=1")).toEqual(["unknown_parameter nope"]);
    expect(await refused("/articles/1?filter[title]=x")).toEqual(["unknown_parameter filter[title]"]);
    expect(await refused("/articles/1/author?nope")).toEqual(["unknown_parameter nope"]);
    expect(await refused("/articles/1/relationship/author?include=author")).toEqual(["unknown_parameter include"]);
    for (const line of ["POST /articles", "PATCH /articles/1", "DELETE /articles/1"]) {
      const body = line.startsWith("DELETE") ? undefined : { data: { type: "articles", id: "1" } };
      const { status, errors } = await send(`${line}?nope=1`, { body });
      expect([line, status]).toEqual([line, 400]);
      expect(errors[0]).toMatchObject({ code: "unknown_parameter", source: { parameter: "nope" } });
    }
    expect(newsroom.store.articles.size).toBe(25);
  });

  test("a required parameter that is missing is refused", async () => {
    expect(await refused("/users")).toEqual(["missing_parameter filter[username][contains]"]);
    expect((await send("GET /users?filter[username][contains]=")).data).toHaveLength(2);
  });

  test("a parameter that is given twice is refused, however it is written", async () => {
    expect(await refused("/articles?filter[author]=1&filter%5Bauthor%5D=1")).toEqual([
      "duplicate_parameter filter[author]",
    ]);
    expect(await refused("/articles?page[limit]=1&page[limit]=2")).toEqual(["duplicate_parameter page[limit]"]);
    const both = "include=author&filter[author]=1&include=categories&filter[author]=1";
    expect(await refused(`/articles?${both}`)).toEqual(["duplicate_parameter filter[author]"]);
  });

  test("a list that is sent in parts is joined, and links have it as one", async () => {
    const parts = [
      "include=author&include=categories",
      "fields[articles]=title&fields%5Barticles%5D=author",
      "sort=-created_at&sort=title&page[limit]=2",
    ].join("&");
    const read = async (query: string) => JSON.parse((await newsroom.raw(`GET /articles?${query}`)).text);
    const document = await read(parts);
    const rest = "fields%5Barticles%5D=title,author&sort=-created_at,title";
    const at = `/api/articles?include=author,categories&${rest}`;
    expect([document.links.self, document.links.next]).toEqual([
      `${at}&page%5Blimit%5D=2`,
      `${at}&page%5Boffset%5D=2&page%5Blimit%5D=2`,
    ]);
    expect(await read(`include=author,categories&${rest}&page[limit]=2`)).toEqual(document);
  });

  test("the parts of a filter that is a list are its items, also those with commas and backslashes", async () => {
    const names = async (query: string) => (await args(`/files?${query}`)).filter.names;
    expect(await names("filter[names]=a&filter[names]=b")).toEqual(["a", "b"]);
    expect(await names("filter[names]=a,b&filter%5Bnames%5D=c")).toEqual(["a", "b", "c"]);
    expect(await names("filter[names]=a%5C&filter[names]=b")).toEqual(["a\\", "b"]);
    expect(await names("filter[names]=a\\,&filter[names]=b%5C%5C&filter[names]=c")).toEqual(["a,", "b\\", "c"]);
    expect(await names("filter[names]&filter[names]=&filter[names]=a")).toEqual(["", "", "a"]);
    expect((await args("/files?filter[widths]=1&filter[widths]=2")).filter.widths).toEqual([1, 2]);
    expect(await refused("/files?filter[names]=a&filter[names]=%ff")).toEqual(["invalid_parameter filter[names]"]);
    expect(await refused("/files?filter[widths]=1&filter[widths]=x")).toEqual(["invalid_parameter filter[widths]"]);
    expect(await refused("/articles?sort=title&sort=-title")).toEqual(["invalid_parameter sort"]);
  });

  test("all problems of a query are told at once, each with its parameter as it was sent", async () => {
    const query = "filter[author]=ann&sort=nope&page[limit]=1000&include=nope&fields[nope]=x&nope=1&fields[users]=nope";
    expect(await refused(`/articles?${query}`)).toEqual([
      "invalid_parameter filter[author]",
      "invalid_parameter sort",
      "invalid_parameter page[limit]",
      "invalid_parameter include",
      "unknown_parameter fields[nope]",
      "unknown_parameter nope",
      "invalid_parameter fields[users]",
    ]);
  });

  test("a message names the parameter, what was sent and what to write instead", async () => {
    const { errors } = await send("GET /articles?filter[titel][contains]=x&sort=-titl&filter[author]=ann");
    expect(errors.map(({ title, detail }) => `${title}: ${detail}`)).toEqual([
      'Unknown query parameter: articles.getMany has no parameter "filter[titel][contains]". Did you mean "filter[title][contains]"?',
      'Invalid query parameter: sort does not allow "-titl". Did you mean "-title"?',
      'Invalid query parameter: filter[author] must be an integer, or null, not "ann".',
    ]);
  });

  test("empty parts of a query string mean nothing", async () => {
    expect((await send("GET /articles?")).status).toBe(200);
    expect((await send("GET /articles?&&page[limit]=1&")).data).toHaveLength(1);
    expect(await refused("/articles?=1")).toEqual(["unknown_parameter "]);
  });
});
