import type { OperationSpec } from "../../define/model/operation.js";
import { isResponse } from "../http.js";
import type { Channel } from "../live/channel.js";
import type { Views } from "../visibility/views.js";
import { refuseCrossSite, type TrustedOrigins } from "./cross-site.js";
import { callHandler, handlerSteps } from "./handler-steps.js";
import { makeContext } from "./make-context.js";
import { whenReady } from "./maybe-promise.js";
import { negotiateAction } from "./negotiate-action.js";
import type { OpenStreams } from "./open-streams.js";
import type { RequestStep } from "./request-state.js";
import { readRpc, writeRpc } from "./rpc.js";
import { aroundWithMiddleware } from "./run-steps.js";
import { selectView } from "./select-view.js";
import { onceInTransaction, startWrite, type Writes } from "./write-steps.js";

/** The steps of a request for a command, a query or a stream. */
export function actionSteps(
  operation: OperationSpec,
  views: Views,
  streams: OpenStreams,
  trusted: TrustedOrigins,
  writes: Writes,
): readonly RequestStep[] {
  const head = [
    ...listed(refuseCrossSite(operation, trusted)), // 403
    negotiateAction(operation), // 415, 406
    ...selectView(operation, views),
  ];
  const steps = handlerSteps(operation, writes.live, (response, state) =>
    isResponse(response) ? streams.send(response, state) : response,
  );
  if (!operation.options.idempotent) return [...head, ...aroundWithMiddleware(operation, steps)];
  const once = onceInTransaction(operation, writes, steps, ({ write }) => write?.text?.body);
  return [
    startWrite(operation, writes),
    ...head,
    ...aroundWithMiddleware(operation, [keepText(operation, writes.bodySize), ...once]),
  ];
}

/** Reads the body of an action, and keeps it: an adapter may read it only once. */
function keepText({ options }: OperationSpec, bodySize: number): RequestStep {
  if (options.input === undefined) return () => undefined;
  return (state) =>
    whenReady(state.readText(bodySize), (body) => {
      if (state.write) state.write.text = { body };
      return undefined;
    });
}

/** The steps of a request for an rpc: the request is not negotiated, and the handler's response is sent as it is. */
export function rpcSteps(
  operation: OperationSpec,
  bodySize: number,
  streams: OpenStreams,
  trusted: TrustedOrigins,
  live: Channel | undefined,
): readonly RequestStep[] {
  return [
    ...listed(refuseCrossSite(operation, trusted)), // 403
    makeContext,
    ...aroundWithMiddleware(operation, [
      readRpc(operation, bodySize),
      callHandler(operation, live, writeRpc(operation, streams)),
    ]),
  ];
}

function listed<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}
