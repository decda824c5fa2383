import { z } from "zod";
import { fetchHandler, type FetchHandlerOptions } from "../../../src/fetch/index.js";
import { memoryStore, offsetPage, toOne, trestle } from "../../../src/index.js";
import { memoryData } from "../../../src/memory/index.js";

// The API that answers the examples of the pages of error codes.

/** What happens when somebody publishes a note. */
type Happens = () => unknown;

export type ErrorApiOptions = Pick<FetchHandlerOptions, "limits" | "timeout"> & { readonly happens?: Happens };

/** A server with fresh rows. */
export function serveErrorApi({
  happens = () => {},
  ...options
}: ErrorApiOptions): (request: Request) => Promise<Response> {
  const t = trestle();
  const users = t.resource("users", {
    id: z.int(),
    attributes: { name: z.string() },
    createFields: ["name"],
  });
  const notes = t.resource("notes", {
    id: z.int(),
    attributes: {
      text: z.string().min(1).max(20),
      version: z.int(),
      reply_to: z.email().optional(),
      mood: z.enum(["good", "bad"]).optional(),
      stars: z.int().max(5).optional(),
      cents: z.int().multipleOf(5).optional(),
      size: z.union([z.literal("small"), z.array(z.int())]).optional(),
      place: z.strictObject({ city: z.string() }).optional(),
      words: z.record(z.string().max(5), z.string()).optional(),
      slug: z
        .string()
        .refine((slug) => !slug.includes(" "), "A slug has no spaces.")
        .optional(),
    },
    relationships: { author: toOne("users").nullable() },
    createFields: ["text", "reply_to", "mood", "stars", "cents", "size", "place", "words", "slug", "author?"],
    editFields: ["text"],
    version: { field: "version", required: true },
  });
  const data = memoryData();
  const userSource = data.source(users, { rows: [{ id: 1, name: "Ann" }] });
  const noteSource = data.source(notes, {
    rows: [{ id: 1, text: "Buy milk", version: 2, author: 1 }],
    values: () => ({ version: 1 }),
  });
  const publish = notes.command({ idempotent: true }, async () => {
    await happens();
  });
  const api = t.router(
    {
      users: users.routes(
        users.getMany({ filter: { name: z.string() } }, userSource.getMany),
        users.getOne({}, userSource.getOne),
        users.createOne({ idempotent: "required" }, userSource.createOne),
      ),
      notes: notes
        .routes(
          notes.getMany(
            { filter: { text__contains: z.string().optional() }, sort: ["text"], page: offsetPage() },
            noteSource.getMany,
          ),
          notes.getOne({ include: ["author"] }, noteSource.getOne),
          notes.createOne({}, noteSource.createOne),
          notes.editOne({}, noteSource.editOne),
          notes.getRelationship("author", noteSource.getRelationship("author")),
        )
        .actions({ publish }),
    },
    {
      transaction: data.transaction,
      atomic: { max: 2, idempotent: "required" },
      idempotency: { store: memoryStore(), caller: () => null },
    },
  );
  return fetchHandler(api, { prefix: "/api", onError: () => {}, ...options });
}
