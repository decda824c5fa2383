import { memoryData } from "trestle/memory";
import { createClient, type Item, PreconditionFailed } from "trestle/client";
import { mutationOptions } from "trestle/query";
import { toMany, trestle } from "trestle";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";

const t = trestle<{ user: string }>();
const attributes = { title: z.string(), version: z.int32(), at: z.date() };
const config = { id: z.int32(), attributes, relationships: { next: toMany("notes") }, editFields: ["title"] } as const;
const notes = t.resource("notes", { ...config, version: "version" });
const dated = t.resource("dated", { ...config, relationships: {}, version: { field: "at" } });
const strict = t.resource("strict", { ...config, relationships: {}, version: { field: "version", required: true } });
const plain = t.resource("plain", { ...config, relationships: {} });
const row = { id: 1, title: "a", version: 1, at: new Date() };

const routes = {
  notes: notes.routes(
    notes.getOne(() => row),
    notes.editOne(() => row),
    notes.deleteOne(() => {}),
    notes.addToRelationship("next", () => {}),
  ),
  dated: dated.routes(
    dated.getOne(() => row),
    dated.editOne(() => row),
  ),
  strict: strict.routes(
    strict.getOne(() => row),
    strict.editOne(() => row),
    strict.deleteOne(() => {}),
  ),
  plain: plain.routes(plain.editOne(() => row)),
};
const api = t.router(routes, { transaction: memoryData().transaction });
type Api = typeof api;
const client = createClient<Api>({ url: "http://x" });
declare const note: Item<Api, "notes">;
declare const date: Item<Api, "dated">;
declare const one: Item<Api, "strict">;
declare const other: Item<Api, "plain">;

test("handlers of changes get the version that the client states", () => {
  notes.editOne(({ expected }) => {
    expectTypeOf(expected).toEqualTypeOf<number | undefined>();
    return row;
  });
  notes.deleteOne(({ expected }) => void expectTypeOf(expected).toEqualTypeOf<number | undefined>());
  notes.addToRelationship("next", ({ expected }) => void expectTypeOf(expected).toEqualTypeOf<number | undefined>());
  dated.editOne(({ expected }) => {
    expectTypeOf(expected).toEqualTypeOf<Date | undefined>();
    return row;
  });
  plain.editOne(({ expected }) => {
    expectTypeOf(expected).toEqualTypeOf<undefined>();
    return row;
  });
});

test("writes take an item where its resource declares a version", async () => {
  client.notes.update(note, { title: "b" });
  client.notes.update(1, { title: "b" });
  client.notes.delete(note);
  client.notes.relationship(note, "next").add([1]);
  client.dated.update(date, {});
  client.strict.update(one, {});
  client.strict.delete(one);
  // @ts-expect-error the version is required, and an id has none
  client.strict.update(1, {});
  // @ts-expect-error this resource declares no version
  client.plain.update(other, {});
  // @ts-expect-error an item of another type
  client.notes.update(one, {});
  const titles = await client.notes.get(1, { fields: { notes: ["title"] } });
  // @ts-expect-error `fields` left out the version
  client.notes.update(titles, {});
});

test("the error of a change has the current item", async () => {
  const { error } = await client.notes.update(note, {}).safe();
  if (error instanceof PreconditionFailed) {
    expectTypeOf(error.code).toEqualTypeOf<"version_mismatch">();
    expectTypeOf(error.current).toEqualTypeOf<Item<Api, "notes">>();
  }
  const deleted = await client.notes.delete(note).safe();
  if (deleted.error?.status === 412) expectTypeOf(deleted.error.current.version).toEqualTypeOf<number>();
  const unversioned = await client.plain.update(1, {}).safe();
  expectTypeOf(unversioned.error?.status).extract<412>().toEqualTypeOf<never>();
});

test("mutations take the item as the id", () => {
  const options = mutationOptions(client.notes, "update");
  expectTypeOf(options.mutationFn).parameter(0).toExtend<{ readonly title?: string | undefined }>();
  const variables: Parameters<typeof options.mutationFn>[0] = { id: note, title: "b" };
  expectTypeOf(variables.id).not.toBeNever();
});

test("the router's transaction gets the context, and returns what run returns", () => {
  t.router(routes, { transaction: ({ ctx }, run) => run({ ...ctx, user: ctx.user }) });
  // @ts-expect-error the result of run is not returned
  t.router(routes, { transaction: async ({ ctx }, run) => void (await run(ctx)) });
  // @ts-expect-error run takes a whole context
  t.router(routes, { transaction: (_, run) => run({}) });
});
