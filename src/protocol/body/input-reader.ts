import type { z } from "zod";
import type { TypeNote } from "../../wire/notes/note.js";
import { DEFAULT_LIMITS } from "../limits.js";
import { type ErrorObject, RequestError } from "../errors/request-error.js";
import type { AllowedTypes } from "../notes/request-notes.js";
import { whenReady } from "../maybe-promise.js";
import { AttributeReader } from "./attribute-reader.js";
import { parseJson } from "./parse-document.js";

/** Parses the JSON body of a command with the schema of its input. */
export class InputReader {
  readonly #reader: AttributeReader;
  readonly #nesting: number;

  /** @param nesting The maximum number of levels. */
  constructor(schema: z.ZodType, allowedTypes?: AllowedTypes, nesting = DEFAULT_LIMITS.nesting) {
    this.#reader = new AttributeReader(undefined, schema, allowedTypes);
    this.#nesting = nesting;
  }

  /**
   * @param body The body. Without one, the input is an empty object.
   * @param note The header with the type note, if the client sent it.
   * @throws {RequestError} 400 if the body is not JSON, and 422 with a pointer for each issue of the schema.
   */
  readText(body: string | undefined, note: string | undefined): unknown {
    const value = body === undefined || body === "" ? {} : parseJson(body, this.#nesting);
    return this.read(value, note);
  }

  /** Parses a value. @throws {RequestError} 422 with a pointer for each issue of the schema. */
  read(value: unknown, note: string | undefined): unknown {
    const errors: ErrorObject[] = [];
    const notes = note === undefined ? undefined : (parseJson(note) as TypeNote); // an invalid note is ignored
    return whenReady(this.#reader.read(value, "", errors, notes), (parsed) => {
      if (errors.length > 0) throw new RequestError(errors);
      return parsed?.value;
    });
  }
}
