import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { type Api, api } from "./api.js";

const client = createClient<Api>({ url: "http://localhost/api", fetch: fetchHandler(api, { prefix: "/api" }) });

test("a list contains what was created", async () => {
  const { id } = await client.notes.create({ text: "Call Ann" });
  const found = await client.notes.list().filter({ text__contains: "Ann" });
  assert.deepEqual(
    found.map((note) => note.id),
    [id],
  );
});

test("an id that does not exist is a 404", async () => {
  const { error } = await client.notes.get(99).safe();
  assert.equal(error?.status, 404);
});
