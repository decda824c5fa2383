import { describe } from "../../rich/describe.js";
import type { MemberNotes, Note } from "../../rich/note.js";
import { quote } from "../write/quote.js";
import { superjson } from "./superjson.js";

/** A value of a row that may need a description of its own. */
export interface OpenField {
  readonly name: string;
  readonly value: unknown;
}

/** Gathers what the `meta` of one document says of its rich values: once for a type, and once for each open value. */
export class DocumentNotes {
  readonly #types = new Map<string, string>();
  readonly #values = new Map<string, [id: string, notes: MemberNotes][]>();

  /** What holds for every resource of a type, as JSON. */
  addType(type: string, notes: string): void {
    this.#types.set(type, notes);
  }

  /** A resource's values that its schema leaves open. */
  addValues(type: string, id: string, fields: readonly OpenField[]): void {
    const notes: [string, Note][] = [];
    for (const { name, value } of fields) {
      const note = describe(value, superjson);
      if (note !== undefined) notes.push([name, note]);
    }
    if (notes.length === 0) return;
    const values = this.#values.get(type);
    const entry: [string, MemberNotes] = [id, Object.fromEntries(notes)];
    if (values === undefined) this.#values.set(type, [entry]);
    else values.push(entry);
  }

  /** The members of `meta.trestle` as JSON, without braces; empty where JSON alone says everything. */
  members(): string {
    const types = [...this.#types].map(([type, notes]) => `${quote(type)}:${notes}`);
    const values = [...this.#values].map(
      ([type, entries]) => `${quote(type)}:${JSON.stringify(Object.fromEntries(entries))}`,
    );
    const members = [
      types.length > 0 && `"rich":{${types.join()}}`,
      values.length > 0 && `"values":{${values.join()}}`,
    ];
    return members.filter((member) => member !== false).join();
  }
}
