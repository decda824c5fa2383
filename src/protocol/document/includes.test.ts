import { describe, expect, test } from "vitest";
import { blog } from "../fixtures/specs.js";
import { writeDocument } from "../fixtures/writers.js";
import { includeTree } from "../../wire/include-path.js";
import { MAX_SEARCHED } from "../max-searched.js";
import { RowError } from "./row-error.js";

const AT = new Date(0);
const article = (id: number, members: object = {}) => ({
  id,
  title: `t${id}`,
  content: "c",
  published: true,
  created_at: AT,
  author: null,
  ...members,
});
const user = (id: number, members: object = {}) => ({ id, username: `u${id}`, email: "e", ...members });

function write(data: unknown, paths: string[][], included?: Record<string, object[]>) {
  return writeDocument(blog, "articles", data, { includeTree: includeTree(paths), included });
}

describe("nested rows of one resource", () => {
  test("are merged: the first value wins", () => {
    const rows = [
      article(1, { author: { id: 7, username: "first" } }),
      article(2, { author: user(7, { username: "second", email: "e2" }) }),
    ];
    expect(write(rows, [["author"]]).included).toEqual([
      { type: "users", id: "7", attributes: { username: "first", email: "e2" } },
    ]);
  });

  test("unite their to-many linkage", () => {
    const rows = [
      article(1, { author: user(7, { articles: [1] }) }),
      article(2, { author: user(7, { articles: [1, 2] }) }),
    ];
    const [author] = write(rows, [["author"]]).included;
    expect(author.relationships.articles.data).toEqual([
      { type: "articles", id: "1" },
      { type: "articles", id: "2" },
    ]);
  });

  test("unite what they include, too", () => {
    const rows = [
      article(1, { author: user(7, { articles: [article(8)] }) }),
      article(2, { author: user(7, { articles: [article(9)] }) }),
    ];
    const keys = write(rows, [["author", "articles"]]).included.map(
      (r: { type: string; id: string }) => `${r.type} ${r.id}`,
    );
    expect(keys.sort()).toEqual(["articles 8", "articles 9", "users 7"]);
  });

  test("are read once each, however many there are", () => {
    let reads = 0;
    const authors = Array.from({ length: 3 * MAX_SEARCHED }, (_, index) => ({
      ...user(7),
      get articles() {
        reads++;
        return [index + 1];
      },
    }));
    const rows = [...authors, ...authors].map((author, index) => article(index + 1, { author }));
    const [author] = write(rows, [["author"]]).included;
    expect(author.relationships.articles.data).toHaveLength(authors.length);
    expect(reads).toBe(authors.length);
  });

  test("that disagree about a to-one link the first, and include no other", () => {
    const rows = [
      article(1, { author: user(7, { articles: [article(9, { author: user(3) })] }) }),
      article(9, { author: user(4, { articles: [] }) }),
      article(5, { author: user(7, { articles: [article(9, { author: user(5) })] }) }),
    ];
    const { data, included } = write(rows, [["author", "articles", "author"]]);
    const ids = included.filter(({ type }: { type: string }) => type === "users").map(({ id }: { id: string }) => id);
    const linked = [...data, ...included].map((resource) => resource.relationships?.author?.data?.id);
    for (const id of ids) expect(linked).toContain(id);
  });

  test("fill in what the primary row lacks, and are not included", () => {
    const primary = {
      id: 1,
      title: "t1",
      content: "c",
      published: true,
      author: user(7, { articles: [article(1, { title: "other" })] }),
    };
    const { data, included } = write(primary, [["author", "articles"]]);
    expect(data.attributes).toEqual({ title: "t1", content: "c", published: true, created_at: AT.toISOString() });
    expect(included.map(({ type }: { type: string }) => type)).toEqual(["users"]);
  });

  test("may be objects of a class, whose columns are accessors", () => {
    class User {
      constructor(readonly column: string | undefined) {}
      get id() {
        return 7;
      }
      get username() {
        return this.column;
      }
      get email() {
        return "e";
      }
    }
    const rows = [article(1, { author: new User(undefined) }), article(2, { author: new User("ann") })];
    expect(write(rows, [["author"]]).included[0].attributes).toEqual({ username: "ann", email: "e" });
  });
});

