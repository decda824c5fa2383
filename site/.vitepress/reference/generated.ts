import { errorPages } from "./error-codes.js";
import { referencePages } from "./reference.js";

let found: ReadonlyMap<string, string> | undefined;

/** The Markdown of the pages that have no file, by their path, as `errors/required.md`: the reference and the error codes. */
export function generatedMarkdown(): ReadonlyMap<string, string> {
  found ??= new Map([...referencePages(), ...errorPages()].map(({ path, markdown }) => [path, markdown]));
  return found;
}
