import type { HandlerArgs } from "../../define/model/operation.js";
import { NO_QUERY } from "../../protocol/query/parsed-query.js";
import { toEnvelope } from "../../define/model/response.js";
import { type OperationView, RequestState } from "../kernel/request-state.js";
import type { Channel } from "../live/channel.js";
import type { AdmittedCaller } from "../live/listener.js";
import type { LiveInput } from "../live/live-operation.js";
import { negotiateAction } from "../kernel/negotiate.js";
import { runMiddlewareInTime, jsonApi, meetCaller } from "./serve.js";
import { noResponse, type ServedOperation, type Way } from "./served-api.js";

/** Live notices. The router's middleware runs before a connection opens, and again whenever its context is made again. */
export function liveNotices(live: Channel): Way {
  return {
    ...jsonApi,
    async serve(operation, state) {
      negotiateAction(operation.spec, undefined, state); // 406
      meetCaller(operation, state, await state.request.makeContext()); // what the context throws
      await runMiddlewareInTime(operation, state);
    },
    async withinMiddleware(operation, state) {
      const view = state.view as OperationView; // `meetCaller` found it
      state.refusal = await view.read(state); // 400
      if (state.refusal !== undefined) return;
      const { after, input } = state.args as HandlerArgs; // `read` made them
      state.args = undefined;
      state.query = NO_QUERY; // a connection lasts long, and they take 1 kB
      const start = after === undefined ? (input as LiveInput) : { after }; // the header wins
      const caller = { ctx: state.ctx, view: view.apiView };
      const data = await live.connect(state, caller, start, () => renew(operation, state));
      state.response = operation.api.shared.streams.send(view.write(toEnvelope(data), state) as Response, state); // a stream becomes a Response
    },
  };
}

/** Makes the caller of a connection anew. */
async function renew(operation: ServedOperation, { request, life }: RequestState): Promise<AdmittedCaller> {
  const state = new RequestState(request, "", life);
  state.ctx = await request.makeContext();
  const view = operation.api.shared.views.of(state.ctx); // fields are hidden by the context before any middleware
  let caller: AdmittedCaller | undefined;
  const admit = operation.around(async () => {
    caller = { ctx: state.ctx, view };
  });
  await admit(operation, state);
  if (caller === undefined) throw noResponse(operation.spec);
  return caller;
}
