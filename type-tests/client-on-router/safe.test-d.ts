import {
  Conflict,
  createClient,
  type Item,
  NotFound,
  type ResponseError,
  type Unauthorized,
  Unexpected,
} from "trestle/client";
import { expectTypeOf, test } from "vitest";
import type { Api } from "./newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

test("safe gives data or an error, told apart by either", async () => {
  const result = await client.articles.get(1, { include: ["author"] }).safe();
  if (result.error) expectTypeOf(result.data).toEqualTypeOf<undefined>();
  else expectTypeOf(result.data).toEqualTypeOf<Item<Api, "articles", "author">>();
  const related = await client.articles.related(1, "author").safe();
  if (!related.error) expectTypeOf(related.data).toEqualTypeOf<Item<Api, "users"> | null>();
  const removed = await client.articles.delete(1).safe();
  if (!removed.error) expectTypeOf(removed.data).toEqualTypeOf<void>();
});

test("what an operation declares is in its error, own classes among them", async () => {
  const { error } = await client.articles
    .create({ title: "", content: "", created_at: "", token: "", author: null, owner: 1 })
    .safe();
  if (error?.code === "title_taken") expectTypeOf(error).toEqualTypeOf<Conflict<"title_taken">>();
  if (error?.code === "conflict") expectTypeOf(error).toEqualTypeOf<Conflict<"conflict">>();
  if (error instanceof Conflict) {
    expectTypeOf(error.code).toEqualTypeOf<"title_taken" | "conflict" | "type_mismatch" | "id_mismatch">();
  }
  if (error?.status === 422) expectTypeOf(error.fields.title).toEqualTypeOf<readonly string[] | undefined>();
  expectTypeOf(error?.detail).toEqualTypeOf<string | undefined>();
  // @ts-expect-error not declared
  if (error?.status === 401) error;

  const removed = await client.articles.delete(1).safe();
  if (removed.error?.status === 410) expectTypeOf(removed.error).toEqualTypeOf<ResponseError<410, "archived">>();
  if (removed.error?.code === "forbidden") expectTypeOf(removed.error.status).toEqualTypeOf<403>();
});

test("so is what its middleware declares", async () => {
  const { error } = await client.articles.update(1, {}).safe();
  if (error?.status === 401) expectTypeOf(error).toEqualTypeOf<Unauthorized<"unauthorized">>();
  const { error: listed } = await client.users.list().safe();
  if (listed?.status === 401) expectTypeOf(listed.code).toEqualTypeOf<"unauthorized">();
});

test("so is what the engine answers, and the unexpected", async () => {
  const { error } = await client.articles.list().safe();
  if (error instanceof NotFound) expectTypeOf(error.code).toEqualTypeOf<"not_found">();
  if (error instanceof Unexpected) expectTypeOf(error).toEqualTypeOf<Unexpected>();
  if (error?.status === 400) expectTypeOf<"unknown_parameter">().toExtend<typeof error.code>();
  // @ts-expect-error nothing is written
  if (error?.status === 422) error;
  const { error: published } = await client.articles.rpc(1, "notify").safe();
  expectTypeOf(published).toEqualTypeOf<Unexpected | undefined>();
});

test("relationships have it, too", async () => {
  const { error } = await client.articles.relationship(1, "author").set(null).safe();
  if (error?.status === 404) expectTypeOf(error.code).toEqualTypeOf<"not_found">();
  const { data } = await client.articles.relationship(1, "author").get().safe();
  expectTypeOf(data).toEqualTypeOf<{ readonly type: "users"; readonly id: string } | null | undefined>();
});
