import type { Document } from "../read/document.js";
import { readResult } from "../read/read-result.js";
import type { ReadState } from "../read/read-source.js";
import type { Transport } from "../request/transport.js";
import { sendKeyed } from "../write/keyed.js";
import type { SentWrite } from "../write/write-input.js";
import { actionBody } from "./action-body.js";
import type { ActionCall } from "./action-call.js";
import { type EventIterator, eventsOf, type Position } from "./event-stream.js";
import { readAction } from "./read-action.js";

// The client loads this file at the first call of an action.

/** Sends a command. */
export function sendCommand(
  transport: Transport,
  { type, segments, input, options = {} }: ActionCall,
): Promise<unknown> {
  const place = !type ? "api" : segments.length > 2 ? "item" : "collection";
  const about: SentWrite = { method: "POST", segments, place, input, options };
  const { include } = options;
  const urlOf = () => transport.urlOf(segments, include ? { include } : {});
  const read = async (response: Response, label: () => string) => {
    about.response = response;
    about.document = await readAction(response, label);
    return readResult(about.document, include, undefined, label);
  };
  const makeBody = () => actionBody(input, transport.options);
  const call = sendKeyed(transport, options, makeBody, (makeBody, options) =>
    transport.send("POST", urlOf, makeBody, options, read),
  );
  for (const listener of transport.listeners) listener(about, call);
  return call;
}

/** Sends a query. Its result is a document, which `trestle/query` can cache. */
export function loadQuery(transport: Transport, segments: readonly unknown[], state: ReadState): Promise<Document> {
  const urlOf = () => transport.urlOf(segments, state);
  return transport.send("GET", urlOf, () => actionBody(undefined, transport.options), state, readAction);
}

/** Begins a loop over a stream. */
export function openStream(transport: Transport, call: ActionCall, shown: Position): EventIterator {
  return eventsOf(transport, call, shown);
}
