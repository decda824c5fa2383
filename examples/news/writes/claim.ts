import { eq } from "drizzle-orm";
import { NotFound } from "trestle";
import * as schema from "../schema.js";
import { articles, source } from "./articles.js";

export const claim = articles.command(
  { errors: [NotFound] },
  async ({ id, ctx }) => {
    await source.editOne(
      { ctx, id },
      {
        values: { author_id: ctx.user },
        when: eq(schema.articles.version, 1),
      },
    );
  },
);
