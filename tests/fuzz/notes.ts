import { NotFound, toMany, toOne, UNSET, VersionMismatch } from "trestle";
import { z } from "zod";
import { find } from "../support/newsroom/rows.js";
import type { Store } from "../support/newsroom/store.js";
import { t } from "../support/newsroom/trestle.js";
import type { NoteColumns, WatchedStore } from "./watched-store.js";

interface Args {
  readonly id: number;
  readonly ctx: { readonly store: Store };
  readonly expected?: number | undefined;
}

/** Every request of the fuzzer has such a store. */
export const watched = ({ store }: Args["ctx"]): WatchedStore => store as WatchedStore;

/** Has versions, and creates that can be repeated. */
export const notes = t.resource("notes", {
  id: z.int32(),
  attributes: { text: z.string().min(1).max(100), secret: z.string().default("s"), version: z.int32() },
  relationships: { author: toOne("users").nullable(), categories: toMany("categories") },
  createFields: ["text", "author", "categories"],
  editFields: ["text", "author", "categories"],
  visible: { secret: ({ ctx }) => ctx.user === "editor" },
  version: "version",
});

function checkRelated(store: Store, author: number | null, categories: readonly number[]): void {
  if (author !== null) find(store.users, author, "user");
  for (const id of categories) find(store.categories, id, "category");
}

function change({ id, ctx, expected }: Args, update: (row: NoteColumns) => NoteColumns): NoteColumns {
  const rows = watched(ctx).notes;
  const before = find(rows, id, "note");
  if (expected !== undefined && before.version !== expected) throw new VersionMismatch();
  const row = { ...update(before), version: before.version + 1 };
  checkRelated(ctx.store, row.author, row.categories);
  rows.set(id, row);
  return row;
}

const errors = { errors: [NotFound] } as const;
const createNote = notes.createOne({ ...errors, idempotent: true }, ({ input, ctx }) => {
  const rows = watched(ctx).notes;
  checkRelated(ctx.store, input.author, input.categories);
  const row = { ...input, id: Math.max(0, ...rows.keys()) + 1, secret: "s", version: 1 };
  rows.set(row.id, row);
  return row;
});
const editNote = notes.editOne(errors, ({ input, ...args }) =>
  change(args, (row) => ({
    ...row,
    text: input.text === UNSET ? row.text : input.text,
    author: input.author === UNSET ? row.author : input.author,
    categories: input.categories === UNSET ? row.categories : input.categories,
  })),
);

export const noteRoutes = notes.routes(
  notes.getMany(({ ctx }) => [...watched(ctx).notes.values()]),
  notes.getOne(errors, ({ id, ctx }) => find(watched(ctx).notes, id, "note")),
  createNote,
  editNote,
  notes.deleteOne(errors, ({ id, ctx }) => {
    find(watched(ctx).notes, id, "note");
    watched(ctx).notes.delete(id);
  }),
  notes.getRelationship("categories", errors, ({ id, ctx }) => find(watched(ctx).notes, id, "note").categories),
  notes.editRelationship("author", errors, ({ related, ...args }) => {
    change(args, (row) => ({ ...row, author: related }));
  }),
  notes.addToRelationship("categories", errors, ({ related, ...args }) => {
    change(args, (row) => ({ ...row, categories: [...new Set([...row.categories, ...related])] }));
  }),
  notes.removeFromRelationship("categories", errors, ({ related, ...args }) => {
    change(args, (row) => ({ ...row, categories: row.categories.filter((id) => !related.includes(id)) }));
  }),
  notes.resetRelationship("categories", errors, ({ related, ...args }) => {
    change(args, (row) => ({ ...row, categories: related }));
  }),
);

const contracts = t.resource("contracts", {
  id: z.int32(),
  attributes: { text: z.string().min(1), version: z.int32() },
  editFields: ["text"],
  version: { field: "version", required: true },
});

export const contractRoutes = contracts.routes(
  contracts.getOne(errors, ({ id, ctx }) => find(watched(ctx).contracts, id, "contract")),
  contracts.editOne(errors, ({ id, input, ctx, expected }) => {
    const before = find(watched(ctx).contracts, id, "contract");
    if (expected !== undefined && before.version !== expected) throw new VersionMismatch();
    const row = { ...before, text: input.text === UNSET ? before.text : input.text, version: before.version + 1 };
    watched(ctx).contracts.set(id, row);
    return row;
  }),
  contracts.deleteOne(errors, ({ id, ctx }) => {
    find(watched(ctx).contracts, id, "contract");
    watched(ctx).contracts.delete(id);
  }),
);
