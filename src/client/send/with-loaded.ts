import { messageIn } from "../errors/thrown.js";
import { unexpected } from "../errors/unexpected.js";

/**
 * Loads the code that sends a call.
 *
 * @throws {Unexpected} `not_sent`, as a rejection, if that fails.
 */
export async function withLoaded<TLoaded, T>(
  load: () => Promise<TLoaded>,
  use: (loaded: TLoaded) => T | Promise<T>,
): Promise<T> {
  let loaded: TLoaded;
  try {
    loaded = await load();
  } catch (cause) {
    throw unexpected("not_sent", `The request was not sent: ${messageIn(cause)}`, { cause });
  }
  return use(loaded);
}
