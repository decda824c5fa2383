import { gt, ne, sql } from "drizzle-orm";
import { cursorPage } from "trestle";
import { tableResource } from "trestle/drizzle";
import { z } from "zod";
import { data, t } from "../data.js";
import * as schema from "../schema.js";

const comments = tableResource(t, "comments", schema.comments, {
  pick: ["text", "created_at"],
});
const source = data.source(comments, {});

const listComments = comments.getMany(
  { filter: { days: z.int().optional() }, page: cursorPage({ size: 50 }) },
  (args) =>
    source.getMany(args, {
      filter: {
        days: (days) =>
          gt(
            schema.comments.created_at,
            sql`now() - ${days} * interval '1 day'`,
          ),
      },
      where: ne(schema.comments.text, ""),
      orderBy: [{ field: "created_at", order: "desc" }],
    }),
);

export const commentRoutes = source.routes({ getOne: true }, listComments);
