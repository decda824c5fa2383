import { NotFound, offsetPage, toMany, toOne } from "trestle";
import { z } from "zod";
import { data } from "./data.js";
import { text } from "./text.js";
import { t } from "./trestle.js";

// The columns stand here by hand, so that this file shows all that the API promises.
// `tableResource` of trestle/drizzle takes them from the table: see examples/hono-bookings/api.ts.

/** What a client may write. The rest is the server's. */
const written = ["title", "content", "published", "author", "categories"] as const;

export const articles = t.resource("articles", {
  attributes: {
    title: text.min(1, "An article needs a title.").max(200, "A title has at most 200 characters."),
    content: text,
    published: z.boolean().default(false),
    created_at: z.date(),
    /**
     * Counts the changes. A client that sends the version that it read gets a 412 if the article
     * has changed since.
     */
    version: z.int(),
  },
  relationships: {
    author: toOne("users").nullable(),
    // Each response has their ids, also without `include`.
    categories: toMany("categories", { linkage: true }),
  },
  createFields: written,
  editFields: written,
  version: "version",
});

const source = data.source(articles, {
  // The filter `category` below is about this relationship.
  filters: { category: "categories" },
  // What the error says if this constraint refuses a write.
  violations: { articles_title_unique: "Another article has this title." },
});

const include = ["author", "categories", "author__articles"] as const;

/**
 * How articles are filtered, sorted, paged and included: in the list of all, of one user, and of
 * one category.
 */
export const articleQuery = {
  filter: {
    title__contains: text.optional(),
    author: articles.ref("author").nullable().optional(), // null: those without an author
    published: z.boolean().optional(),
    category: articles.ref("categories").optional(),
  },
  sort: ["title", "created_at"],
  page: offsetPage({ limit: 20, maxLimit: 100 }),
  include,
} as const;

/** A second time, it changes nothing: it returns the article with the version that it has. */
export const publish = articles.command(
  {
    returns: articles,
    errors: [NotFound],
    summary: "Publish one of the articles",
    // In the example of the response at /api/docs.
    pathOperation: { "x-example": { published: true } },
  },
  async ({ ctx, id }) => {
    const now = await source.getOne({ ctx, id }); // throws NotFound
    return now.data.published ? now : source.editOne({ ctx, id }, { values: { published: true } });
  },
);

export const articleRoutes = source
  .routes({
    getMany: articleQuery,
    getOne: { include },
    createOne: { include, idempotent: true },
    editOne: { include },
    deleteOne: true,
    getRelated: { author: true, categories: { sort: ["name"] } },
    changeRelationship: { author: true, categories: true },
  })
  .actions({ publish });
