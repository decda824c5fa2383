import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { db } from "../db.js";
import { type Api, api } from "./api.js";
import { t } from "./data.js";

const fetch = fetchHandler(api, {
  context: t.context(() => ({ db, user: 2 })),
});
export const client = createClient<Api>({ url: "http://localhost", fetch });

const { error } = await client.articles
  .create({ title: "Indexes", body: "…" })
  .safe();
console.log(error?.status); // 409
console.log(error?.fields.title); // ["Another article has this title."]
