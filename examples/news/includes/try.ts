import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { t } from "../data.js";
import { db } from "../db.js";
import { type Api, api } from "./api.js";

export const fetch = fetchHandler(api, {
  context: t.context(() => ({ db, user: 1 })),
});
export const client = createClient<Api>({ url: "http://localhost", fetch });

const article = await client.articles.get(1).include("comments");
console.log(article.comments.map(({ text }) => text));
// ["Comment 5", "Comment 4", "Comment 3"]
console.log(article.comment_count); // 5
