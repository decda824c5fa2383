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
  readonly #types: string[] = [];
  /** `"articles":{"created_at":["Date"]}`, as many as there are types. */
  #rich = "";
  /** Made when there is one: most documents have no open values. */
  #values: Map<string, [id: string, notes: MemberNotes][]> | undefined;

  /** What holds for every resource of a type, as JSON. */
  addType(type: string, notes: string): void {
    if (this.#types.includes(type)) return;
    this.#types.push(type);
    this.#rich += `${this.#rich === "" ? "" : ","}${quote(type)}:${notes}`;
  }

  /** A resource's values that its schema leaves open. */
  addValues(type: string, id: string, fields: readonly OpenField[]): void {
    const notes: [string, Note][] = [];
    for (const { name, value } of fields) {
      const note = describe(value, superjson);
      if (note !== undefined) notes.push([name, note]);
    }
    if (notes.length === 0) return;
    this.#values ??= new Map();
    const values = this.#values.get(type);
    const entry: [string, MemberNotes] = [id, Object.fromEntries(notes)];
    if (values === undefined) this.#values.set(type, [entry]);
    else values.push(entry);
  }

  /** The members of `meta.trestle` as JSON, without braces; empty where JSON alone says everything. */
  members(): string {
    const rich = this.#rich === "" ? "" : `"rich":{${this.#rich}}`;
    if (this.#values === undefined) return rich;
    const values = [...this.#values].map(
      ([type, entries]) => `${quote(type)}:${JSON.stringify(Object.fromEntries(entries))}`,
    );
    return `${rich}${rich === "" ? "" : ","}"values":{${values.join()}}`;
  }
}
