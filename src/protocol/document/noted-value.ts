import type { z } from "zod";
import { noteOf } from "../../wire/notes/note-of.js";
import type { TypeNote } from "../../wire/notes/note.js";
import { PER_VALUE, schemaNote } from "../notes/schema-note.js";
import { superjson } from "../notes/superjson.js";
import { ValueMismatch } from "./row-error.js";
import { checkedWriter, valueKeeper, valueWriter } from "./value-writer.js";

/** A value as JSON, with its type note. */
export interface NotedValue {
  /** Undefined for a value that JSON omits. */
  readonly json: string | undefined;
  /** Undefined if JSON carries the value as it is. */
  readonly note: TypeNote | undefined;
}

/**
 * Compiles the writer of a value outside of any resource: the result of an action, or the data of an event. It omits members
 * that the schema does not declare.
 *
 * @param where Begins the message about a value that does not fit: `tickets.query("stats")`.
 * @param checkSchemas Whether values must also pass the whole schema.
 */
export function notedValueWriter(
  schema: z.ZodType,
  where: string,
  checkSchemas: boolean,
): (value: unknown) => NotedValue {
  const write = checkSchemas ? checkedWriter(schema) : valueWriter(schema);
  const note = schemaNote(schema, "output");
  const keep = valueKeeper(schema);
  return (value) => {
    try {
      const json = write(value);
      return { json, note: note === PER_VALUE ? noteOf(keep(value), superjson) : note };
    } catch (error) {
      if (!(error instanceof ValueMismatch)) throw error;
      const path = error.path.length === 0 ? "The result" : error.path.join(".");
      throw new TypeError(`${where}: ${path} ${error.message}.`, { cause: error });
    }
  };
}
