import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { codePoint } from "../../../tests/support/code-point.js";
import { cpuClock } from "../../../tests/support/cpu-clock.js";
import type { DeclaredOptions } from "../../define/model/operation.js";
import { offsetPage } from "../../define/api/page.js";
import { articles, blog, listQuery, operationSpec } from "../fixtures/specs.js";
import { DEFAULT_LIMITS, type Limits } from "../limits.js";
import { QueryParser } from "./query-parser.js";
import { filterParameter } from "../../wire/include-path.js";

const query = listQuery({
  filter: {
    title__contains: z.string().optional(),
    author: z.int().nullable().optional(),
    published: z.boolean().optional(),
    since: z.date().optional(),
    size: z.bigint().optional(),
    status: z.enum(["draft", "live"]).optional(),
    tags: z.array(z.string()).optional(),
    ids: z.array(z.int()).optional(),
    uuid: z.uuid().optional(),
  },
  sort: ["title", "created_at"],
  page: offsetPage({ limit: 20, maxLimit: 100 }),
  include: ["author", "categories", "author__articles"],
  extra: { custom_thing: z.string().optional(), limit: z.int().default(3) },
});

/** Text that looks like a query more often than chance would have it. */
const junk = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."filter fields page sort include custom_thing [ ] = & , . - + % %5B %00 %ff \\ title author offset limit".split(
          " ",
        ),
        ..."articles users __proto__ constructor prototype toString hasOwnProperty true null 1 -0 1e0 [] [[ ]]".split(
          " ",
        ),
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

