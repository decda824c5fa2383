import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { t } from "../data.js";
import { db } from "../db.js";
import { type Api, api } from "./api.js";

const fetch = fetchHandler(api, {
  context: t.context(() => ({ db, user: 1 })),
});
export const client = createClient<Api>({ url: "http://localhost", fetch });

const found = await client.articles
  .list()
  .filter({ tags__name__in: ["databases"] })
  .include("author", "comments", "tags")
  .sort("created");
console.log(
  found.map(
    ({ title, author }) => `${title} by ${author?.name ?? "nobody"}`,
  ),
);
// ["Indexes by Ann", "100% typed by nobody"]

const article = await client.articles.create({
  title: "Joins",
  body: "…",
  author: 1,
  tags: [1],
});
await client.articles.relationship(article.id, "tags").add([2]);
console.log(
  (await client.articles.get(article.id)).tags.map(({ id }) => id),
); // ["1", "2"]
