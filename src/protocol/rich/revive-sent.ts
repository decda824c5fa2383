import type { Note } from "../../rich/note.js";
import { revive } from "../../rich/revive.js";
import { superjson } from "./superjson.js";

/**
 * Gives what a request holds the types that the request names. Its dates are parsed by `Date` itself: what a client reads
 * was written by a server of ours, but this may be any text.
 *
 * @throws As `revive` does, where the note does not fit the value.
 */
export function reviveSent(value: unknown, note: Note | null | undefined): unknown {
  return revive(value, note, superjson, (text) => new Date(text));
}
