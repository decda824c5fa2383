import { cursorPage, NotFound } from "trestle";
import { z } from "zod";
import { data, t } from "../data.js";

export const comments = t.resource("comments", {
  id: z.int32(),
  attributes: { text: z.string(), created_at: z.date() },
});

const source = data.source(comments, {});

export const commentRoutes = comments.routes(
  comments.getMany(
    { sort: ["created_at"], page: cursorPage({ size: 50 }) },
    source.getMany,
  ),
  comments.getOne({ errors: [NotFound] }, source.getOne),
);
