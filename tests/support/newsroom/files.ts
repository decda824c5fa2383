import { Conflict, NotFound, respond, toMany, toOne } from "trestle";
import { z } from "zod";
import { find } from "./rows.js";
import type { FileColumns, Store } from "./store.js";
import { onlyEditors, requireLogin, t } from "./trestle.js";

/** Uuid ids, and values that JSON does not have. */
export const files = t.resource("files", {
  id: z.uuid(),
  attributes: {
    name: z.string(),
    bytes: z.bigint(),
    uploaded_at: z.date(),
    status: z.enum(["draft", "final"]).default("draft"),
    note: z.string().nullable(),
    details: z.object({ width: z.int(), taken_at: z.date().optional() }).optional(),
  },
  relationships: {
    owner: toOne("users"),
    previous: toOne("files", { id: z.uuid() }).nullable().optional(),
    tags: toMany("tags", { id: z.string() }),
  },
  createFields: ["id", "name", "bytes", "uploaded_at", "status", "note", "details", "owner", "previous", "tags"],
  editFields: ["name", "status", "note", "details", "owner", "previous"],
});

const include = ["owner", "tags", "previous__previous"] as const;

interface FileIncludes {
  readonly owner?: boolean;
  readonly tags?: boolean;
  readonly previous?: boolean;
  readonly previous__previous?: boolean;
}

/** Related rows beside the primary data, by type, in place of nested ones. */
function sideloaded(store: Store, rows: readonly FileColumns[], include: FileIncludes) {
  const previous = rows.flatMap(({ previous }) => (previous === null ? [] : [find(store.files, previous, "file")]));
  return {
    users: include.owner ? [...store.users.values()] : [],
    tags: include.tags ? [...store.tags.values()] : [],
    files: include.previous ? previous : [],
  };
}

/** A filter of every kind of value that a query string carries. */
const listFiles = files.getMany(
  {
    include,
    filter: {
      name: z.string().optional(),
      owner: files.ref("owner").optional(),
      bytes__gte: z.bigint().optional(),
      ratio: z.number().optional(),
      uploaded_at__gte: z.date().optional(),
      status: z.enum(["draft", "final"]).optional(),
      version: z.literal([1, 2]).optional(),
      archived: z.boolean().nullable().optional(),
      id__in: z.array(z.uuid()).optional(),
      names: z.array(z.string()).optional(),
      widths: z.array(z.int()).max(3).optional(),
      limit: z.int().min(1).max(10).default(5),
    },
    sort: { name: true, uploaded_at: "desc" },
  },
  (args) => {
    const { ctx, include } = args;
    ctx.store.record("files.getMany", args);
    const rows = [...ctx.store.files.values()];
    return respond(rows, { included: sideloaded(ctx.store, rows, include), meta: { took: 3n, at: new Date(0) } });
  },
);

const getFile = files.getOne({ include, errors: [NotFound] }, ({ id, include, fields, ctx }) => {
  ctx.store.record("files.getOne", { id, include, fields });
  const row = find(ctx.store.files, id, "file");
  return respond(row, { included: sideloaded(ctx.store, [row], include) });
});

const createFile = files.createOne(
  { middleware: [onlyEditors], errors: [Conflict, NotFound] },
  requireLogin(async (args) => {
    const { input, ctx } = args;
    ctx.store.record("files.createOne", args);
    if (ctx.store.files.has(input.id)) throw new Conflict("Another file has this id.", { field: "id" });
    find(ctx.store.users, input.owner, "user");
    for (const id of input.tags) find(ctx.store.tags, id, "tag");
    if (input.previous) find(ctx.store.files, input.previous, "file");
    const row = { ...input, previous: input.previous ?? null };
    ctx.store.files.set(row.id, row);
    return row;
  }),
);

const editFile = files.editOne(
  { include, errors: [NotFound] },
  requireLogin(async (args) => {
    const { id, ctx } = args;
    ctx.store.record("files.editOne", args);
    return find(ctx.store.files, id, "file");
  }),
);

/** Related files are paged by whether there are more. */
const getFileOwner = files.getRelated("owner", ({ id, ctx }) =>
  find(ctx.store.users, find(ctx.store.files, id, "file").owner, "user"),
);
const getPrevious = files.getRelated("previous", ({ id, ctx }) => {
  const { previous } = find(ctx.store.files, id, "file");
  return previous === null ? null : find(ctx.store.files, previous, "file");
});

/** Registered by itself, without a related endpoint. */
const getTagsOf = files.getRelationship("tags", (args) => {
  const { id, ctx } = args;
  ctx.store.record("files.getRelationship", args);
  return respond(find(ctx.store.files, id, "file").tags, { meta: { counted: true } });
});
const addTags = files.addToRelationship("tags", { errors: [NotFound] }, ({ id, related, ctx }) => {
  const file = find(ctx.store.files, id, "file");
  for (const tag of related) find(ctx.store.tags, tag, "tag");
  ctx.store.files.set(id, { ...file, tags: [...new Set([...file.tags, ...related])] });
});
const setOwner = files.editRelationship("owner", { middleware: [] }, (args) => {
  args.ctx.store.record("files.editRelationship", args);
});

export const fileRoutes = files.routes(
  listFiles,
  getFile,
  createFile,
  editFile,
  getFileOwner,
  getPrevious,
  getTagsOf,
  addTags,
  setOwner,
);
