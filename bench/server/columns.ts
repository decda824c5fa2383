import { articles } from "./data.js";

/** How a contender is spoken to, and what it answers. */
export type Dialect = "json:api" | "plain" | "trpc" | "superjson";

export interface Sent {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly contentType?: string;
  readonly body?: string;
}

/** One request that every contender gets, each in its dialect. */
export interface Column {
  readonly name: string;
  readonly title: string;
  readonly requests: Readonly<Record<Dialect, Sent>>;
  /** Requests in one round: enough for some tens of milliseconds of CPU. */
  readonly count: number;
}

const created = {
  title: 'A new "article", for Åsa',
  content: articles[10]?.content ?? "",
  published: true,
  author: 7,
  categories: [3, 4],
};

const identifier = (type: string) => (id: number) => ({ type, id: `${id}` });

const document = {
  data: {
    type: "articles",
    attributes: { title: created.title, content: created.content, published: created.published },
    relationships: {
      author: { data: identifier("users")(created.author) },
      categories: { data: created.categories.map(identifier("categories")) },
    },
  },
};

/** The fields that the created article must show. */
export { created };

export const columns: readonly Column[] = [
  {
    name: "list25",
    title: "list 25, two includes",
    count: 400,
    requests: {
      "json:api": get("/api/articles?include=author,categories&page%5Boffset%5D=25&page%5Blimit%5D=25"),
      plain: get("/api/articles?include=author,categories&offset=25&limit=25"),
      ...procedure("articles.list", { include: ["author", "categories"], offset: 25, limit: 25 }),
    },
  },
  {
    name: "getOne",
    title: "get one, include",
    count: 1200,
    requests: {
      "json:api": get("/api/articles/42?include=author"),
      plain: get("/api/articles/42?include=author"),
      ...procedure("articles.get", { id: 42, include: ["author"] }),
    },
  },
  {
    name: "create",
    title: "create",
    count: 1000,
    requests: {
      "json:api": post("/api/articles", "application/vnd.api+json", document),
      plain: post("/api/articles", "application/json", created),
      trpc: post("/api/articles.create", "application/json", created),
      superjson: post("/api/articles.create", "application/json", { json: created }),
    },
  },
  {
    name: "list100",
    title: "list 100, one field",
    count: 500,
    requests: {
      "json:api": get("/api/articles?fields%5Barticles%5D=title&page%5Blimit%5D=100"),
      plain: get("/api/articles?fields=title&limit=100"),
      ...procedure("articles.list", { fields: ["title"], limit: 100 }),
    },
  },
  {
    name: "invalid",
    title: "invalid query",
    count: 1200,
    requests: {
      "json:api": get("/api/articles?sort=nope&page%5Blimit%5D=abc"),
      plain: get("/api/articles?sort=nope&limit=abc"),
      ...procedure("articles.list", { sort: "nope", limit: "abc" }),
    },
  },
];

function get(path: string): Sent {
  return { method: "GET", path };
}

function post(path: string, contentType: string, body: object): Sent {
  return { method: "POST", path, contentType, body: JSON.stringify(body) };
}

function procedure(name: string, input: object): Record<"trpc" | "superjson", Sent> {
  const call = (value: object) => get(`/api/${name}?input=${encodeURIComponent(JSON.stringify(value))}`);
  return { trpc: call(input), superjson: call({ json: input }) };
}
