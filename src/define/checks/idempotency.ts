import { OPERATIONS } from "../../wire/operations.js";
import { operationsOf, type RouterSpec } from "../model/router.js";
import { fail } from "./fail.js";

/** Throws if an operation is idempotent and the router has nowhere to store its keys, or a batch could run it without its key. */
export function checkIdempotency(router: RouterSpec): void {
  const { idempotency, transaction, atomic } = router;
  checkBatchedKeys(router);
  const first = [...operationsOf(router), ...(atomic ? [atomic.operation] : [])].find(
    ({ options }) => options.idempotent,
  );
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

/** A batch has one key for all of its operations, so it must require that key if one of them does. */
function checkBatchedKeys(router: RouterSpec): void {
  if (router.atomic === undefined || router.atomic.operation.options.idempotent === "required") return;
  const keyed = [...operationsOf(router)].find(
    ({ info, options }) => options.idempotent === "required" && OPERATIONS[info.kind].target !== "action",
  );
  if (keyed === undefined) return;
  fail(
    keyed,
    'it requires an Idempotency-Key, but POST /operations would run it without one. Write atomic: { idempotent: "required" }.',
  );
}
