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
  .filter({ title__contains: "in" })
  .sort("-created_at")
  .page({ limit: 1 });
console.log(found.map(({ title }) => title)); // ["Caching"]
console.log(found.meta.total); // 2
