import {
  type AtomicFailure,
  type AtomicResult,
  type Batch,
  type BatchCallOptions,
  type BadRequest,
  type Conflict,
  type ContentTooLarge,
  createClient,
  type Item,
  type NotFound,
  type Planned,
  type PlannedChange,
} from "trestle/client";
import { expectTypeOf, test } from "vitest";
import type { BatchApi, KeyedBatchApi, SingleApi, StrictBatchApi } from "./batch-api.js";

const client = createClient<BatchApi>({ url: "https://example.org/api" });
const keyed = createClient<KeyedBatchApi>({ url: "https://example.org/api" });
const strict = createClient<StrictBatchApi>({ url: "https://example.org/api" });

test("a batch has the resources in place of the planned ones, at any depth", () => {
  const send = () =>
    client.atomic((tx) => {
      const ann = tx.users.create({ name: "Ann" });
      const note = tx.notes.create({ text: "", author: ann, tags: ["red", tx.tags.create({ id: "blue" })] });
      return { ann, list: [note, tx.notes.delete(1)], deep: { more: [[note]] }, count: 5, at: new Date(), none: null };
    });
  type Sent = Awaited<ReturnType<typeof send>>;
  expectTypeOf<Sent["ann"]>().toEqualTypeOf<Item<BatchApi, "users">>();
  expectTypeOf<Sent["list"]>().toEqualTypeOf<[Item<BatchApi, "notes">, undefined]>();
  expectTypeOf<Sent["deep"]["more"][0][0]["at"]>().toEqualTypeOf<Date>();
  expectTypeOf<Sent["count"]>().toEqualTypeOf<5>();
  expectTypeOf<Sent["at"]>().toEqualTypeOf<Date>();
  expectTypeOf<Sent["none"]>().toEqualTypeOf<null>();
  expectTypeOf<AtomicResult<unknown>>().toEqualTypeOf<unknown>();
});

test("planned resources are what a function of one's own takes", () => {
  const plan = (tx: Batch<BatchApi>, author: Planned<"users">): PlannedChange => {
    const note = tx.notes.create({ text: "", author, tags: [] });
    tx.notes.update(note, { text: "a", author });
    return tx.notes.relationship(note, "tags").add(["red"]);
  };
  const send = () => client.atomic((tx) => void plan(tx, tx.users.create({ name: "Ann" })));
  expectTypeOf<Awaited<ReturnType<typeof send>>>().toEqualTypeOf<undefined>();
});

test("the errors are those of the returned operations, and those of any batch", async () => {
  const plan = (tx: Batch<BatchApi>) => [tx.users.create({ name: "Ann" }), tx.notes.update(1, { text: "" })] as const;
  const { data, error } = await client.atomic(plan).safe();
  if (!error) return void expectTypeOf(data[1].text).toEqualTypeOf<string>();
  expectTypeOf(error.operation).toEqualTypeOf<number | undefined>();
  expectTypeOf<Conflict<"conflict">["code"]>().toExtend<typeof error.code>();
  expectTypeOf<BadRequest<"invalid_operation">["code"]>().toExtend<typeof error.code>();
  expectTypeOf<ContentTooLarge<"too_many_operations">["code"]>().toExtend<typeof error.code>();
  expectTypeOf<NotFound<"not_found">["code"]>().toExtend<typeof error.code>();
  if (error.code === "too_many_operations") expectTypeOf(error.status).toEqualTypeOf<413>();
  if (error.code === "invalid_operation") expectTypeOf(error.status).toEqualTypeOf<400>();
  if (error.status === 412 && "current" in error) expectTypeOf(error.current.version).toEqualTypeOf<number>();
  // @ts-expect-error no such code
  if (error.code === "too_many_operation") error;
  // @ts-expect-error a batch that is not idempotent has no key
  if (error.code === "idempotency_key_reused") error;

  const { error: ofKeyed } = await keyed.atomic((tx) => tx.tags.create({ id: "red" }), { retry: 3 }).safe();
  if (ofKeyed?.code === "idempotency_key_reused") expectTypeOf(ofKeyed.status).toEqualTypeOf<422>();
  expectTypeOf<AtomicFailure<void, "none">["operation"]>().toEqualTypeOf<number | undefined>();
});

test("only what is registered can be planned, and only what is declared can be sent", () => {
  expectTypeOf<Batch<BatchApi>["users"]>().not.toHaveProperty("delete");
  expectTypeOf<Batch<BatchApi>["users"]>().not.toHaveProperty("get");
  expectTypeOf<Batch<BatchApi>["notes"]>().toHaveProperty("delete");
  expectTypeOf(createClient<SingleApi>({ url: "" })).not.toHaveProperty("atomic");
  expectTypeOf<BatchCallOptions["timeout"]>().toEqualTypeOf<number | undefined>();
  () => {
    client.atomic((tx) => tx.tags.create({ id: "red" }), { timeout: 5, headers: {} });
    strict.atomic((tx) => tx.tags.create({ id: "red" }), { key: "k" });
    strict.atomic((tx) => tx.tags.create({ id: "red" }), { retry: 0 });
    // @ts-expect-error an async callback
    client.atomic(async (tx) => tx.tags.create({ id: "red" }));
    // @ts-expect-error the key is required
    strict.atomic((tx) => tx.tags.create({ id: "red" }));
    // @ts-expect-error not idempotent
    client.atomic((tx) => tx.tags.create({ id: "red" }), { retry: 1 });
    client.atomic((tx) => {
      const ann = tx.users.create({ name: "Ann" });
      // @ts-expect-error a planned delete is not a resource
      tx.notes.create({ text: "", author: tx.notes.delete(1), tags: [] });
      // @ts-expect-error a to-many takes a list
      tx.notes.create({ text: "", author: ann, tags: tx.tags.create({ id: "red" }) });
      // @ts-expect-error not a field that an edit takes
      tx.notes.update(1, { tags: [] });
      // @ts-expect-error no such relationship is registered
      tx.notes.relationship(1, "author");
    });
  };
});
