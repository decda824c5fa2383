import { META, type RichMeta } from "../../wire/notes/note.js";
import type { Document } from "../send/document.js";
import { join } from "./link-rows.js";
import { loadedSuperjson } from "../send/superjson.js";
import { revive } from "../../wire/notes/revive.js";
import { messageIn } from "../errors/thrown.js";
import { unexpected } from "../errors/unexpected.js";

/** How many resources a response may contain. Undefined if only the server knows, as on a related path. */
export type Expected = "one" | "many" | undefined;

/**
 * Joins a document, and checks that it contains what the client requested. It depends on its arguments alone, so it can read
 * a cached document again.
 *
 * @param label The request, for messages.
 * @param versions Gets what the document says about versions.
 * @throws {Unexpected} `malformed`, if the document is not the one that the client requested.
 */
export function readResult(
  document: Document,
  include: readonly string[] | undefined,
  expected: Expected,
  label: () => string,
  versions?: object,
) {
  try {
    if (versions) Object.assign(versions, (document.meta?.[META] as RichMeta | undefined)?.versions);
    const { result: value } = document;
    if (value) return revive(value.json, value.note, loadedSuperjson);
    const result = join(document, include);
    const shown = Array.isArray(result) ? "many" : result && "one";
    if (expected && shown !== expected) throw new Error(`it contains ${shown ?? "none"}, not ${expected}`);
    return result;
  } catch (cause) {
    throw unexpected("malformed", `The response to ${label()} is malformed: ${messageIn(cause)}.`, { cause });
  }
}
