import { Conflict, NotFound, respond } from "trestle";
import { z } from "zod";
import { find } from "./rows.js";
import { t } from "./trestle.js";

/** String ids, which clients choose. */
export const tags = t.resource("tags", {
  id: z.string(),
  attributes: { label: z.string() },
  createFields: ["id", "label"],
  editFields: ["label"],
});

/** A free sort, and a page of a shape of its own. */
const listTags = tags.getMany(
  { sort: z.string(), page: { after: z.string().optional(), size: z.int().min(1).default(10) } },
  (args) => {
    const { page, ctx } = args;
    ctx.store.record("tags.getMany", args);
    const rows = [...ctx.store.tags.values()];
    const from = rows.findIndex(({ id }) => id === page.after) + 1;
    const shown = rows.slice(from, from + page.size);
    const after = from + page.size < rows.length ? shown.at(-1)?.id : undefined;
    return respond(shown, after === undefined ? {} : { links: { next: { page: { after } } } });
  },
);

const getTag = tags.getOne({ errors: [NotFound] }, ({ id, ctx }) => find(ctx.store.tags, id, "tag"));

const createTag = tags.createOne({ errors: [Conflict] }, ({ input, ctx }) => {
  if (ctx.store.tags.has(input.id)) throw new Conflict("Another tag has this id.", { field: "id" });
  ctx.store.tags.set(input.id, input);
  return input;
});

const editTag = tags.editOne({ errors: [NotFound] }, ({ id, ctx }) => find(ctx.store.tags, id, "tag"));

export const tagRoutes = tags.routes(listTags, getTag, createTag, editTag);
