import {
  apiError,
  Conflict,
  type CreateEndpoint,
  type DeclaredError,
  type DeleteEndpoint,
  Forbidden,
  type GetEndpoint,
  json,
  type ListEndpoint,
  NotFound,
  type OffsetPage,
  offsetPage,
  type RelatedEndpoint,
  type RelationshipEndpoint,
  type RpcEndpoint,
  respond,
  Unauthorized,
  type UpdateEndpoint,
} from "trestle";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { articles, row, t, users } from "./blog.js";

type Missing = DeclaredError<404, "not_found">;
type Taken = DeclaredError<409, "conflict">;
type Anonymous = DeclaredError<401, "unauthorized">;

class TitleTaken extends apiError({ status: 409, code: "title_taken", title: "Title taken" }) {}

const withUser = t.middleware({ errors: [Unauthorized] }, async ({ next }) => next({ tenant: "t" }));
const notes = t.use(withUser).resource("notes", { id: z.int(), attributes: { text: z.string() } });
const note = { id: 1, text: "" };

test("an operation keeps of its options what a client must know", () => {
  const title = z.string().optional();
  expectTypeOf(articles.getOne(() => row)["~endpoint"]).toEqualTypeOf<GetEndpoint<never, true, never>>();
  expectTypeOf(articles.getOne({ include: ["author"], sparse: false }, () => row)["~endpoint"]).toEqualTypeOf<
    GetEndpoint<"author", false, never>
  >();
  expectTypeOf(articles.getMany(() => [row])["~endpoint"]).toEqualTypeOf<
    ListEndpoint<{}, never, undefined, {}, never, true, never>
  >();
  expectTypeOf(
    articles.getMany(
      { filter: { title }, sort: ["title"], page: offsetPage(), extra: { q: title }, include: ["author"] },
      () => respond([row], { total: 1 }),
    )["~endpoint"],
  ).toEqualTypeOf<
    ListEndpoint<{ title: typeof title }, "title" | "-title", OffsetPage, { q: typeof title }, "author", true, never>
  >();
  expectTypeOf(articles.createOne({ include: ["author"] }, () => row)["~endpoint"]).toEqualTypeOf<
    CreateEndpoint<"author", true, never>
  >();
  expectTypeOf(articles.editOne(() => row)["~endpoint"]).toEqualTypeOf<UpdateEndpoint<never, true, never>>();
  expectTypeOf(articles.deleteOne(() => {})["~endpoint"]).toEqualTypeOf<DeleteEndpoint<never>>();
  expectTypeOf(users.getRelated("articles", { include: ["author"] }, () => [])["~endpoint"]).toEqualTypeOf<
    RelatedEndpoint<"articles", {}, never, undefined, {}, "author", true, never>
  >();
  expectTypeOf(articles.getRelationship("author", () => 7)["~endpoint"]).toEqualTypeOf<
    RelationshipEndpoint<"author", "get", never>
  >();
  expectTypeOf(articles.editRelationship("author", () => {})["~endpoint"]).toEqualTypeOf<
    RelationshipEndpoint<"author", "set", never>
  >();
  expectTypeOf(articles.addToRelationship("categories", () => {})["~endpoint"]).toEqualTypeOf<
    RelationshipEndpoint<"categories", "add", never>
  >();
  expectTypeOf(articles.removeFromRelationship("categories", () => {})["~endpoint"]).toEqualTypeOf<
    RelationshipEndpoint<"categories", "remove", never>
  >();
  expectTypeOf(articles.resetRelationship("categories", () => {})["~endpoint"]).toEqualTypeOf<
    RelationshipEndpoint<"categories", "reset", never>
  >();
  expectTypeOf(articles.rpc("notify", () => new Response())["~endpoint"]).toEqualTypeOf<
    RpcEndpoint<"notify", "POST", unknown, never>
  >();
  expectTypeOf(articles.rpc("publish", { method: "PUT" }, () => json({ ok: true }))["~endpoint"]).toEqualTypeOf<
    RpcEndpoint<"publish", "PUT", { readonly ok: true }, never>
  >();
});

