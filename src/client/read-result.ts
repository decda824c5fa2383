import type { Document } from "./document.js";
import { join } from "./join.js";
import { SuperjsonNeeded } from "../rich/superjson.js";
import { ResponseError } from "./response-error.js";
import { unexpected } from "./unexpected.js";

/** How many resources an answer may show: undefined where only the server knows, as on a related path. */
export type Expected = "one" | "many" | undefined;

/**
 * Joins a document, and holds it to what was asked for. It depends on its arguments alone, and can be called again for
 * a document that was kept.
 *
 * @param label The request, for messages.
 * @throws {Unexpected} `malformed`, when the document is not what was asked for.
 */
export function readResult(document: Document, include: readonly string[], expected: Expected, label: string) {
  const result = joined(document, include, label);
  const shown = Array.isArray(result) ? "many" : result && "one";
  if (expected && shown !== expected) {
    throw unexpected(
      "malformed",
      `${label} answered with ${shown ?? "no"} resource(s), where ${expected} was asked for.`,
    );
  }
  return result;
}

function joined(document: Document, include: readonly string[], label: string) {
  try {
    return join(document, include);
  } catch (error) {
    if (error instanceof ResponseError || error instanceof SuperjsonNeeded) throw error;
    // A value that is not what the document's meta says of it.
    throw unexpected("malformed", `${label} answered with a value that cannot be read: ${error}`, { cause: error });
  }
}
