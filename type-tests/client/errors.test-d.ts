import { expectTypeOf, test } from "vitest";
import {
  type Conflict,
  createClient,
  type Item,
  NotFound,
  type Unauthorized,
  Unexpected,
} from "../../src/client/index.js";
import type { Api } from "./api.js";

const client = createClient<Api>({ url: "https://example.org/api" });

test("safe gives data or an error, told apart by either", async () => {
  const result = await client.articles.get(1).safe();
  if (result.error) {
    expectTypeOf(result.data).toEqualTypeOf<undefined>();
    return;
  }
  expectTypeOf(result.data).toEqualTypeOf<Item<Api, "articles">>();
  const { data, error } = await client.articles.list().safe();
  if (!error) expectTypeOf(data.length).toBeNumber();
});

test("the error is what the operation declares, what the engine answers, and the unexpected", async () => {
  const { error } = await client.articles.create({} as never).safe();
  if (error?.status === 409) expectTypeOf(error.code).toEqualTypeOf<"conflict" | "type_mismatch" | "id_mismatch">();
  if (error?.status === 422) {
    expectTypeOf(error.fields.title).toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf<"required">().toExtend<typeof error.code>();
  }
  if (error?.status === 0) expectTypeOf(error).toEqualTypeOf<Unexpected>();
  if (error?.code === "conflict") expectTypeOf(error).toEqualTypeOf<Conflict<"conflict">>();
  // @ts-expect-error not declared
  if (error?.status === 401) error;
  // @ts-expect-error no such code
  if (error?.code === "confict") error;

  const users = await client.users.list().safe();
  expectTypeOf<Unauthorized<"unauthorized">>().toExtend<NonNullable<typeof users.error>>();
  const related = await client.users.related(1, "articles").safe();
  expectTypeOf<NotFound<"not_found">>().toExtend<NonNullable<typeof related.error>>();
});

test("the classes narrow as the literals do", async () => {
  const { error } = await client.articles.update(1, {}).safe();
  if (error instanceof NotFound) expectTypeOf(error.code).toEqualTypeOf<"not_found">();
  if (error instanceof Unexpected) expectTypeOf(error).toEqualTypeOf<Unexpected>();
  expectTypeOf<Conflict["status"]>().toEqualTypeOf<409>();
});

test("pages, relationships and rpc have it, too", async () => {
  const page = await client.users.related(1, "articles");
  const next = await page.getNext().safe();
  if (next.error?.status === 404) expectTypeOf(next.error.code).toEqualTypeOf<"not_found">();
  const added = await client.articles.relationship(1, "categories").add([1]).safe();
  if (added.error?.status === 403) {
    expectTypeOf(added.error.code).toEqualTypeOf<"relationship_update_not_allowed">();
  }
  const response = await client.articles.rpc(1, "notify").safe();
  expectTypeOf(response.error).toEqualTypeOf<Unexpected | undefined>();
});
