import { type RowOf, toMany, toOne, trestle } from "trestle";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";

const t = trestle();

test("attributes are the schema's output: what has a default is there, what is optional may be missing", () => {
  const notes = t.resource("notes", {
    id: z.int(),
    attributes: {
      text: z.string().min(1),
      pinned: z.boolean().default(false),
      color: z.string().nullable(),
      title: z.string().optional(),
      at: z.date(),
      size: z.string().transform((text) => text.length),
      tags: z.array(z.string()),
    },
  });
  expectTypeOf<RowOf<typeof notes>>().toEqualTypeOf<{
    id: number;
    text: string;
    pinned: boolean;
    color: string | null;
    at: Date;
    size: number;
    tags: string[];
    title?: string | undefined;
  }>();
});

test("a resource may have neither attributes nor relationships, and an id of each kind", () => {
  const uploads = t.resource("uploads", { id: z.uuid(), attributes: {} });
  const flags = t.resource("flags", { id: z.string(), attributes: {} });
  expectTypeOf<RowOf<typeof uploads>>().toEqualTypeOf<{ id: string }>();
  expectTypeOf<RowOf<typeof flags>>().toEqualTypeOf<{ id: string }>();
});

test("a to-one is an id or a nested row; null after nullable, missing after optional", () => {
  const notes = t.resource("notes", {
    id: z.int(),
    attributes: {},
    relationships: {
      owner: toOne("users"),
      editor: toOne("users").nullable(),
      reviewer: toOne("users").optional(),
      reader: toOne("users").optional().nullable(),
      upload: toOne("files", { id: z.uuid() }),
    },
  });
  expectTypeOf<RowOf<typeof notes>>().toEqualTypeOf<{
    id: number;
    owner: number | { readonly id: number };
    editor: number | { readonly id: number } | null;
    upload: string | { readonly id: string };
    reviewer?: number | { readonly id: number } | undefined;
    reader?: number | { readonly id: number } | null | undefined;
  }>();
});

test("a to-many is ids or nested rows, and may be missing unless it is declared with linkage", () => {
  const notes = t.resource("notes", {
    id: z.int(),
    attributes: {},
    relationships: {
      comments: toMany("comments"),
      tags: toMany("tags", { linkage: true }),
      links: toMany("links", { linkage: false }),
      uploads: toMany("files", { id: z.uuid(), linkage: true }),
    },
  });
  expectTypeOf<RowOf<typeof notes>>().toEqualTypeOf<{
    id: number;
    tags: readonly (number | { readonly id: number })[];
    uploads: readonly (string | { readonly id: string })[];
    comments?: readonly (number | { readonly id: number })[];
    links?: readonly (number | { readonly id: number })[];
  }>();
});

test("a writeOnly attribute or relationship is not part of a row", () => {
  const accounts = t.resource("accounts", {
    id: z.int(),
    attributes: { name: z.string(), password: z.string(), hint: z.string().optional() },
    relationships: { owner: toOne("users"), inviter: toOne("users") },
    createFields: ["name", "password", "inviter"],
    writeOnly: ["password", "inviter"],
  });
  expectTypeOf<RowOf<typeof accounts>>().toEqualTypeOf<{
    id: number;
    name: string;
    owner: number | { readonly id: number };
    hint?: string | undefined;
  }>();
});

test("a handler's row may hold columns that are not declared, nested rows to any depth, or ids and rows side by side", () => {
  const notes = t.resource("notes", {
    id: z.int(),
    attributes: { text: z.string() },
    relationships: { owner: toOne("users").nullable(), tags: toMany("tags", { linkage: true }) },
  });
  const note = { id: 1, text: "", owner: null, tags: [] };
  notes.getOne(() => ({ ...note, password_hash: "x" }));
  notes.getOne(() => ({ ...note, owner: { id: 7, username: "ann", articles: [{ id: 1, author: { id: 7 } }] } }));
  notes.getOne(() => ({ ...note, tags: [{ id: 1, name: "a" }, 2] }));
  notes.getMany(() => [note, { ...note, owner: 7 }, { ...note, owner: { id: 7 } }]);
  notes.getMany(() => Object.freeze([note]));

  // @ts-expect-error a missing attribute
  notes.getOne(() => ({ id: 1, owner: null, tags: [] }));
  // @ts-expect-error a wrong type
  notes.getOne(() => ({ ...note, text: 1 }));
  // @ts-expect-error an id of another kind
  notes.getOne(() => ({ ...note, id: "1" }));
  // @ts-expect-error a related id of another kind
  notes.getOne(() => ({ ...note, owner: "7" }));
  // @ts-expect-error a nested row without its id
  notes.getOne(() => ({ ...note, owner: { username: "ann" } }));
  // @ts-expect-error a to-many is a list
  notes.getOne(() => ({ ...note, tags: 1 }));
  // @ts-expect-error to-many linkage that was promised
  notes.getOne(() => ({ id: 1, text: "", owner: null }));
  // @ts-expect-error a list in place of one row
  notes.getOne(() => [note]);
  // @ts-expect-error one row in place of a list
  notes.getMany(() => note);
  // @ts-expect-error nothing in place of one row: throw NotFound
  notes.getOne(() => undefined);
  // @ts-expect-error null in place of one row
  notes.getOne(async () => null);
});
