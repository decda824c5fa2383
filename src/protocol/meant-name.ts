import { closest } from "../define/model/names.js";

/** The number of errors of a request that may suggest a name, because comparing names takes long. */
const SUGGESTIONS = 5;

/** The letters of a client's name that are compared. */
const COMPARED = 80;

/**
 * The name that a client may have meant.
 *
 * @param errors The errors of the request so far. After the first few, no name is suggested.
 */
export function meantName(name: string, names: Iterable<string>, errors: readonly unknown[]): string | undefined {
  return errors.length < SUGGESTIONS ? closest(name.slice(0, COMPARED), names) : undefined;
}
