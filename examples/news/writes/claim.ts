import { isNull } from "drizzle-orm";
import { Conflict, NotFound } from "trestle";
import * as schema from "../schema.js";
import { articles, source } from "./articles.js";

export const claim = articles.command(
  { errors: [Conflict, NotFound] },
  async ({ id, ctx }) => {
    await source.editOne(
      { ctx, id },
      {
        values: { author_id: ctx.user },
        when: isNull(schema.articles.author_id),
        stale: () => new Conflict("The article already has an author."),
      },
    );
  },
);
