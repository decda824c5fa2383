import { offsetPage, respond, toMany, toOne, trestle } from "trestle";
import type { Item } from "trestle/client";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";

const t = trestle<{ readonly isAdmin: boolean }>();
const people = t.resource("people", {
  id: z.int(),
  attributes: { name: z.string(), salary: z.number() },
  relationships: { boss: toOne("people"), friends: toMany("people") },
  visible: { salary: ({ ctx }) => ctx.isAdmin, boss: ({ ctx }) => ctx.isAdmin },
});
const row = { id: 1, name: "Ann", salary: 1, boss: 1 };
const api = t.router({
  people: people.routes(
    people.getMany({ page: offsetPage(), include: ["boss", "friends"] }, ({ include }) => {
      expectTypeOf(include.boss).toEqualTypeOf<boolean>();
      return respond([row], { total: 1 });
    }),
  ),
});
type Api = typeof api;

test("what some may not know of may be missing from an item, and from no row", () => {
  expectTypeOf<Item<Api, "people">>().toEqualTypeOf<{
    readonly type: "people";
    readonly id: string;
    readonly name: string;
    readonly salary?: number;
    readonly boss?: { readonly type: "people"; readonly id: string };
  }>();
  expectTypeOf<Item<Api, "people", "friends", { people: readonly ["salary", "friends"] }>>().toMatchTypeOf<{
    readonly salary?: number;
    readonly friends: readonly { readonly salary?: number }[];
  }>();
  // @ts-expect-error a row has them all
  people.getOne(({ id }) => ({ id, name: "Ann" }));
});

test("a name that is not a field, and a result that is not a boolean, do not compile", () => {
  const attributes = { name: z.string() };
  // @ts-expect-error `visible` gives a boolean
  t.resource("a", { id: z.int(), attributes, visible: { name: async () => true } });
  // @ts-expect-error the field does not exist
  t.resource("a", { id: z.int(), attributes, visible: { nope: () => true } });
});
