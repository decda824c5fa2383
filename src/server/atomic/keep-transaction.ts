import type { RequestState } from "../kernel/request-state.js";

type Members = Readonly<Record<PropertyKey, unknown>>;

/**
 * The members of the context that the transaction replaced.
 *
 * @param before The context that the transaction was given.
 */
export function transactionMembers(before: object, within: object): Members {
  const outside = before as Members; // any object may be read by key
  const inside = within as Members;
  const names = Reflect.ownKeys(inside).filter((name) => inside[name] !== outside[name]);
  return Object.fromEntries(names.map((name) => [name, inside[name]]));
}

/** Puts them back after the middleware of an operation, which may add a database of its own: a write there could not be undone. */
export function keepTransaction(state: RequestState): void {
  const members = state.write?.members;
  const ctx = state.ctx as Members; // as above
  if (members === undefined || Reflect.ownKeys(members).every((name) => ctx[name] === members[name])) return;
  state.ctx = { ...ctx, ...members };
}
