import { toOne, trestle } from "trestle";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.uuid(), attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { owner: toOne("users", { id: z.uuid() }).nullable(), parent: toOne("notes") },
});
const note = { id: 1, text: "", owner: null, parent: 1 };

test("a router takes resources that refer to each other, with any operations", () => {
  t.router({});
  t.router({ users: users.routes() });
  t.router({ users: users.routes(), notes: notes.routes(notes.getOne({ include: ["parent__owner"] }, () => note)) });
  const deep = notes.getOne({ include: ["parent__parent__owner", "owner"] }, () => note);
  t.router({ users: users.routes(), notes: notes.routes(deep) });
});

test("what is wrong between them does not compile", () => {
  const deep = notes.getOne({ include: ["parent__nope"] }, () => note);
  const related = notes.getRelated("parent", { include: ["nope"] }, () => ({ id: 1 }));
  // @ts-expect-error an unknown path
  t.router({ users: users.routes(), notes: notes.routes(deep) });
  const deeper = notes.getOne({ include: ["parent__owner", "parent__parent__nope"] }, () => note);
  // @ts-expect-error an unknown path beside one that is known
  t.router({ users: users.routes(), notes: notes.routes(deeper) });
  // @ts-expect-error an unknown path, from the related resource
  t.router({ users: users.routes(), notes: notes.routes(related) });
  // @ts-expect-error an unknown target
  t.router({ notes: notes.routes() });
  // @ts-expect-error another key than the type's name
  t.router({ users: users.routes(), notices: notes.routes() });
  const integers = t.resource("users", { id: z.int(), attributes: {} });
  // @ts-expect-error ids of another kind
  t.router({ users: integers.routes(), notes: notes.routes() });
  // @ts-expect-error an operation of another resource
  users.routes(notes.getOne(() => note));
  // @ts-expect-error no operations
  t.router({ users });
});

test("url takes the names of what is registered, and an id where there is one", () => {
  const api = t.router({
    users: users.routes(
      users.getMany(() => []),
      users.deleteOne(() => {}),
    ),
    notes: notes.routes(
      notes.createOne(() => note),
      notes.getRelated("owner", () => null),
      notes.editRelationship("parent", () => {}),
      notes.rpc("publish", () => new Response()),
    ),
  });
  expectTypeOf(api.url)
    .parameter(0)
    .toEqualTypeOf<
      | "users__collection"
      | "users__item"
      | "notes__collection"
      | "notes__owner__related"
      | "notes__owner__relationship"
      | "notes__parent__relationship"
      | "notes__rpc__publish"
    >();
  expectTypeOf(api.url("users__collection")).toBeString();
  api.url("notes__owner__related", { id: 1 });
  api.url("users__item", { id: "7a1c" });
  // @ts-expect-error not registered
  api.url("notes__item", { id: 1 });
  // @ts-expect-error not registered
  api.url("notes__parent__related", { id: 1 });
  // @ts-expect-error an item has an id
  api.url("users__item");
  // @ts-expect-error a collection has none
  api.url("users__collection", { id: 1 });
});
