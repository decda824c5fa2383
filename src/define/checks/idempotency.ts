import { operationsOf, type RouterSpec } from "../model/router.js";
import { fail } from "./fail.js";

/** Throws if an operation is idempotent and the router has nowhere to store its keys. */
export function checkIdempotency(router: RouterSpec): void {
  const { idempotency, transaction } = router;
  const first = operationsOf(router).find(({ options }) => options.idempotent);
  if (first === undefined) return;
  if (typeof idempotency?.store?.claim !== "function") {
    fail(
      first,
      "an idempotent operation needs a store for its keys. Add it to the router: t.router(routes, { idempotency: { store: memoryStore(), caller: (ctx) => ctx.user } }).",
    );
  }
  if (idempotency.store.inTransaction && transaction === undefined) {
    throw new TypeError(
      "t.router: the store of idempotency writes in the router's transaction. Add the option transaction, or use another store.",
    );
  }
}
