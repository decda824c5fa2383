import { desc } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { cursorPage, NotFound, offsetPage, toMany, toOne, trestle } from "trestle";
import { compositeId, drizzleData, hasMany, manyToMany } from "trestle/drizzle";
import { z } from "zod";
import * as schema from "../schema.js";
import { MOST_COMMENTS, PAGE } from "../tables.js";

export interface Context {
  readonly db: NodePgDatabase;
}

export const t = trestle<Context>();
const data = drizzleData({ db: "db", tables: schema });

const authors = t.resource("authors", {
  id: z.int32(),
  attributes: { name: z.string(), email: z.string() },
  relationships: { articles: toMany("articles") },
});
const comments = t.resource("comments", { id: z.int32(), attributes: { text: z.string(), created_at: z.date() } });
const categories = t.resource("categories", { id: z.int32(), attributes: { name: z.string() } });
const articles = t.resource("articles", {
  id: z.int32(),
  attributes: { title: z.string(), body: z.string(), published: z.boolean(), created_at: z.date() },
  relationships: {
    author: toOne("authors").nullable(),
    comments: toMany("comments"),
    categories: toMany("categories"),
  },
});

const remarks = t.resource("remarks", { id: z.int32(), attributes: { text: z.string(), created_at: z.date() } });
const drafts = t.resource("drafts", {
  id: z.string(),
  attributes: { title: z.string(), body: z.string(), published: z.boolean(), created_at: z.date() },
  relationships: { origin: toOne("drafts", { id: z.string() }).nullable(), remarks: toMany("remarks") },
});

const orderBy = [{ field: "created_at", order: "desc" }] as const;
const authorSource = data.source(authors, { relationships: { articles: hasMany(schema.articles.author_id) } });
data.source(comments, {});
data.source(categories, {});
const source = data.source(articles, {
  relationships: {
    comments: hasMany(schema.comments.article_id, { orderBy: desc(schema.comments.created_at), limit: MOST_COMMENTS }),
    categories: manyToMany(schema.articleCategories),
  },
  orderBy,
});

data.source(remarks, {});
const { org, draft_no, created_at } = schema.remarks;
const draftSource = data.source(drafts, {
  columns: { origin: compositeId(schema.drafts.org, schema.drafts.origin_no) },
  relationships: { remarks: hasMany([org, draft_no], { orderBy: desc(created_at), limit: MOST_COMMENTS }) },
});

const filter = { author__name: z.string().optional(), categories__name: z.string().optional() };
const include = ["author", "comments", "categories"] as const;

export const list = articles.getMany({ filter, include, page: offsetPage({ limit: PAGE }) }, (args) =>
  source.getMany(args, { count: false }),
);
export const listByCursor = articles.getMany(
  { filter: { id__in: z.array(z.int32()).optional() }, include, page: cursorPage({ size: PAGE }) },
  source.getMany,
);
export const get = articles.getOne({ include, errors: [NotFound] }, source.getOne);
const listOfAuthor = authorSource.getRelated("articles");
export const related = authors.getRelated(
  "articles",
  { page: offsetPage({ limit: PAGE }), errors: [NotFound] },
  (args) => listOfAuthor(args, { count: false, orderBy }),
);

const ofDraft = ["origin", "remarks"] as const;
export const listDrafts = drafts.getMany(
  { filter: { id__in: z.array(z.string()).optional() }, include: ofDraft, page: cursorPage({ size: PAGE }) },
  draftSource.getMany,
);
export const getDraft = drafts.getOne({ include: ofDraft, errors: [NotFound] }, draftSource.getOne);

const others = { comments: comments.routes(), categories: categories.routes() };
export const api = t.router({
  articles: articles.routes(list, get),
  authors: authors.routes(related),
  drafts: drafts.routes(listDrafts, getDraft),
  remarks: remarks.routes(),
  ...others,
});
/** The same list in pages by cursor, because a list has one kind of page. */
export const apiByCursor = t.router({ articles: articles.routes(listByCursor), authors: authors.routes(), ...others });
