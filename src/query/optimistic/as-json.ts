import { requireJson } from "../../client/write/rich.js";
import { toIdentifiers } from "../../client/send/input.js";
import { loadedSuperjson } from "../../client/send/superjson.js";
import { mapMembers } from "../../wire/notes/members.js";
import type { MemberNotes } from "../../wire/notes/note.js";
import { noteOf } from "../../wire/notes/note-of.js";
import { richJson } from "../../wire/notes/to-json.js";
import type { NotedFields } from "./apply.js";

/** Fields as the server will send them: a date as text, with a type note. Runs before anything is shown, because it may throw. */
export function asJson(fields: object): NotedFields {
  const plain = mapMembers(fields, toIdentifiers);
  requireJson(plain, loadedSuperjson);
  const notes = noteOf(plain, loadedSuperjson); // throws if superjson must be loaded
  return { fields: JSON.parse(richJson(plain, loadedSuperjson)), notes: notes as MemberNotes | undefined }; // the notes of an object are by member
}
