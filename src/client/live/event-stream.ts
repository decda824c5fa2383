import { toByteString } from "../../wire/byte-string.js";
import { END_EVENT, ERROR_EVENT, EVENT_STREAM } from "../../wire/events.js";
import { ACCEPT, CONTENT_TYPE, LAST_EVENT_ID, TYPE_NOTE } from "../../wire/headers.js";
import { revive } from "../../wire/notes/revive.js";
import { ResponseError, isThrown, messageIn, unexpected } from "../errors/response-error.js";
import { isSuperjson, NO_DOCUMENT } from "../send/document.js";
import type { ReadState } from "../read/lazy.js";
import { loadedSuperjson, loadSuperjson } from "../send/superjson.js";
import { withLoaded } from "../send/call.js";
import { onAbort } from "../send/deadline.js";
import type { Outgoing, Transport } from "../send/transport.js";
import type { ActionCall } from "../action/send-action.js";

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

/** A loop over a stream. */
export interface StreamIterator<T> extends AsyncIterator<T, undefined> {
  return(): Promise<IteratorResult<T, undefined>>;
}

/** What the caller of a stream has read before its first connection. */
export interface EarlierReads {
  /** Milliseconds since the first read began. */
  readonly age: () => number;
  /** Called in place of the event `begin`, if the connection brings everything that has happened since then. */
  readonly covered: () => void;
}

/** How the stream of live notices differs from streams that the API declares. */
export interface StreamRules {
  /** The event that a connection without a position begins with: what happened before is unknown. */
  readonly begin?: string;
  /** Lets the connection begin with what happened since the caller began to read. */
  readonly reads?: EarlierReads | undefined;
  /** Milliseconds without a byte after which the connection counts as broken. A laptop that sleeps does not close it. */
  readonly silence?: number;
  /** Whether a failure of the server, or a first 401, leads to another connection. It has fresh headers. */
  readonly persists?: boolean;
}

/**
 * The events of a stream. If the connection breaks, connects again behind the last event. Ends if the server says so, or if the
 * caller's signal is aborted.
 *
 * @param shown Receives the position.
 * @param rules For live notices.
 * @throws {ResponseError} As a rejection, for an error that another connection would get, too.
 */
export function eventsOf(
  transport: Transport,
  call: ActionCall,
  shown: Position,
  rules: StreamRules = {},
): StreamIterator<ReceivedEvent> {
  const leaving = new AbortController();
  async function* run(): AsyncGenerator<ReceivedEvent, undefined, undefined> {
    const signal = call.options?.signal;
    if (signal?.aborted) return;
    const release = signal && onAbort(signal, () => leaving.abort());
    const loop = new Loop(transport, call, shown, leaving.signal, rules);
    try {
      yield* loop.events();
    } finally {
      release?.();
    }
  }
  return closedFirst(run(), () => leaving.abort());
}

/** A generator that waits for an event would return only after it, so its connection is closed first. */
export function closedFirst<T>(events: AsyncGenerator<T, undefined>, close: () => unknown): StreamIterator<T> {
  return {
    next: () => events.next(),
    return: async () => {
      await close();
      return events.return(undefined);
    },
  };
}

/**
 * The server counts back from when it has the request, so the client asks for this many milliseconds more. If the first bytes take longer than
 * that, something may be missing.
 */
const MARGIN = 2000;

class Loop {
  readonly #transport: Transport;
  readonly #segments: readonly unknown[];
  readonly #options: ReadState;
  readonly #shown: Position;
  readonly #leaving: AbortSignal;
  readonly #rules: StreamRules;
  #lastId: string | undefined;
  /** How many connections in a row brought no event. */
  #failures = 0;
  /** Milliseconds that the last connection demanded before the next. */
  #retry: number | undefined;
  /** Whether the last connection failed with a 401. */
  #isRefused = false;

  constructor(
    transport: Transport,
    { segments, input, options }: ActionCall,
    shown: Position,
    leaving: AbortSignal,
    rules: StreamRules,
  ) {
    this.#transport = transport;
    this.#segments = segments;
    this.#options = { headers: options?.headers, extra: input as ReadState["extra"] }; // its members are the parameters
    this.#shown = shown;
    this.#leaving = leaving;
    this.#rules = rules;
    this.#lastId = options?.after;
  }

