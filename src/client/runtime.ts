import { LIVE } from "../wire/live.js";
import type { PlannedBatch } from "./atomic/plan.js";
import { sendBatch } from "./atomic/send-batch.js";
import type { SendOptions } from "./send/options.js";
import type { Document } from "./send/document.js";
import { readResult } from "./read/read-result.js";
import type { ReadState } from "./read/read-source.js";
import type { Transport } from "./send/transport.js";
import { withLoaded } from "./send/with-loaded.js";
import type { SentWrite } from "./send/sent-write.js";
import { actionBody } from "./action/action-body.js";
import type { ActionCall } from "./action/action-call.js";
import { eventsOf, type Position, type StreamIterator } from "./action/event-stream.js";
import { readAction } from "./action/read-action.js";

// The client loads this file at the first call of an action or a batch. One file for both: a bundler moves what they share with the rest of
// the client into one chunk.

/** Sends a command. */
export function sendCommand(
  transport: Transport,
  { type, segments, input, options = {} }: ActionCall,
): Promise<unknown> {
  const place = !type ? "api" : segments.length > 2 ? "item" : "collection";
  const about: SentWrite = { method: "POST", segments, place, input, options };
  const { include, onProgress } = options;
  const urlOf = () => transport.urlOf(segments, include ? { include } : {});
  const read = async (response: Response, label: () => string) => {
    about.response = response;
    about.document = await readAction(response, label);
    return readResult(about.document, include, undefined, label);
  };
  const makeBody = () => actionBody(input, transport.options);
  return transport.write(about, options, makeBody, (makeBody, options) => {
    const send = (from: Transport, body: typeof makeBody) => from.send("POST", urlOf, body, options, read);
    if (!onProgress) return send(transport, makeBody);
    return withLoaded(
      () => import("./action/progress.js"),
      (own) => own.sendMeasured(transport, makeBody, onProgress, send),
    );
  });
}

/** Sends a query. Its result is a document, which `trestle/query` can cache. */
export function loadQuery(transport: Transport, segments: readonly unknown[], state: ReadState): Promise<Document> {
  const urlOf = () => transport.urlOf(segments, state);
  return transport.send("GET", urlOf, () => actionBody(undefined, transport.options), state, readAction);
}

/** Sends a batch of writes. */
export function sendPlanned(transport: Transport, batch: PlannedBatch, options: SendOptions = {}): Promise<unknown> {
  return sendBatch(transport, batch, options);
}

/** Begins a loop over a stream, or over live notices. */
export async function openStream(
  transport: Transport,
  call: ActionCall,
  shown: Position,
): Promise<StreamIterator<unknown>> {
  if (call.segments[0] !== LIVE) return eventsOf(transport, call, shown); // no stream of an API can have this name
  const { noticesOf } = await import("./live/notices.js");
  return noticesOf(transport, call, shown);
}
