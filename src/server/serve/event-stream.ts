import { type OperationSpec, operationName } from "../../define/model/operation.js";
import { type NotedValue, notedValueWriter } from "../../protocol/document/noted-value.js";
import { droppedInside } from "../../schema/dropped.js";
import { END_EVENT, ERROR_EVENT } from "../../wire/events.js";
import { CACHE_CONTROL, CONTENT_TYPE, CONTENT_TYPE_OPTIONS, NOSNIFF, TYPE_NOTE } from "../../wire/headers.js";
import { LIVE } from "../../wire/live.js";
import { EVENT_STREAM } from "../../wire/events.js";
import type { CompiledApi } from "../compiled-api.js";
import { respondWithError } from "../kernel/error-response.js";
import type { StreamSource } from "../kernel/open-stream.js";
import { streamed } from "../kernel/open-streams.js";
import type { OperationView } from "../kernel/request-state.js";

/** An event as a handler yields it. Live notices also have one without a name, which is a comment with a new position. */
interface YieldedEvent {
  readonly event?: string;
  readonly id?: string;
  readonly data?: unknown;
}

type EventSchemas = NonNullable<OperationSpec["options"]["events"]>;

/** Writes one event as text. Throws for an event that is not declared, or whose data does not fit its schema. */
type WriteEvent = (event: YieldedEvent) => string;

const HEADERS: Readonly<Record<string, string>> = {
  [CONTENT_TYPE]: EVENT_STREAM,
  [CACHE_CONTROL]: "no-store",
  [CONTENT_TYPE_OPTIONS]: NOSNIFF,
  "x-accel-buffering": "no", // nginx would keep events until its buffer is full
};

/** Compiles the writer of a stream's events as server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function compileWriteEvents(
  action: OperationSpec,
  events: EventSchemas,
  api: CompiledApi,
): OperationView["write"] {
  const write = compileWriteEvent(action, events, api.checkSchemas);
  return ({ data }, state) => {
    if (!isAsyncIterable(data)) {
      throw new TypeError(
        `${operationName(action.info)}: the handler must return an async iterable. Write async function* (…) { yield { event, data }; }.`,
      );
    }
    const documentOf = (error: unknown) =>
      respondWithError(error, state.request, state, action.info, api.errorTypes).body ?? "";
    return streamed(new EventBody(data, write, documentOf), HEADERS, state);
  };
}

function isAsyncIterable(value: unknown): value is AsyncIterable<YieldedEvent> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function compileWriteEvent({ info }: OperationSpec, events: EventSchemas, checkSchemas: boolean): WriteEvent {
  const where = operationName(info);
  const isLive = info.place === "api" && info.action === LIVE; // no other action of an API can have this name
  const writers = new Map<string, (data: unknown) => NotedValue>(
    Object.entries(events).map(([name, schema]) => [
      name,
      notedValueWriter(schema, `${where}, event "${name}"`, checkSchemas),
    ]),
  );
  return (yielded) => {
    if (typeof yielded !== "object" || yielded === null)
      throw new TypeError(`${where}: yielded ${yielded === null ? "null" : typeof yielded}. Yield { event, data }.`);
    const { event, id, data } = yielded;
    if (event === undefined && isLive) return `:\nid: ${id}\n\n`;
    const writer = writers.get(event ?? "");
    if (writer === undefined) throw new TypeError(`${where}: the event "${event}" is not declared. Add it to events.`);
    if (id !== undefined && (typeof id !== "string" || /[\r\n\0]/.test(id)))
      throw new TypeError(`${where}: the id of an event must be a string on one line.`);
    const { json = "null", note } = writer(data);
    const about = note === undefined ? "" : `: ${TYPE_NOTE} ${JSON.stringify(note)}\n`;
    return `${about}event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${json}\n\n`;
  };
}

/** Milliseconds between comments in a stream without events, so that proxies do not close it. nginx waits 60 s. */
const PING = 15_000;

const ENCODER = new TextEncoder();
const DONE = { done: true, value: undefined } as const;

function chunk(text: string): ReadableStreamReadResult<Uint8Array> {
  return { done: false, value: ENCODER.encode(text) };
}

const END = `event: ${END_EVENT}\ndata:\n\n`;

/** The body of a stream. It asks the generator for an event only when the client reads. */
class EventBody implements StreamSource {
  readonly #iterator: AsyncIterator<YieldedEvent>;
  readonly #write: WriteEvent;
  /** Reports an error. Returns the document that the client gets. */
  readonly #documentOf: (error: unknown) => string;
  #next: Promise<IteratorResult<YieldedEvent>> | undefined;
  #isOpen = false;
  #isEnding = false;
  #isOver = false;
  #wake: () => void = () => {};

  constructor(events: AsyncIterable<YieldedEvent>, write: WriteEvent, documentOf: (error: unknown) => string) {
    this.#iterator = events[Symbol.asyncIterator]();
    this.#write = write;
    this.#documentOf = documentOf;
  }

  async read(): Promise<ReadableStreamReadResult<Uint8Array>> {
    if (this.#isOver) return DONE;
    if (!this.#isOpen) {
      this.#isOpen = true;
      return chunk(":\n\n"); // sends the headers, so that the client knows that it is connected
    }
    try {
      this.#next ??= this.#iterator.next();
      const outcome = await this.#wait(this.#next);
      if (this.#isOver) return DONE; // the client left meanwhile
      if (outcome === "waiting") return chunk(":\n\n");
      this.#next = undefined;
      // Without the last event, the client connects again: to another server, if this one closes. A server that starts must not get all at once.
      if (outcome === "ending") return this.#last(`retry: ${1000 + Math.floor(Math.random() * 2000)}\n\n`);
      return outcome.done ? this.#last(END) : this.#written(outcome.value);
    } catch (error) {
      if (this.#isOver) return DONE; // the client has left, and cannot get the error
      return this.#last(`event: ${ERROR_EVENT}\ndata: ${this.#documentOf(error)}\n\n`);
    }
  }

  #written(event: YieldedEvent): ReadableStreamReadResult<Uint8Array> {
    try {
      return chunk(this.#write(event));
    } catch (error) {
      droppedInside(event);
      throw error;
    }
  }

  async cancel(): Promise<void> {
    void this.#stop();
  }

  end(): void {
    this.#isEnding = true;
    this.#wake();
  }

  #last(text: string): ReadableStreamReadResult<Uint8Array> {
    void this.#stop();
    return chunk(text);
  }

  /** Waits for an event, the end, or the time of a comment. No promise lives as long as the stream, or it would collect a reaction for each event. */
  #wait<T>(next: Promise<T>): Promise<T | "ending" | "waiting"> {
    return new Promise<T | "ending" | "waiting">((resolve, reject) => {
      const timer = setTimeout(() => resolve("waiting"), PING);
      this.#wake = () => {
        clearTimeout(timer);
        resolve("ending");
      };
      void next.then(resolve, reject).finally(() => clearTimeout(timer));
      if (this.#isEnding) this.#wake();
    });
  }

  /** Runs the generator's `finally`, as soon as it reaches its next `yield`. Never rejects. */
  async #stop(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#wake();
    this.#next?.catch(() => undefined); // the stream is over, so its error would end the process
    try {
      await this.#iterator.return?.();
    } catch (error) {
      this.#documentOf(error); // only for the log: the client has the end already, or is gone
    }
  }
}
