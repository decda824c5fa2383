import type { HandlerArgs, OperationSpec } from "../../define/model/operation.js";
import { toEnvelope } from "../../define/model/response.js";
import type { Channel } from "../live/channel.js";
import type { AdmittedCaller } from "../live/listener.js";
import type { LiveInput } from "../live/live-operation.js";
import type { View, Views } from "../visibility/views.js";
import { makeContext } from "./make-context.js";
import { type MaybePromise, whenReady } from "./maybe-promise.js";
import { negotiateAction } from "./negotiate-action.js";
import type { OpenStreams } from "./open-streams.js";
import { RequestState, type RequestStep } from "./request-state.js";
import { aroundWithMiddleware, noResponse, runSteps, throwReturned } from "./run-steps.js";
import { selectView } from "./select-view.js";

/**
 * The steps of a request for live notices. The middleware of the API runs before the connection opens, and again whenever its context is
 * made again.
 */
export function liveSteps(
  operation: OperationSpec,
  views: Views,
  streams: OpenStreams,
  live: Channel,
): readonly RequestStep[] {
  /** Finds the caller, and runs steps within the middleware. */
  const admitted = (
    run: (state: RequestState, caller: AdmittedCaller) => MaybePromise<undefined>,
  ): readonly RequestStep[] => {
    const seen = new WeakMap<RequestState, View>();
    const inner: RequestStep = (state) => run(state, { ctx: state.ctx, view: seen.get(state) ?? views.least });
    const see: RequestStep = (state) => {
      seen.set(state, views.of(state.ctx)); // fields are hidden by the context before any middleware
      return undefined;
    };
    return [see, ...aroundWithMiddleware(operation, [inner])];
  };
  const renew = async (state: RequestState): Promise<AdmittedCaller> => {
    let caller: AdmittedCaller | undefined;
    const steps = admitted((_state, admittedCaller) => {
      caller = admittedCaller;
      return undefined;
    });
    const error = await runSteps([makeContext, ...steps], new RequestState(state.request, "", state));
    if (error !== undefined) throw error;
    if (caller === undefined) throw noResponse(operation);
    return caller;
  };
  const open = async (state: RequestState, caller: AdmittedCaller): Promise<undefined> => {
    const { after, input } = state.args as HandlerArgs; // read before the middleware
    state.args = state.query = undefined; // a connection lasts long, and they take 1 kB
    const start = after === undefined ? (input as LiveInput) : { after }; // the header wins
    const data = await live.connect(state, caller, start, () => renew(state));
    if (state.view) state.response = streams.send(state.view.write(toEnvelope(data), state) as Response, state);
  };
  return [
    negotiateAction(operation),
    ...selectView(operation, views),
    ...admitted((state, caller) =>
      whenReady(state.view?.read(state), (error) => {
        throwReturned(error);
        return open(state, caller);
      }),
    ),
  ];
}
