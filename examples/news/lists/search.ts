import { sql } from "drizzle-orm";
import { offsetPage } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { anyOf } from "trestle/source";
import { z } from "zod";
import * as schema from "../schema.js";
import { articles } from "./articles.js";
import { filter, sort } from "./related-filters.js";

// Its own `data`, because `articles.ts` has a source of the same resource.
export const data = drizzleData({ db: "db", tables: schema });

const source = data.source(articles, {
  filters: {
    tag: "tags", // another name for a filter that exists
    // The text is in the title or in the author's name.
    search: anyOf("title__contains", "author__name__contains"),
    q: (text: string) =>
      sql`to_tsvector('english',
          ${schema.articles.title} || ' ' || ${schema.articles.body})
        @@ websearch_to_tsquery('english', ${text})`,
  },
  sorts: {
    activity: sql<Date>`(select max(${schema.comments.created_at})
      from ${schema.comments}
      where ${schema.comments.article_id} = ${schema.articles.id})`,
  },
});

export const searchRoutes = source.routes({
  getMany: {
    filter: {
      ...filter,
      tag: articles.ref("tags").optional(),
      search: z.string().optional(),
      q: z.string().optional(),
    },
    sort: ["title", "activity", ...sort],
    page: offsetPage(),
  },
});