describe("any query", () => {
  test("never throws, and every problem names its parameter", () => {
    fc.assert(
      fc.property(junk, (text) => {
        const { errors } = query.read(text);
        for (const problem of errors) {
          expect(problem).toMatchObject({ status: 400, source: { parameter: expect.any(String) } });
          expect(problem.detail.length).toBeLessThan(800);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("is answered the same the second time", () => {
    fc.assert(
      fc.property(junk, (text) => {
        expect(query.read(text)).toEqual(query.read(text));
      }),
    );
  });

  test("leaves Object.prototype alone", () => {
    query.read("filter[__proto__][polluted]=1&__proto__=1&fields[__proto__]=a&page[__proto__]=1&include=__proto__");
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});

describe("a valid query", () => {
  const text = fc.string({ unit: codePoint, maxLength: 20 });
  const values = fc.record(
    {
      title__contains: text,
      author: fc.option(fc.maxSafeInteger()),
      published: fc.boolean(),
      since: fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
      size: fc.bigInt(),
      status: fc.constantFrom("draft", "live"),
      tags: fc.array(text, { minLength: 1 }).filter(([first, ...rest]) => first !== "" || rest.length > 0),
      ids: fc.array(fc.maxSafeInteger()),
      uuid: fc.uuid(),
    },
    { requiredKeys: [] },
  );

  function write(value: unknown): string {
    if (value instanceof Date) return value.toISOString();
    if (Array.isArray(value)) {
      return value.map((item) => String(item).replaceAll("\\", "\\\\").replaceAll(",", "\\,")).join(",");
    }
    return String(value);
  }

  test("comes back as the values that were written", () => {
    fc.assert(
      fc.property(values, (filter) => {
        const parameters = Object.entries(filter).map(
          ([name, value]) => `${encodeURIComponent(filterParameter(name))}=${encodeURIComponent(write(value))}`,
        );
        const read = query.read(parameters.join("&"));
        expect(read.errors).toEqual([]);
        expect(read.query.filter).toEqual(filter);
        expect(read.query.extra).toEqual({ limit: 3 });
      }),
      { numRuns: 300 },
    );
  });

  test("passes extra parameters through under their own names", () => {
    expect(query.read("custom_thing=a%20b&limit=7").query.extra).toEqual({ custom_thing: "a b", limit: 7 });
  });
});

describe("the errors of a query", () => {
  test("are all reported, in the order of the query, with missing parameters last", () => {
    const strict = listQuery({ filter: { author: z.int(), title: z.string().max(3) }, sort: ["title"] });
    expect(
      strict.read("nope=1&sort=x&filter[title]=long&sort=y&include=z").errors.map(({ code, source }) => [code, source]),
    ).toEqual([
      ["unknown_parameter", { parameter: "nope" }],
      ["invalid_parameter", { parameter: "sort" }],
      ["invalid_parameter", { parameter: "sort" }],
      ["invalid_parameter", { parameter: "filter[title]" }],
      ["invalid_parameter", { parameter: "include" }],
      ["missing_parameter", { parameter: "filter[author]" }],
    ]);
  });

  test.each([
    [
      "filtr[author]=1",
      "filtr[author]",
      'articles.getMany has no parameter "filtr[author]". Did you mean "filter[author]"?',
    ],
    ["filter[authr]=1", "filter[authr]", 'Did you mean "filter[author]"?'],
    ["sorts=title", "sorts", 'Did you mean "sort"?'],
    ["filter%5Bauthor%5D%5Bx%5D=1", "filter[author][x]", 'Did you mean "filter[author]"?'],
    [
      "filter[entirely_different_thing]=1",
      "filter[entirely_different_thing]",
      'It has "filter[title][contains]", "filter[author]"',
    ],
    ["__proto__=1", "__proto__", 'has no parameter "__proto__"'],
    ["constructor=1", "constructor", 'has no parameter "constructor"'],
    ["filter[__proto__]=1", "filter[__proto__]", "has no parameter"],
    ["filter[constructor]=1", "filter[constructor]", "has no parameter"],
    ["filter[author][prototype]=1", "filter[author][prototype]", "has no parameter"],
    ["filter[toString]=1", "filter[toString]", "has no parameter"],
    ["filter=1", "filter", "has no parameter"],
    ["=1", "", "has no parameter"],
  ])("%s is unknown", (text, parameter, sentence) => {
    const { errors } = query.read(text);
    expect(errors).toMatchObject([{ status: 400, code: "unknown_parameter", source: { parameter } }]);
    expect(errors[0]?.detail).toContain(sentence);
  });

  test.each([
    ["sort=%ff", "sort", "sort is not percent-encoded UTF-8."],
    ["%ff=1", "%ff", '"%ff" is not percent-encoded UTF-8.'],
    ["nope=%ff", "nope", 'has no parameter "nope"'],
  ])("tell what is not percent-encoded UTF-8: %s", (text, parameter, sentence) => {
    const { errors } = query.read(text);
    expect(errors).toMatchObject([{ status: 400, source: { parameter } }]);
    expect(errors[0]?.detail).toContain(sentence);
  });

  test.each(["filter[author]=1&filter%5Bauthor%5D=2", "include=author&filter[author]=1&include=&filter[author]=1"])(
    "tell a duplicate: %s",
    (text) => {
      const duplicate = { status: 400, code: "duplicate_parameter", source: { parameter: "filter[author]" } };
      expect(query.read(text).errors).toContainEqual(expect.objectContaining(duplicate));
    },
  );

  test.each([
    ["filter[author]=abc", 'filter[author] must be an integer, or null, not "abc".'],
    ["filter[published]=yes", 'filter[published] must be true or false, not "yes".'],
    ["filter[since]=2026-02-30", "filter[since] must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z"],
    ["filter[status]=gone", 'filter[status] must be one of draft, live, not "gone".'],
    ["filter[ids]=1,x", 'filter[ids] must be a comma-separated list, each item an integer, not "1,x".'],
    ["filter[uuid]=1", "filter[uuid]: Invalid UUID"],
  ])("say what %s should have been", (text, sentence) => {
    expect(query.read(text).errors[0]?.detail).toContain(sentence);
  });

  test("do not drown in what was sent", () => {
    const long = "x".repeat(5000);
    for (const text of [
      `${long}=1`,
      `filter[author]=${long}`,
      `include=${long}`,
      `sort=${long}`,
      `fields[articles]=${long}`,
      `${long}%ff=1`,
    ]) {
      const [problem] = query.read(text).errors;
      expect(JSON.stringify(problem).length, text.slice(0, 10)).toBeLessThan(1000);
    }
  });
});

describe("the schema of a parameter", () => {
  const parser = listQuery({ extra: { name: z.string().trim().min(5, "Too short").endsWith("!", "No mark") } });

  test("gives its output to the handler", () => {
    expect(parser.read("name=+hello!+").query.extra).toEqual({ name: "hello!" });
  });

  test("reports its issues in one sentence after the other", () => {
    expect(parser.read("name=ab").errors.map(({ detail }) => detail)).toEqual(["name: Too short; No mark"]);
  });
});

describe("the error of a parameter", () => {
  const detailOf = (options: DeclaredOptions, text: string, limits?: Partial<Limits>) =>
    listQuery(options, limits).read(text).errors;

  test("has a code and a detail, for any kind of parameter", () => {
    const options = { filter: { author: z.int().optional() } };
    expect(detailOf(options, "%ff=1&filter[author]=%ff")).toMatchObject([
      { code: "invalid_parameter", detail: '"%ff" is not percent-encoded UTF-8.', source: { parameter: "%ff" } },
      { code: "invalid_parameter", detail: "filter[author] is not percent-encoded UTF-8." },
    ]);
    expect(detailOf(options, "filter[author]=x")).toMatchObject([{ code: "invalid_parameter" }]);
    expect(detailOf(options, "filter[author]=1&filter[author]=2")).toMatchObject([
      { code: "duplicate_parameter", detail: "filter[author] may be sent only once." },
    ]);
    expect(detailOf({}, "a=1", { queryLength: 2 })).toMatchObject([{ title: "Query too long" }]);
  });

  test("is not reported after a hundred others", () => {
    const hundreds = (name: string) => Array.from({ length: 300 }, () => name);
    expect(detailOf({}, hundreds("nope=1").join("&"))).toHaveLength(100);
    expect(detailOf({}, `fields[articles]=${hundreds("nope").join(",")}`)).toHaveLength(100);
  });

  test("is a name cut after a hundred characters", () => {
    const parameterOf = (text: string) => detailOf({}, text)[0]?.source;
    expect(parameterOf("x".repeat(100))).toEqual({ parameter: "x".repeat(100) });
    expect(parameterOf("x".repeat(101))).toEqual({ parameter: `${"x".repeat(100)}…` });
  });

  test("is what is alike, and where there is none, all that there is", () => {
    const options = { filter: { author: z.int().optional(), since: z.date().optional() }, sort: ["title"] };
    const advice = (text: string, more: object = {}) => detailOf({ ...options, ...more }, text)[0]?.detail;
    expect(advice("filter[entirely_different]=1")).toBe(
      'articles.getMany has no parameter "filter[entirely_different]". It has "filter[author]" or "filter[since]".',
    );
    expect(advice("entirely_different=1")).toBe(
      'articles.getMany has no parameter "entirely_different". It has "filter[author]", "filter[since]", "sort", "include" or "fields[articles]".',
    );
    expect(advice("fields[entirely_different]=1")).toBe(
      'articles.getMany has no parameter "fields[entirely_different]". It has "fields[articles]".',
    );
    expect(advice("entirely_different=1", { sparse: false })).toContain('It has "filter[author]"');
    expect(advice("fields[articles]=title", { sparse: false })).toBe(
      "articles.getMany does not support sparse fieldsets.",
    );
  });
});

describe("the number of filters", () => {
  const filter = { a: z.int().optional(), b: z.int().optional(), c: z.int().optional() };
  const read = (text: string, filters: number) => listQuery({ filter, sort: ["x"] }, { filters }).read(text).errors;

  test("is bounded, where more are declared than may be given", () => {
    expect(read("filter[a]=1&filter[c]=1&sort=x", 2)).toEqual([]);
    expect(read("filter[a]=1&filter[b]=1&filter[c]=1", 3)).toEqual([]);
    expect(read("filter[a]=1&filter[b]=1&filter[c]=1", 2)).toMatchObject([
      {
        code: "invalid_parameter",
        detail: "The request has 3 filters; at most 2 are allowed.",
        source: { parameter: "filter" },
      },
    ]);
  });
});

describe("what an include may add", () => {
  const read = (text: string) =>
    listQuery({ include: ["author"], page: offsetPage() }, { included: 5 }).read(text).errors;

  test("is bounded by the rows that are asked for", () => {
    expect(read("include=author&page[limit]=5")).toEqual([]);
    expect(read("page[limit]=6")).toEqual([]);
    expect(read("include=author&page[limit]=6")).toMatchObject([
      { code: "invalid_parameter", source: { parameter: "include" } },
    ]);
  });

  test("is not judged where the query is wrong anyway", () => {
    expect(read("include=author&page[limit]=6&nope=1")).toMatchObject([{ code: "unknown_parameter" }]);
  });
});

test("every parameter tells what it takes", () => {
  const title = z.string().optional();
  const compiled = listQuery({
    filter: { title },
    sort: { title: true, created_at: "desc" },
    page: offsetPage({ limit: 20, maxLimit: 100 }),
    include: ["author__articles"],
    sparse: true,
  });
  const facts = Object.fromEntries(
    [...compiled.parameters].map((parameter) => [parameter.name, parameter.description]),
  );
  expect(facts).toEqual({
    "filter[title]": { takes: "value", schema: title, value: expect.objectContaining({ kind: "string" }) },
    "page[offset]": { takes: "integer", min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 },
    "page[limit]": { takes: "integer", min: 1, max: 100, fallback: 20 },
    sort: { takes: "sort", keys: ["title", "-title", "-created_at"], max: DEFAULT_LIMITS.sortKeys },
    include: { takes: "includes", names: ["author", "author.articles"], max: DEFAULT_LIMITS.includes },
    "fields[articles]": { takes: "fields", type: "articles", names: expect.arrayContaining(["title", "author"]) },
    "fields[users]": { takes: "fields", type: "users", names: ["username", "email", "articles"] },
  });
  const factsOf = (options: DeclaredOptions, name: string, limits?: Partial<Limits>) =>
    [...listQuery(options, limits).parameters].find((parameter) => parameter.name === name)?.description;
  expect(factsOf({ sort: z.string() }, "sort")).toEqual({ takes: "sort", keys: undefined, max: 10 });
  expect(factsOf({ include: ["author__articles"] }, "include", { includeDepth: 1, includes: 3 })).toEqual({
    takes: "includes",
    names: ["author"],
    max: 3,
  });
});

describe("the length of a query", () => {
  test("is bounded: nothing of a longer one is read", () => {
    const { errors } = query.read(`custom_thing=${"x".repeat(10_000)}`);
    expect(errors).toMatchObject([{ status: 400, code: "query_too_long" }]);
    expect(errors[0]?.detail).toBe("The query string has 10013 characters; at most 8192 are allowed.");
  });

  test("is bounded where the options say", () => {
    const short = listQuery({ extra: { a: z.string() } }, { queryLength: 5 });
    expect(short.read("a=123").errors).toEqual([]);
    expect(short.read("a=1234").errors).toMatchObject([{ code: "query_too_long" }]);
  });

  test("up to the limit is read fast, with any content", () => {
    const worst = [
      "a&".repeat(4096),
      `sort=${"x,".repeat(4000)}`,
      `fields[articles]=${"x,".repeat(4000)}`,
      "%".repeat(8192),
    ];
    const spent = cpuClock();
    for (const text of worst) expect(query.read(text).errors.length).toBeGreaterThan(0);
    expect(spent()).toBeLessThan(2000);
  });
});

test("a default is there without its parameter, also where it may be undefined", () => {
  const filter = { a: z.string().default("x"), b: z.string().default("y").optional(), c: z.string().optional() };
  expect(listQuery({ filter }).read("").query.filter).toEqual({ a: "x", b: "y", c: undefined });
});

describe("required parameters", () => {
  test.each<[name: string, schema: z.ZodType, missing: boolean]>([
    ["int", z.int(), true],
    ["nullable", z.int().nullable(), true],
    ["nonoptional", z.int().optional().nonoptional(), true],
    ["coerced", z.coerce.string(), true],
    ["optional", z.int().optional(), false],
    ["nullish", z.int().nullish(), false],
    ["default", z.int().default(1), false],
    ["prefault", z.int().prefault(1), false],
    ["catch", z.int().catch(1), false],
  ])("%s", (_name, schema, missing) => {
    const { errors } = listQuery({ filter: { a: schema } }).read("");
    expect(errors.map(({ code }) => code)).toEqual(missing ? ["missing_parameter"] : []);
  });
});

test("a write takes no list parameters", () => {
  const create = new QueryParser(
    operationSpec(articles, { kind: "createOne" }, { include: ["author"] }),
    blog,
    DEFAULT_LIMITS,
  );
  expect(create.read("include=author&fields[users]=username").errors).toEqual([]);
  const remove = new QueryParser(operationSpec(articles, { kind: "deleteOne" }), blog, DEFAULT_LIMITS);
  expect(remove.read("include=author").errors[0]?.detail).toBe(
    'articles.deleteOne has no parameter "include". It has none.',
  );
});

describe("a text that is sent again", () => {
  const getOne = () => {
    const operation = operationSpec(articles, { kind: "getOne" }, { include: ["author", "categories"] });
    return new QueryParser(operation, blog, DEFAULT_LIMITS);
  };

  test("is read once where it can hold nothing but include and fields, and nobody can change what it means", () => {
    const query = getOne();
    const text = "include=author&fields[articles]=title,author";
    const first = query.read(text);
    expect(query.read(text)).toBe(first);
    expect(first.query.include).toEqual({ author: true, categories: false });
    expect(first.query.fields.articles).toEqual(new Set(["title", "author"]));
    const { filter, extra, sort, include, fields } = first.query;
    for (const shared of [filter, extra, sort, include, fields]) expect(Object.isFrozen(shared)).toBe(true);
    const names = fields.articles as Set<string>; // as a handler without types has it
    for (const change of [() => names.add("content"), () => names.delete("title"), () => names.clear()]) {
      expect(change).toThrow(
        new TypeError("fields: this set is shared with other requests. Copy the set to change it."),
      );
    }
    expect([...names]).toEqual(["title", "author"]);
    expect(query.read("include=categories").query.include).toEqual({ author: false, categories: true });
    expect(query.read("").query.includeTree).toBeUndefined();
  });

  test("is read anew where it has values, a page or a mistake, or is long", () => {
    for (const options of [
      { filter: { id: z.int().optional() } },
      { extra: { a: z.string().optional() } },
      { sort: ["title"] },
      { page: offsetPage({ limit: 1, maxLimit: 2 }) },
      { page: {} },
    ] satisfies DeclaredOptions[]) {
      const query = listQuery(options);
      expect(query.read("")).not.toBe(query.read(""));
    }
    const query = getOne();
    for (const text of ["include=nope", `include=author${"&".repeat(200)}`]) {
      expect(query.read(text)).not.toBe(query.read(text));
    }
  });

  test("is forgotten when there are too many", () => {
    const query = getOne();
    const first = query.read("");
    for (let count = 1; count <= 100; count++) query.read("&".repeat(count));
    expect(query.read("")).not.toBe(first);
  });
});

describe("the query in an answer's own URL", () => {
  test.each([
    ["", ""],
    ["page[limit]=2&sort=title", "?page%5Blimit%5D=2&sort=title"],
    ["include=author,categories", "?include=author,categories"],
  ])("of %j is %j", (text, expected) => {
    expect(query.read(text).query.inUrl).toBe(expected);
  });
});
