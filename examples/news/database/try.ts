import type { ApiOf } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { t } from "../data.js";
import { db } from "../db.js";
import { articleRoutes } from "./columns.js";
import { tagRoutes } from "./tags.js";

const api = t.router({ articles: articleRoutes, tags: tagRoutes });
interface Api extends ApiOf<typeof api> {}
const fetch = fetchHandler(api, {
  context: t.context(() => ({ db, user: 1 })),
});
export const client = createClient<Api>({ url: "http://localhost", fetch });

const [longest] = await client.articles.list().sort("-length");
console.log(longest?.length, longest?.keywords); // 29 []
console.log((await client.tags.list()).meta.articles);
// [{ name: "databases", articles: 2 }, { name: "http", articles: 2 }]
