// An API that serves batches, as a user writes one: for the types of `client.atomic`, and for the compiler's messages about it.
import { type ApiOf, Conflict, memoryStore, NotFound, toMany, toOne, trestle } from "trestle";
import { memoryData } from "trestle/memory";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int32(), attributes: { name: z.string() }, createFields: ["name"] });
const tags = t.resource("tags", { id: z.string(), attributes: {}, createFields: ["id"] });
const notes = t.resource("notes", {
  id: z.int32(),
  attributes: { text: z.string(), at: z.date(), version: z.int() },
  relationships: { author: toOne("users"), tags: toMany("tags", { id: z.string() }) },
  createFields: ["text", "author", "tags"],
  editFields: ["text", "author"],
  version: "version",
});

const { transaction, source } = memoryData();
const [ofUsers, ofTags, ofNotes] = [source(users, {}), source(tags, {}), source(notes, {})];
const routes = {
  users: users.routes(users.createOne({ errors: [Conflict] }, ofUsers.createOne)),
  tags: tags.routes(tags.createOne(ofTags.createOne)),
  notes: notes.routes(
    notes.createOne({ errors: [NotFound] }, ofNotes.createOne),
    notes.editOne(ofNotes.editOne),
    notes.deleteOne(ofNotes.deleteOne),
    notes.addToRelationship("tags", ofNotes.addToRelationship("tags")),
  ),
};
const idempotency = { store: memoryStore(), caller: () => null };

const api = t.router(routes, { transaction, atomic: true });
const keyed = t.router(routes, { transaction, atomic: { idempotent: true }, idempotency });
const strict = t.router(routes, { transaction, atomic: { idempotent: "required" }, idempotency });
const single = t.router(routes, { transaction });

export interface BatchApi extends ApiOf<typeof api> {}
export interface KeyedBatchApi extends ApiOf<typeof keyed> {}
export interface StrictBatchApi extends ApiOf<typeof strict> {}
export interface SingleApi extends ApiOf<typeof single> {}