describe("many rows of one resource", () => {
  const shared = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      article(at, { author: { id: 7, ...(at === count - 1 && { email: "e" }) } }),
    );

  test("are looked through for what the first ones lack, however many they are", () => {
    for (const count of [2, 7, 8, 9, 20]) {
      const rows = shared(count);
      const username = { username: "late" };
      const { included } = write([...rows, ...rows, article(99, { author: { id: 7, ...username } })], [["author"]]);
      expect(included).toEqual([{ type: "users", id: "7", attributes: { username: "late", email: "e" } }]);
    }
  });

  test("are followed once each", () => {
    let reads = 0;
    const author = {
      id: 7,
      username: "a",
      email: "e",
      get articles() {
        reads++;
        return [];
      },
    };
    write(
      Array.from({ length: 30 }, (_, at) => article(at, { author })),
      [["author", "articles"]],
    );
    expect(reads).toBeLessThan(10);
  });

  test("may disagree about a to-one: those that agree with the first are heard", () => {
    const rows = [
      article(1, { author: user(7, { articles: [article(9, { author: 3 })] }) }),
      article(2, { author: user(7, { articles: [article(9, { author: { id: 3, username: "x", email: "y" } })] }) }),
    ];
    const { included } = write(rows, [["author", "articles", "author"]]);
    const keys = included.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`);
    expect(keys.sort()).toEqual(["articles 9", "users 3", "users 7"]);
  });
});

describe("rows that hold each other", () => {
  test("in circles end", () => {
    const one: Record<string, unknown> = article(1);
    const author = user(7, { articles: [one] });
    one.author = author;
    const { data, included } = write([one], [["author", "articles", "author"]]);
    expect(data).toHaveLength(1);
    expect(included).toHaveLength(1);
    expect(included[0].relationships.articles.data).toEqual([{ type: "articles", id: "1" }]);
  });

  test("and themselves end", () => {
    const self: Record<string, unknown> = user(7);
    self.articles = [article(1, { author: self })];
    expect(write(article(2, { author: self }), [["author", "articles", "author", "articles"]]).included).toHaveLength(
      2,
    );
  });

  test("in a long chain of the same include are found", () => {
    let author: object = user(0);
    for (let id = 1; id < 2000; id++) author = user(id, { articles: [] });
    expect(write(article(1, { author }), [["author"]]).included).toHaveLength(1);
  });
});

describe("rows given beside", () => {
  test("are included where something asked for links them, the rest dropped", () => {
    const { included } = write([article(1, { author: 7 })], [["author"]], {
      users: [user(7), user(8)],
      categories: [{ id: 1 }],
    });
    expect(included.map(({ type, id }: { type: string; id: string }) => [type, id])).toEqual([["users", "7"]]);
  });

  test("are believed after nested ones", () => {
    const { included } = write([article(1, { author: { id: 7, username: "nested" } })], [["author"]], {
      users: [user(7)],
    });
    expect(included[0].attributes).toEqual({ username: "nested", email: "e" });
  });

  test("of a type that nothing reaches are a mistake", () => {
    expect(() => write([], [["author"]], { nothing: [] })).toThrow(
      'respond: included has rows of "nothing", but no declared include leads to that type. Allowed types: articles, users, categories.',
    );
  });
});

describe("an include that was asked for", () => {
  test.each<[name: string, row: object, paths: string[][], message: string]>([
    [
      "a target that is nowhere",
      article(1, { author: 7 }),
      [["author"]],
      'The row of articles 1 does not fit its declaration: "author" contains only the id of users 7, but include=author needs its row. Nest the row, or return it in included.',
    ],
    [
      "linkage that is missing",
      article(1),
      [["categories"]],
      'The row of articles 1 does not fit its declaration: "categories" is missing, but the request includes it.',
    ],
    [
      "a required to-one that is missing",
      article(1, { author: undefined }),
      [["author"]],
      'articles 1 does not fit its declaration: "author" is missing',
    ],
    [
      "linkage that is missing deeper",
      article(1, { author: user(7) }),
      [["author", "articles"]],
      'The row of users 7 does not fit its declaration: "articles" is missing, but the request includes it.',
    ],
    [
      "a nested row that does not fit",
      article(1, { author: { id: 7, username: 1, email: "e" } }),
      [["author"]],
      'The row of users 7 does not fit its declaration: "username" is the number 1, not a string.',
    ],
    [
      "a nested row without an id",
      article(1, { author: { username: "a" } }),
      [["author"]],
      '"id" is undefined, not an integer.',
    ],
    ["null in a to-many", article(1, { categories: [null] }), [["categories"]], "does not fit its declaration"],
    [
      "a to-many that is not a list",
      article(1, { categories: 3 }),
      [["categories"]],
      '"categories" is the number 3, not an array.',
    ],
  ])("and lacks %s is an error that names it", (_name, row, paths, message) => {
    expect(() => write(row, paths)).toThrow(RowError);
    expect(() => write(row, paths)).toThrow(message);
  });

  test("may be empty", () => {
    const { data, included } = write([article(1, { author: null, categories: [] })], [["author"], ["categories"]]);
    expect(included).toEqual([]);
    expect(data[0].relationships).toEqual({ author: { data: null }, categories: { data: [] } });
  });

  test("gives no property where fields leave its relationship out", () => {
    const parts = { includeTree: includeTree([["author"]]), fields: { articles: new Set(["title"]) } };
    const { data, included } = writeDocument(blog, "articles", article(1, { author: user(7) }), parts);
    expect(data).toEqual({ type: "articles", id: "1", attributes: { title: "t1" } });
    expect(included).toHaveLength(1);
  });
});
