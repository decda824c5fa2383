import { toOne } from "trestle";
import { tableResource } from "trestle/drizzle";
import * as schema from "../schema.js";
import { data, t } from "./data.js";

export const articles = tableResource(t, "articles", schema.articles, {
  pick: ["title", "body"],
  relationships: { author: toOne("users").nullable() },
  createFields: ["title", "body", "author"],
  editFields: ["title", "body"],
});

export const source = data.source(articles, {
  // In the schema: unique("articles_title").
  violations: { articles_title: "Another article has this title." },
});

export const simpleRoutes = source.routes({
  createOne: true,
  editOne: true,
});
