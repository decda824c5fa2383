import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { type ApiOf, type ContextOf, type Resource, type RowOf, toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
import { drizzleData, tableResource } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";

const t = trestle<{ readonly db: unknown }>();
const declared = t.resource("notes", {
  id: z.int(),
  attributes: { title: z.string() },
  relationships: { author: toOne("users") },
  createFields: ["title", "author"],
});
interface Notes extends ContextOf<typeof declared> {}
const notes: Resource<Notes> = declared;

const tables = {
  notes: pgTable("notes", { id: integer().primaryKey(), title: text().notNull(), author_id: integer().notNull() }),
  users: pgTable("users", { id: integer().primaryKey(), name: text().notNull() }),
};
const declaredUsers = tableResource(t, "users", tables.users, { omit: [] });
interface Users extends ContextOf<typeof declaredUsers> {}
const users: Resource<Users> = declaredUsers;

const data = drizzleData({ db: "db", tables });
const source = data.source(notes, {});
const declaredApi = t.router({
  notes: notes.routes(notes.getOne({ include: ["author"] }, source.getOne), notes.createOne(source.createOne)),
  users: data.source(users, {}).routes({ getMany: true }),
});
interface Api extends ApiOf<typeof declaredApi> {}
const api: Api = declaredApi;

test("an interface stands for all that a resource declares, without a cast", () => {
  expectTypeOf<RowOf<typeof notes>>().toEqualTypeOf<RowOf<typeof declared>>();
  notes.createOne(({ input, ctx }) => {
    expectTypeOf(input).toEqualTypeOf<{ readonly title: string; readonly author: number }>();
    expectTypeOf(ctx).toEqualTypeOf<{ readonly db: unknown }>();
    return { ...input, id: 1 };
  });
  // @ts-expect-error "body" is not a relationship
  notes.getOne({ include: ["body"] }, source.getOne);
});

test("an interface stands for a router, in adapters and in clients", async () => {
  const handle = fetchHandler(api, { context: t.context(() => ({ db: undefined })) });
  const client = createClient<Api>({ url: "http://a.test", fetch: handle });
  expectTypeOf((await client.notes.get(1).include("author")).author.name).toEqualTypeOf<string>();
  expectTypeOf((await client.users.list())[0]?.id).toEqualTypeOf<string | undefined>();
});
