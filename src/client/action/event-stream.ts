import { toByteString } from "../../wire/byte-string.js";
import { END_EVENT, ERROR_EVENT } from "../../wire/events.js";
import { ACCEPT, CONTENT_TYPE, LAST_EVENT_ID } from "../../wire/headers.js";
import { EVENT_STREAM } from "../../wire/media-types.js";
import { revive } from "../../wire/notes/revive.js";
import { ResponseError } from "../errors/error-response.js";
import { failedResponse } from "../errors/failed-response.js";
import { isThrown, messageIn } from "../errors/thrown.js";
import { unexpected } from "../errors/unexpected.js";
import { isSuperjson, readDocument } from "../read/document.js";
import type { ReadState } from "../read/read-source.js";
import { loadedSuperjson, loadSuperjson } from "../read/superjson.js";
import { onAbort } from "../request/on-abort.js";
import type { Transport } from "../request/transport.js";
import type { ActionCall } from "./action-call.js";
import { EventParser, type RawEvent } from "./event-parser.js";
import { isTemporary, pause, waitAfter } from "./reconnect.js";

/** An event as a loop receives it. */
interface ReceivedEvent {
  readonly event: string;
  readonly id?: string;
  readonly data: unknown;
}

/** The id of the last event that had one. The stream shows it to its user. */
export interface Position {
  lastId: string | undefined;
}

/** A loop over the events of a stream. */
export interface EventIterator extends AsyncIterator<ReceivedEvent, undefined> {
  return(): Promise<IteratorResult<ReceivedEvent, undefined>>;
}

/**
 * The events of a stream. If the connection breaks, connects again behind the last event. Ends if the server says so, or if the
 * caller's signal is aborted.
 *
 * @param shown Receives the position.
 * @throws {ResponseError} As a rejection, for an error that another connection would get, too.
 */
export function eventsOf(transport: Transport, call: ActionCall, shown: Position): EventIterator {
  const leaving = new AbortController();
  const events = run();
  async function* run(): AsyncGenerator<ReceivedEvent, undefined, undefined> {
    const signal = call.options?.signal;
    if (signal?.aborted) return;
    const release = signal && onAbort(signal, () => leaving.abort());
    const loop = new Loop(transport, call, shown, leaving.signal);
    try {
      yield* loop.events();
    } finally {
      release?.();
    }
  }
  return {
    next: () => events.next(),
    // A generator that waits for an event would return only after it, so the connection is closed first.
    return: () => {
      leaving.abort();
      return events.return(undefined);
    },
  };
}

class Loop {
  readonly #transport: Transport;
  readonly #segments: readonly unknown[];
  readonly #options: ReadState;
  readonly #shown: Position;
  readonly #leaving: AbortSignal;
  #lastId: string | undefined;
  /** How many connections in a row brought no event. */
  #failures = 0;

  constructor(transport: Transport, { segments, input, options }: ActionCall, shown: Position, leaving: AbortSignal) {
    this.#transport = transport;
    this.#segments = segments;
    this.#options = { headers: options?.headers, extra: input as ReadState["extra"] }; // its members are the parameters
    this.#shown = shown;
    this.#leaving = leaving;
    this.#lastId = options?.after;
  }

  async *events(): AsyncGenerator<ReceivedEvent, undefined, undefined> {
    while (!this.#leaving.aborted) {
      let failed: ResponseError | undefined;
      try {
        if (yield* this.#connection()) return;
      } catch (error) {
        if (this.#leaving.aborted) return;
        if (!isThrown(error, ResponseError) || !isTemporary(error)) throw error;
        failed = error;
      }
      await pause(waitAfter(this.#failures++, failed?.response), this.#leaving);
    }
  }

  /** The events of one connection. Returns whether the stream is complete; otherwise the connection broke. */
  async *#connection(): AsyncGenerator<ReceivedEvent, boolean, undefined> {
    const connection = new AbortController();
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    const close = () => {
      connection.abort();
      reader?.cancel().catch(() => {}); // a `fetch` of the user's may ignore the signal
    };
    const release = onAbort(this.#leaving, close);
    try {
      const { body } = await this.#open(connection.signal);
      reader = body?.getReader();
      const parser = new EventParser();
      for (;;) {
        const chunk = await reader?.read().catch(() => undefined); // the connection broke
        if (!chunk?.value) return false;
        for (const raw of parser.push(chunk.value)) {
          if (this.#leaving.aborted) return true;
          if (raw.event === END_EVENT) return true;
          if (raw.event === ERROR_EVENT) throw await this.#errorIn(raw.data);
          this.#failures = 0;
          this.#lastId = this.#shown.lastId = raw.id ?? this.#lastId;
          yield await this.#received(raw);
        }
        this.#lastId = this.#shown.lastId = parser.lastId ?? this.#lastId;
      }
    } finally {
      release();
      close();
    }
  }

  #open(signal: AbortSignal): Promise<Response> {
    // In the specification, an empty id clears the position.
    const position = this.#lastId ? { [LAST_EVENT_ID]: toByteString(this.#lastId) } : {};
    const about = async () => ({ about: { [ACCEPT]: EVENT_STREAM, ...position } });
    return this.#transport.send("GET", this.#urlOf, about, { ...this.#options, signal }, async (response, label) => {
      if (!response.ok) await readDocument(response, label); // throws the error in the response
      if (response.headers.get(CONTENT_TYPE)?.startsWith(EVENT_STREAM)) return response;
      await response.body?.cancel();
      throw failedResponse(label(), response, undefined);
    });
  }

  readonly #urlOf = () => this.#transport.urlOf(this.#segments, this.#options);
  readonly #label = () => `GET ${new URL(this.#urlOf()).pathname}`;

  async #received({ event, id, data, note }: RawEvent): Promise<ReceivedEvent> {
    try {
      const notes = note === undefined ? undefined : JSON.parse(note);
      if (isSuperjson(notes)) await loadSuperjson();
      return { event, ...(id !== undefined && { id }), data: revive(JSON.parse(data), notes, loadedSuperjson) };
    } catch (cause) {
      const message = `The event "${event}" of ${this.#label()} is malformed: ${messageIn(cause)}.`;
      throw unexpected("malformed", message, { cause });
    }
  }

  /** The error in the last event of a stream, as if it were the response. */
  async #errorIn(text: string): Promise<unknown> {
    const response = new Response(text, { status: statusIn(text) });
    return readDocument(response, this.#label).catch((error) => error);
  }
}

/** The status of an error document. 500 if it has none. */
function statusIn(text: string): number {
  try {
    const { status } = JSON.parse(text).errors[0];
    return /^[45]\d\d$/.test(status) ? Number(status) : 500;
  } catch {
    return 500;
  }
}
