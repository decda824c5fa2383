import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Conflict, createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { type Api, api, t } from "./api.js";
import { connect } from "./setup/connect.js";

const { db, close } = await connect();
after(close); // an open database would keep the process alive
const handle = fetchHandler(api, { prefix: "/api", context: t.context(() => ({ db })) });
const client = createClient<Api>({ url: "http://localhost/api", fetch: handle });

test("an article arrives with its author and its date", async () => {
  const { id } = await client.articles.create({ title: "The harbour at night", author: 1 });
  const article = await client.articles.get(id).include("author");
  assert.equal(article.author?.name, "Ann");
  assert.ok(article.created_at instanceof Date);
});

test("a second article with the same title is refused, and the error names the field", async () => {
  await client.articles.create({ title: "Taken", author: null });
  const { error } = await client.articles.create({ title: "Taken", author: null }).safe();
  assert.ok(error instanceof Conflict);
  assert.ok(error.fields.title);
});

test("an edit of an old version changes nothing", async () => {
  const old = await client.articles.create({ title: "Draft", author: null });
  await client.articles.update(old, { title: "By Ann" });
  const { error } = await client.articles.update(old, { title: "By Ben" }).safe();
  assert.equal(error?.status === 412 && error.current.title, "By Ann");
});
