import { sql } from "drizzle-orm";
import { mapped, tableResource } from "trestle/drizzle";
import { z } from "zod";
import { data, t } from "../data.js";
import * as schema from "../schema.js";

const articles = tableResource(t, "articles", schema.articles, {
  pick: ["title"],
  // Their columns are below.
  attributes: {
    text: z.string().max(10_000),
    keywords: z.array(z.string()),
    length: z.int(),
  },
});

const source = data.source(articles, {
  columns: {
    // A column with another name.
    text: schema.articles.body,
    // A value in another form. null stays null.
    // Filters and sorts use the stored text.
    keywords: mapped(schema.articles.keywords, {
      read: (text) => (text === "" ? [] : text.split(",")),
      write: (keywords: string[]) => keywords.join(","),
    }),
    // Computed: clients read it, filter and sort by it, but do not write it.
    length: sql<number>`length(${schema.articles.body})`,
  },
});

export const articleRoutes = source.routes({
  getMany: { filter: { length__gt: z.int().optional() }, sort: ["length"] },
});
