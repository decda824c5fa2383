import { CHANGE_EVENT, type Notice, RESET_EVENT, LIVE } from "../../wire/live.js";
import type { ActionCall } from "../action/send-action.js";
import { closedFirst, type EarlierReads, eventsOf, type Position, type StreamIterator } from "./event-stream.js";
import type { Transport } from "../send/transport.js";
import type { LiveReset } from "../types/client.js";

// The client loads this folder for the first loop over a stream, or over live notices.

/** Milliseconds: a server sends something every 15 s, and proxies close connections that are quiet for 60 s. */
const SILENCE = 60_000;

/**
 * The live notices of an API. Without a position, the first item is a `reset`, and what happens from then on follows.
 *
 * @param reads If the notices begin where these reads began, the first item is not a `reset`.
 */
export function noticesOf(
  transport: Transport,
  call: ActionCall,
  shown: Position,
  reads?: EarlierReads,
): StreamIterator<Notice | LiveReset> {
  let position = call.options?.after;
  let before: string | undefined;
  const received: Position = {
    get lastId() {
      return position;
    },
    set lastId(id) {
      [before, position] = [position, id];
      shown.lastId = id;
    },
  };
  const events = eventsOf(transport, call, received, { begin: RESET_EVENT, reads, silence: SILENCE, persists: true });
  async function* run(): AsyncGenerator<Notice | LiveReset, undefined, undefined> {
    for (let next = await events.next(); !next.done; next = await events.next()) {
      const { event, data } = next.value;
      if (event === RESET_EVENT) yield { op: "reset" };
      if (event !== CHANGE_EVENT) continue;
      shown.lastId = before; // who leaves in the middle of a list gets all of it again
      yield* data as readonly Notice[]; // what the event of this name carries
      shown.lastId = position;
    }
    return undefined;
  }
  return closedFirst(run(), () => events.return());
}

/** Begins a loop over a stream, or over live notices. */
export function openStream(transport: Transport, call: ActionCall, shown: Position): StreamIterator<unknown> {
  return call.segments[0] === LIVE ? noticesOf(transport, call, shown) : eventsOf(transport, call, shown); // no stream of an API can have this name
}
