import { Conflict, NotFound, UnprocessableContent } from "trestle";
import * as schema from "../schema.js";
import { articles, source } from "./articles.js";
import { data } from "./data.js";

export const createArticle = articles.createOne(
  { errors: [Conflict, NotFound, UnprocessableContent] },
  (args) =>
    data.transaction(args, async (ctx) => {
      const article = await source.createOne({ ...args, ctx });
      await ctx.db
        .insert(schema.comments)
        .values({ text: "First!", article_id: article.data.id });
      return article;
    }),
);
