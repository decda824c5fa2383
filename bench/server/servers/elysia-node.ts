import { node } from "@elysiajs/node";
import { Elysia, t } from "elysia";
import { type Article, store } from "../data.js";
import { plainArticle } from "../peers/shape.js";

const include = t.Optional(t.String({ pattern: "^((author|categories)(,(author|categories))*)?$" }));
const fields = t.Optional(t.String({ pattern: "^((title|content|published|created_at|author|categories)(,|$))*$" }));

const oneQuery = t.Object({ include, fields }, { additionalProperties: false });
const listQuery = t.Object(
  {
    titleContains: t.Optional(t.String()),
    author: t.Optional(t.Integer()),
    sort: t.Optional(
      t.Union([t.Literal("title"), t.Literal("-title"), t.Literal("created_at"), t.Literal("-created_at")]),
    ),
    offset: t.Integer({ minimum: 0, default: 0 }),
    limit: t.Integer({ minimum: 1, maximum: 100, default: 20 }),
    include,
    fields,
  },
  { additionalProperties: false },
);

const newArticle = t.Object({
  title: t.String({ minLength: 1, maxLength: 200 }),
  content: t.String(),
  published: t.Boolean({ default: false }),
  author: t.Integer(),
  categories: t.Array(t.Integer(), { default: [] }),
});

/** Validated by their patterns. */
function asked(query: { include?: string | undefined; fields?: string | undefined }) {
  return {
    include: query.include?.split(",") as ("author" | "categories")[] | undefined,
    fields: query.fields?.split(",") as (keyof Article)[] | undefined,
  };
}

export async function start(port: number): Promise<void> {
  await new Promise<void>((resolve) => {
    new Elysia({ adapter: node() })
      .get(
        "/api/articles",
        async ({ query }) => {
          const { rows, total } = store.list(query);
          const shape = asked(query);
          return { data: rows.map((row) => plainArticle(row, shape)), total };
        },
        { query: listQuery },
      )
      .get(
        "/api/articles/:id",
        async ({ params, query, status }) => {
          const article = store.find(params.id);
          return article === undefined ? status(404, { error: "not found" }) : plainArticle(article, asked(query));
        },
        { params: t.Object({ id: t.Integer({ minimum: 1 }) }), query: oneQuery },
      )
      .post(
        "/api/articles",
        async ({ body, query, status }) => {
          const article = store.create(body);
          return article === undefined
            ? status(404, { error: "not found" })
            : status(201, plainArticle(article, asked(query)));
        },
        { body: newArticle, query: oneQuery },
      )
      .listen({ port, hostname: "127.0.0.1" }, () => resolve());
  });
}
