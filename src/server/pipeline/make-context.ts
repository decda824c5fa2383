import { type MaybePromise, whenReady } from "./maybe-promise.js";
import type { RequestState } from "./request-state.js";

export function makeContext(state: RequestState): MaybePromise<undefined> {
  return whenReady(state.request.makeContext(), setContext, state);
}

function setContext(ctx: object, state: RequestState): undefined {
  state.ctx = ctx;
}
