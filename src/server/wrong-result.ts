import { droppedInside } from "../schema/dropped.js";

/**
 * The error if a function of the app returned something else than it must. A promise in particular must not pass: it is truthy, all
 * callers would count as the same one, and Trestle does not await it.
 *
 * @param where The function: `liveChannel: hears`.
 * @param expected What it must return: `true or false`.
 */
export function wrongResult(where: string, expected: string, result: unknown): TypeError {
  droppedInside(result);
  return new TypeError(`${where} must return ${expected}; it returned ${typeof result}.`);
}
