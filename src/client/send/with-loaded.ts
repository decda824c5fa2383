import { messageIn } from "../errors/thrown.js";
import { unexpected } from "../errors/unexpected.js";

/**
 * Copies what a call was given, and loads the code that sends it.
 *
 * @param make Makes the copy, before anything is loaded.
 * @throws {Unexpected} `not_sent`, as a rejection, if one of them fails.
 */
export async function withLoaded<TOwn, TModule, T>(
  make: () => TOwn,
  load: () => Promise<TModule>,
  use: (module: TModule, own: TOwn) => T | Promise<T>,
): Promise<T> {
  let own: TOwn;
  let module: TModule;
  try {
    own = make();
    module = await load();
  } catch (cause) {
    throw unexpected("not_sent", `The request was not sent: ${messageIn(cause)}`, { cause });
  }
  return use(module, own);
}
