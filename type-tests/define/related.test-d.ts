import { NotFound, offsetPage, respond, type RowOf, toMany, toOne, trestle } from "trestle";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", {
  id: z.int32(),
  attributes: { name: z.string(), role: z.enum(["editor", "reader"]), tags: z.array(z.string()).optional() },
});
const notes = t.resource("notes", {
  id: z.int32(),
  attributes: { text: z.string() },
  relationships: { author: toOne("users").nullable(), readers: toMany("users"), reply: toOne("notes").optional() },
});
const ann = { id: 1, name: "Ann", role: "editor" as const, password: "a column that is not declared" };
const note = { id: 1, text: "Hello", author: 1, readers: [1] };
const getUser = users.getOne(async () => ann);
const others = { users: users.routes(getUser) };

test("handlers of getRelated return rows of the target: from variables, spreads and other operations", () => {
  const page = offsetPage();
  t.router({
    ...others,
    notes: notes.routes(
      notes.getRelated("author", async ({ id }) => (id > 1 ? null : ann)),
      notes.getRelated("readers", { errors: [NotFound] }, async () => [ann, { ...ann, tags: ["x"] }]),
      notes.getRelated("reply", async ({ id }) => (id > 1 ? undefined : note)),
    ),
  });
  t.router({
    ...others,
    notes: notes.routes(
      notes.getRelated("author", ({ id, ctx }) => getUser({ ctx, id })),
      notes.getRelated("readers", { page }, async () => respond([ann], { total: 1 })),
      notes.getRelated("reply", () => respond({ ...note, id: 2 })),
    ),
  });
  t.router({
    ...others,
    notes: notes.routes(
      notes.getRelated("author", (): RowOf<typeof users> => ({ id: 1, name: "Ann", role: "editor", tags: [] })),
      notes.getRelated("readers", { page }, () => respond.sparse([{ id: 1, name: "Ann" }], { total: 1 })),
      notes.getRelated("reply", () => {
        throw new NotFound("There is none.");
      }),
    ),
  });
});

test("rows of another resource do not compile", () => {
  const page = offsetPage();
  const author = notes.getRelated("author", async () => note);
  // @ts-expect-error a row from a variable
  t.router({ ...others, notes: notes.routes(author) });
  const sometimes = notes.getRelated("author", { errors: [NotFound] }, async ({ id }) => (id > 1 ? ann : note));
  // @ts-expect-error one of two rows
  t.router({ ...others, notes: notes.routes(sometimes) });
  const answered = notes.getRelated("author", () => respond({ ...note }));
  // @ts-expect-error a row in an answer
  t.router({ ...others, notes: notes.routes(answered) });
  const readers = notes.getRelated("readers", async () => [{ ...note, name: "Ann" }]);
  // @ts-expect-error rows from spreads, with a name that fits
  t.router({ ...others, notes: notes.routes(readers) });
  const paged = notes.getRelated("readers", { page }, async () => respond([note], { total: 1 }));
  // @ts-expect-error rows of a page
  t.router({ ...others, notes: notes.routes(paged) });
  const sparse = notes.getRelated("readers", { page }, () => respond.sparse([{ id: 1, name: 7 }], { total: 1 }));
  // @ts-expect-error sparse rows with a value of another type
  t.router({ ...others, notes: notes.routes(sparse) });
  const reply = notes.getRelated("reply", () => ann);
  // @ts-expect-error rows of the target of another relationship
  t.router({ ...others, notes: notes.routes(reply) });
});

test("a router's type does not tell what handlers return", () => {
  const short = t.router({ ...others, notes: notes.routes(notes.getRelated("author", () => ann)) });
  const long = t.router({
    ...others,
    notes: notes.routes(notes.getRelated("author", async () => getUser({ ctx: {}, id: 1 }))),
  });
  expectTypeOf(long).toEqualTypeOf(short);
});
