import { type MaybePromise, whenReady } from "./maybe-promise.js";
import type { RequestState } from "./request-state.js";

export function makeContext(state: RequestState): MaybePromise<undefined> {
  return whenReady(state.request.makeContext(), (ctx) => {
    state.ctx = ctx;
    return undefined;
  });
}
