import { noteOf } from "../../wire/notes/note-of.js";
import type { MemberNotes, TypeNote } from "../../wire/notes/note.js";
import { madeOnce } from "../../schema/made-once.js";
import { quote } from "../text/json-text.js";
import { superjson } from "./superjson.js";

/** The type notes in a document's `meta` for single values, whose schemas leave the type open. */
export class ValueNotes {
  readonly #byType = new Map<string, [id: string, notes: MemberNotes][]>();

  /** Adds the notes for those values of a resource that need their own. */
  add(type: string, id: string, fields: readonly { readonly name: string; readonly value: unknown }[]): void {
    const notes: [string, TypeNote][] = [];
    for (const { name, value } of fields) {
      const note = noteOf(value, superjson);
      if (note !== undefined) notes.push([name, note]);
    }
    if (notes.length === 0) return;
    madeOnce(this.#byType, type, () => []).push([id, Object.fromEntries(notes)]);
  }

  /** The member `values` of `meta.trestle` as JSON, or empty without notes. */
  member(): string {
    if (this.#byType.size === 0) return "";
    const types = [...this.#byType].map(
      ([type, entries]) => `${quote(type)}:${JSON.stringify(Object.fromEntries(entries))}`,
    );
    return `"values":{${types.join()}}`;
  }
}
