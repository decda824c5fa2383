import type { Document } from "./document.js";
import { join } from "./link-rows.js";
import { messageIn } from "../errors/thrown.js";
import { unexpected } from "../errors/unexpected.js";

/** How many resources an answer may show: undefined where only the server knows, as on a related path. */
export type Expected = "one" | "many" | undefined;

/**
 * Joins a document, and holds it to what was asked for. It depends on its arguments alone, and can be called again for
 * a document that was kept.
 *
 * @param label The request, for messages.
 * @throws {Unexpected} `malformed`, when the document is not what was asked for.
 */
export function readResult(
  document: Document,
  include: readonly string[] | undefined,
  expected: Expected,
  label: () => string,
) {
  try {
    const result = join(document, include);
    const shown = Array.isArray(result) ? "many" : result && "one";
    if (expected && shown !== expected) throw new Error(`it has ${shown ?? "none"}, not ${expected}`);
    return result;
  } catch (cause) {
    throw unexpected("malformed", `${label()} is malformed: ${messageIn(cause)}`, { cause });
  }
}