test("a sort in one direction has its key in that direction alone", () => {
  const list = articles.getMany({ sort: { title: true, size: "asc", created_at: "desc" } }, () => [row]);
  expectTypeOf(list["~endpoint"].sort).toEqualTypeOf<"title" | "-title" | "size" | "-created_at">();
  const free = articles.getMany({ sort: z.string() }, () => [row]);
  expectTypeOf(free["~endpoint"].sort).toEqualTypeOf<string>();
});

test("declared errors, own classes among them, of every kind that takes them", () => {
  const errors = [NotFound, TitleTaken] as const;
  type Declared = Missing | DeclaredError<409, "title_taken">;
  expectTypeOf(articles.getOne({ errors }, () => row)["~endpoint"].error).toEqualTypeOf<Declared>();
  expectTypeOf(articles.getMany({ errors }, () => [row])["~endpoint"].error).toEqualTypeOf<Declared>();
  expectTypeOf(articles.createOne({ errors }, () => row)["~endpoint"].error).toEqualTypeOf<Declared>();
  expectTypeOf(articles.editOne({ errors }, () => row)["~endpoint"].error).toEqualTypeOf<Declared>();
  expectTypeOf(articles.deleteOne({ errors }, () => {})["~endpoint"].error).toEqualTypeOf<Declared>();
  expectTypeOf(articles.getRelated("author", { errors }, () => null)["~endpoint"].error).toEqualTypeOf<Declared>();
  expectTypeOf(articles.getRelationship("author", { errors }, () => 7)["~endpoint"].error).toEqualTypeOf<Declared>();
  expectTypeOf(articles.editRelationship("author", { errors }, () => {})["~endpoint"].error).toEqualTypeOf<Declared>();
});

test("errors of the API's middleware come along, unless the operation has a list of its own", () => {
  const limited = t.middleware({ errors: [Forbidden] }, async ({ next }) => next());
  expectTypeOf(notes.getOne(() => note)["~endpoint"].error).toEqualTypeOf<Anonymous>();
  expectTypeOf(notes.getOne({ errors: [NotFound] }, () => note)["~endpoint"].error).toEqualTypeOf<
    Missing | Anonymous
  >();
  expectTypeOf(
    notes.createOne({ errors: [Conflict], middleware: [] }, () => note)["~endpoint"].error,
  ).toEqualTypeOf<Taken>();
  expectTypeOf(notes.deleteOne({ middleware: [limited] }, () => {})["~endpoint"].error).toEqualTypeOf<
    DeclaredError<403, "forbidden">
  >();
  expectTypeOf(notes.getMany({ middleware: [limited, withUser] }, () => [note])["~endpoint"].error).toEqualTypeOf<
    DeclaredError<403, "forbidden"> | Anonymous
  >();
  expectTypeOf(notes.rpc("ping", () => new Response())["~endpoint"].error).toEqualTypeOf<Anonymous>();
  expectTypeOf(notes.rpc("ping", { middleware: [] }, () => new Response())["~endpoint"].error).toEqualTypeOf<never>();
});

test("errors of several uses add up", () => {
  const limited = t.middleware({ errors: [Forbidden] }, async ({ next }) => next());
  const resource = t.use(withUser).use(limited).resource("notes", { id: z.int(), attributes: {} });
  expectTypeOf(resource.deleteOne(() => {})["~endpoint"].error).toEqualTypeOf<
    Anonymous | DeclaredError<403, "forbidden">
  >();
});

test("errors are classes of API errors", () => {
  // @ts-expect-error not one of them
  articles.getOne({ errors: [Error] }, () => row);
  // @ts-expect-error a class, not an error
  articles.getOne({ errors: [new NotFound()] }, () => row);
});
