import { type RowOf, toMany, toOne, trestle, UNSET } from "trestle";
import { createClient } from "trestle/client";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", {
  id: z.int(),
  attributes: {
    text: z.string(),
    pinned: z.boolean().default(false),
    color: z.string().nullable(),
    title: z.string().optional(),
    at: z.date(),
    secret: z.string(),
  },
  relationships: {
    owner: toOne("users"),
    editor: toOne("users").nullable(),
    reviewer: toOne("users").optional(),
    upload: toOne("files", { id: z.uuid() }),
    tags: toMany("tags"),
  },
  createFields: ["text", "pinned", "color", "title", "secret", "owner", "editor", "reviewer", "upload", "tags"],
  editFields: ["text", "pinned", "editor", "tags"],
  writeOnly: ["secret"],
});
const row = { id: 1, text: "", pinned: true, color: null, at: new Date(), owner: 1, editor: null, upload: "" };

test("a create's input is the create fields, validated: defaults are filled in, related resources are ids", () => {
  notes.createOne(({ input }) => {
    expectTypeOf(input).toEqualTypeOf<{
      readonly text: string;
      readonly pinned: boolean;
      readonly color: string | null;
      readonly title: string | undefined;
      readonly secret: string;
      readonly owner: number;
      readonly editor: number | null;
      readonly reviewer: number | undefined;
      readonly upload: string;
      readonly tags: readonly number[];
    }>();
    // @ts-expect-error no create field
    input.at;
    // @ts-expect-error clients do not choose ids
    input.id;
    return { ...row, ...input };
  });
});

test("where clients may choose ids, the input has it", () => {
  const files = t.resource("files", { id: z.uuid(), attributes: { size: z.int() }, createFields: ["id", "size"] });
  files.createOne(({ input }) => {
    expectTypeOf(input).toEqualTypeOf<{ readonly id: string; readonly size: number }>();
    return input;
  });
});

test("a marked create field may be missing in the input of a create, never in a row, and no client must send it", () => {
  const marked = t.resource("marked", {
    id: z.int(),
    attributes: { text: z.string(), note: z.string() },
    relationships: { owner: toOne("users") },
    createFields: ["text", "note?", "owner?"],
    editFields: ["note"],
  });
  const createOne = marked.createOne(({ input }) => {
    expectTypeOf(input).toEqualTypeOf<{ readonly text: string; readonly note?: string; readonly owner?: number }>();
    // @ts-expect-error a row has every field
    marked.createOne(() => ({ id: 1, text: "", owner: 1 }));
    return { id: 1, note: "", owner: 1, ...input };
  });
  marked.editOne(({ input }) => {
    expectTypeOf(input).toEqualTypeOf<{ readonly note: string | UNSET }>();
    return { id: 1, text: "", note: "", owner: 1 };
  });
  const users = t.resource("users", { id: z.int(), attributes: {} });
  const api = t.router({ marked: marked.routes(createOne), users: users.routes() });
  const client = createClient<typeof api>({ url: "" });
  type Sent = Parameters<typeof client.marked.create>[0];
  expectTypeOf<Sent["text"]>().toEqualTypeOf<string>();
  expectTypeOf<Sent["note"]>().toEqualTypeOf<string | undefined>();
  client.marked.create({ text: "" });
  client.marked.create({ text: "", note: undefined, owner: "1" });
  // @ts-expect-error null is not a string
  client.marked.create({ text: "", note: null });
  expectTypeOf<RowOf<typeof marked>["note"]>().toBeString();
});

test("an edit's input is the edit fields, each UNSET where the request left it out; null is null", () => {
  notes.editOne(({ id, input }) => {
    expectTypeOf(id).toBeNumber();
    expectTypeOf(input).toEqualTypeOf<{
      readonly text: string | UNSET;
      readonly pinned: boolean | UNSET;
      readonly editor: number | null | UNSET;
      readonly tags: readonly number[] | UNSET;
    }>();
    if (input.editor !== UNSET) expectTypeOf(input.editor).toEqualTypeOf<number | null>();
    if (input.text === UNSET) return row;
    expectTypeOf(input.text).toBeString();
    return { ...row, text: input.text };
  });
  // @ts-expect-error a value that may be UNSET is not an attribute
  notes.editOne(({ input }) => ({ ...row, text: input.text }));
});

test("a resource without lists takes no field", () => {
  const tags = t.resource("tags", { id: z.int(), attributes: { name: z.string() } });
  tags.createOne(({ input }) => {
    expectTypeOf(input).toEqualTypeOf<{}>();
    return { id: 1, name: "" };
  });
});

test("the lists name fields of the resource", () => {
  const attributes = { name: z.string() };
  // @ts-expect-error no such field
  t.resource("tags", { id: z.int(), attributes, createFields: ["nmae"] });
  // @ts-expect-error no such field
  t.resource("tags", { id: z.int(), attributes, createFields: ["nmae?"] });
  // @ts-expect-error clients must choose an id, or cannot
  t.resource("tags", { id: z.int(), attributes, createFields: ["id?"] });
  // @ts-expect-error every edit field may be omitted
  t.resource("tags", { id: z.int(), attributes, editFields: ["name?"] });
  // @ts-expect-error no such field
  t.resource("tags", { id: z.int(), attributes, editFields: ["nmae"] });
  // @ts-expect-error no such field
  t.resource("tags", { id: z.int(), attributes, writeOnly: ["nmae"] });
  // @ts-expect-error an id does not change
  t.resource("tags", { id: z.int(), attributes, editFields: ["id"] });
});

test("the reserved names are no fields, and a name is one field", () => {
  // @ts-expect-error JSON:API's own
  t.resource("tags", { id: z.int(), attributes: { id: z.int() } });
  // @ts-expect-error JSON:API's own
  t.resource("tags", { id: z.int(), attributes: {}, relationships: { type: toOne("types") } });
  // @ts-expect-error an attribute, too
  t.resource("tags", { id: z.int(), attributes: { owner: z.string() }, relationships: { owner: toOne("users") } });
});
