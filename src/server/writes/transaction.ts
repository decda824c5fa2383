import { type OperationSpec, operationName } from "../../define/model/operation.js";
import type { OperationInfo } from "../../define/types/operation-info.js";
import type { Ran, Transaction } from "../../define/types/router-options.js";
import { errorObjectsOf } from "../../protocol/errors/error-document.js";
import type { RequestState } from "../kernel/request-state.js";

const RAN = {} as Ran; // `run` returns it only for its type

/**
 * Runs a write in the router's transaction. It commits only after the response is written, and not after the timeout, when the client has
 * already received a 503.
 *
 * @param run Runs the write. It is called again if the transaction tries again.
 */
export async function withinTransaction(
  { info }: OperationSpec,
  transaction: Transaction<object>,
  state: RequestState,
  run: () => Promise<void>,
): Promise<void> {
  let ending: Ending | undefined;
  const attempt = async (ctx: object): Promise<Ran> => {
    ending = { isDone: false };
    try {
      state.ctx = ctx;
      state.changes = undefined; // of an attempt that was rolled back
      requireTime(state, info); // the transaction may have waited for a connection
      await run();
      requireTime(state, info);
    } catch (error) {
      ending = { isDone: true, failure: { error } };
      throw error;
    }
    ending = { isDone: true, response: state.response };
    state.response = undefined; // until the commit, nothing may be sent
    return RAN;
  };
  try {
    await transaction({ ctx: state.ctx, remaining: state.life.remaining }, attempt);
  } catch (error) {
    if (ending?.failure) throw ending.failure.error; // a failing rollback must not hide why it rolled back
    // The commit failed, or only its answer was lost. An error of the API says that nothing was committed.
    const isUndone = errorObjectsOf(error, state) !== undefined || isRolledBack(error);
    if (state.write && ending) state.write.mayBeCommitted = !isUndone;
    throw error;
  }
  if (!ending?.isDone) {
    if (state.write && ending) state.write.mayBeCommitted = true;
    throw new TypeError(`${operationName(info)}: the router's transaction must return the promise of run(ctx).`);
  }
  if (ending.failure) throw ending.failure.error;
  state.response = ending.response;
  if (state.write) state.write.isCommitted = true;
}

/** Throws if the timeout is over, so that nothing is committed after the client has received a 503. */
function requireTime({ life }: RequestState, info: OperationInfo): void {
  if (!life.isExpired) return;
  throw new Error(`${operationName(info)}: the transaction was rolled back, because the timeout was over.`);
}

/**
 * Whether an error of SQL says that the transaction was rolled back: because of a constraint, of another transaction, or of a statement
 * that failed before. After 40003, the result is unknown.
 */
function isRolledBack(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && /^((23|40(?!003))[0-9A-Z]{3}|25P02)$/.test(`${cause.code}`)) return true;
  }
  return false;
}

/** What one call of `run` came to. */
interface Ending {
  readonly isDone: boolean;
  readonly failure?: { readonly error: unknown };
  readonly response?: RequestState["response"];
}
