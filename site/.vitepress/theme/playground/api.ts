import {
  type ApiOf,
  NotFound,
  offsetPage,
  toMany,
  toOne,
  trestle,
} from "trestle";
import { memoryData } from "trestle/memory";
import { z } from "zod";
import {
  articleRows,
  categoryRows,
  userRows,
} from "./rows.js";

const t = trestle();

const users = t.resource("users", {
  id: z.int(),
  attributes: { username: z.string(), email: z.email() },
});

const categories = t.resource("categories", {
  id: z.int(),
  attributes: { name: z.string() },
});

const articles = t.resource("articles", {
  id: z.int(),
  attributes: {
    title: z.string().min(1, "An article needs a title."),
    content: z.string(),
    published: z.boolean(),
    created_at: z.date(),
    version: z.int(),
  },
  relationships: {
    author: toOne("users").nullable(),
    categories: toMany("categories", { linkage: true }),
  },
  createFields: ["title", "content", "published", "author"],
  editFields: ["title", "content", "published", "author"],
  version: "version",
});

/** Each call makes the API with the first rows. */
export function newApi() {
  const data = memoryData();
  const userSource = data.source(users, { rows: userRows });
  const categorySource = data.source(categories, {
    rows: categoryRows,
  });
  const articleSource = data.source(articles, {
    // A new field needs a value in each row:
    // articleRows.map((row) => ({ ...row, subtitle: "…" }))
    rows: articleRows,
    unique: [["title"]],
    violations: {
      title: "Another article has this title.",
    },
    filters: { category: "categories" },
    values: () => ({ created_at: new Date(), version: 1 }),
  });

  const include = ["author", "categories"] as const;

  const publish = articles.command(
    { returns: articles, errors: [NotFound] },
    ({ ctx, id }) =>
      articleSource.editOne(
        { ctx, id },
        { values: { published: true } },
      ),
  );

  return t.router(
    {
      articles: articles
        .routes(
          articles.getMany(
            {
              filter: {
                title__contains: z.string().optional(),
                author: articles
                  .ref("author")
                  .nullable()
                  .optional(),
                published: z.boolean().optional(),
                category: articles
                  .ref("categories")
                  .optional(),
              },
              sort: ["title", "created_at"],
              page: offsetPage({
                limit: 20,
                maxLimit: 100,
              }),
              include,
            },
            articleSource.getMany,
          ),
          articles.getOne(
            { include, errors: [NotFound] },
            articleSource.getOne,
          ),
          articles.createOne({}, articleSource.createOne),
          articles.editOne({}, articleSource.editOne),
          articles.deleteOne({}, articleSource.deleteOne),
        )
        .actions({ publish }),
      users: users.routes(
        users.getMany(
          { sort: ["username"] },
          userSource.getMany,
        ),
      ),
      categories: categories.routes(
        categories.getMany(
          { sort: ["name"] },
          categorySource.getMany,
        ),
      ),
    },
    { transaction: data.transaction },
  );
}

export interface Api
  extends ApiOf<ReturnType<typeof newApi>> {}
