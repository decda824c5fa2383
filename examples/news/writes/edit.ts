import { isNull } from "drizzle-orm";
import { Conflict, NotFound, UnprocessableContent } from "trestle";
import * as schema from "../schema.js";
import { articles, source } from "./articles.js";

export const editArticle = articles.editOne(
  { errors: [Conflict, NotFound, UnprocessableContent] },
  (args) =>
    source.editOne(args, {
      when: isNull(schema.articles.author_id),
      stale: () =>
        new Conflict(
          "Only articles without an author may be changed here.",
        ),
    }),
);