  async *events(): AsyncGenerator<ReceivedEvent, undefined, undefined> {
    const { isTemporary, pause, waitAfter } = await withLoaded(this.#transport.later, (later) => later);
    while (!this.#leaving.aborted) {
      let failed: ResponseError | undefined;
      try {
        if (yield* this.#connection()) return;
      } catch (error) {
        if (this.#leaving.aborted) return;
        if (!isThrown(error, ResponseError) || !(this.#persists(error) || isTemporary(error))) throw error;
        failed = error;
      }
      await pause(waitAfter(this.#failures++, failed?.response, this.#retry), this.#leaving);
    }
  }

  #persists({ status }: ResponseError): boolean {
    const isFirst = status === 401 && !this.#isRefused;
    this.#isRefused = isFirst;
    return this.#rules.persists === true && (isFirst || status >= 500);
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
    const parser = new EventParser();
    let { begin, reads } = this.#lastId === undefined ? this.#rules : {};
    const age = reads?.age();
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const { body } = await this.#open(connection.signal, age === undefined ? undefined : Math.ceil(age) + MARGIN);
      reader = body?.getReader();
      for (;;) {
        if (this.#rules.silence) timer = setTimeout(close, this.#rules.silence);
        const chunk = await reader?.read().catch(() => undefined); // the connection broke
        clearTimeout(timer);
        if (!chunk?.value) return false;
        const events = parser.push(chunk.value);
        if (parser.lastId !== undefined) {
          this.#failures = 0;
          this.#isRefused = false;
          if (begin !== undefined) {
            this.#lastId = this.#shown.lastId = parser.lastId;
            if (reads && age !== undefined && reads.age() - age <= MARGIN) reads.covered();
            else yield { event: begin, data: {} };
          }
          begin = undefined;
        }
        for (const raw of events) {
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
      this.#retry = parser.retry;
      clearTimeout(timer);
      release();
      close();
    }
  }

  #open(signal: AbortSignal, since: number | undefined): Promise<Response> {
    // In the specification, an empty id clears the position.
    const position = this.#lastId ? { [LAST_EVENT_ID]: toByteString(this.#lastId) } : {};
    const request: Outgoing<Response> = {
      method: "GET",
      urlOf: () => this.#urlOf(since),
      makeBody: async () => ({ headers: { [ACCEPT]: EVENT_STREAM, ...position } }),
      read: async (response) => {
        if (response.headers.get(CONTENT_TYPE)?.startsWith(EVENT_STREAM)) return response;
        await response.body?.cancel();
        throw NO_DOCUMENT;
      },
    };
    return this.#transport.send(request, { ...this.#options, signal, retry: 0 });
  }

  readonly #urlOf = (since?: number) =>
    this.#transport.urlOf(this.#segments, since === undefined ? this.#options : { ...this.#options, extra: { since } });
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
    return (await this.#transport.later()).failed(response, this.#label);
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

/** An event as it arrives: texts. */
export interface RawEvent {
  /** Its name; `message` if the server gave none. */
  readonly event: string;
  readonly data: string;
  /** Undefined if this event has no id of its own. */
  readonly id: string | undefined;
  /** The type note of its data, as JSON. */
  readonly note: string | undefined;
}

const NOTE = `: ${TYPE_NOTE} `;

/**
 * Parses server-sent events from chunks, which may end anywhere: within a character, or between CR and LF. Each byte is read
 * once, so the time is linear. An event that is not complete when the chunks end is dropped.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export class EventParser {
  /** The id of the last block that had one, even if that block was not an event. */
  lastId: string | undefined;
  /** Milliseconds that the server wants clients to wait before they connect again. */
  retry: number | undefined;

  readonly #decoder = new TextDecoder(); // drops a byte order mark
  #line = "";
  #isAfterCr = false;
  #event = "";
  #data: string[] = [];
  #id: string | undefined;
  #note: string | undefined;

  /** Adds a chunk, and returns the events that it completes. */
  push(chunk: Uint8Array): RawEvent[] {
    const text = this.#decoder.decode(chunk, { stream: true });
    const events: RawEvent[] = [];
    const ends = /\r\n|\n|\r/g;
    if (text !== "") {
      if (this.#isAfterCr && text[0] === "\n") ends.lastIndex = 1; // the other half of a CR LF
      this.#isAfterCr = text.endsWith("\r");
    }
    let start = ends.lastIndex;
    for (let end = ends.exec(text); end; end = ends.exec(text)) {
      const event = this.#endLine(this.#line + text.slice(start, end.index));
      if (event) events.push(event);
      this.#line = "";
      start = ends.lastIndex;
    }
    this.#line += text.slice(start);
    return events;
  }

  #endLine(line: string): RawEvent | undefined {
    if (line === "") return this.#endBlock();
    if (line.startsWith(NOTE)) this.#note = line.slice(NOTE.length);
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + (line[colon + 1] === " " ? 2 : 1));
    if (name === "data") this.#data.push(value);
    else if (name === "event") this.#event = value;
    else if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^\d+$/.test(value)) this.retry = Number(value);
    return undefined; // a comment, or a field that does not exist
  }

  #endBlock(): RawEvent | undefined {
    const data = this.#data;
    const raw = { event: this.#event || "message", data: data.join("\n"), id: this.#id, note: this.#note };
    this.lastId = this.#id ?? this.lastId;
    this.#event = "";
    this.#data = [];
    this.#id = this.#note = undefined;
    return data.length > 0 ? raw : undefined;
  }
}
