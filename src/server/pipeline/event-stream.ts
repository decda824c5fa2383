import { type OperationSpec, operationName } from "../../define/model/operation.js";
import { type NotedValue, notedValueWriter } from "../../protocol/document/noted-value.js";
import { END_EVENT, ERROR_EVENT } from "../../wire/events.js";
import { CACHE_CONTROL, CONTENT_TYPE, CONTENT_TYPE_OPTIONS, NOSNIFF, TYPE_NOTE } from "../../wire/headers.js";
import { EVENT_STREAM } from "../../wire/media-types.js";
import type { CompiledApi } from "../compiled-api.js";
import { respondWithError } from "./error-response.js";
import type { OperationView, RequestState } from "./request-state.js";

/** An event as a handler yields it. */
interface YieldedEvent {
  readonly event: string;
  readonly id?: string;
  readonly data: unknown;
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
    return new Response(new EventBody(data, write, action, state).stream, { headers: HEADERS });
  };
}

function isAsyncIterable(value: unknown): value is AsyncIterable<YieldedEvent> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function compileWriteEvent({ info }: OperationSpec, events: EventSchemas, checkSchemas: boolean): WriteEvent {
  const where = operationName(info);
  const writers = new Map<string, (data: unknown) => NotedValue>(
    Object.entries(events).map(([name, schema]) => [
      name,
      notedValueWriter(schema, `${where}, event "${name}"`, checkSchemas),
    ]),
  );
  return ({ event, id, data }) => {
    const writer = writers.get(event);
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
const END = `event: ${END_EVENT}\ndata:\n\n`;

/** The body of a stream. It asks the generator for an event only when the client reads. */
class EventBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #iterator: AsyncIterator<YieldedEvent>;
  readonly #write: WriteEvent;
  readonly #action: OperationSpec;
  readonly #state: RequestState;
  readonly #signal: AbortSignal;
  #next: Promise<IteratorResult<YieldedEvent>> | undefined;
  #isOpen = false;
  #isOver = false;
  /** Ends the wait for an event. */
  #wake: () => void = () => {};

  constructor(events: AsyncIterable<YieldedEvent>, write: WriteEvent, action: OperationSpec, state: RequestState) {
    this.#iterator = events[Symbol.asyncIterator]();
    this.#write = write;
    this.#action = action;
    this.#state = state;
    this.#signal = state.signal;
    this.#signal.addEventListener("abort", this.#abort);
    this.stream = new ReadableStream<Uint8Array>(
      { pull: (controller) => this.#pull(controller), cancel: () => this.#stop() },
      { highWaterMark: 0 },
    );
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const send = (text: string) => controller.enqueue(ENCODER.encode(text));
    if (!this.#isOpen) {
      this.#isOpen = true;
      send(":\n\n"); // sends the headers, so that the client knows that it is connected
      return;
    }
    try {
      this.#next ??= this.#iterator.next();
      const outcome = await this.#wait(this.#next);
      if (this.#isOver) return; // the client left meanwhile
      if (outcome === "waiting") return send(":\n\n");
      this.#next = undefined;
      // Without the last event, the client connects again: to another server, if this one closes.
      if (outcome === "aborted") return this.#close(controller);
      if (!outcome.done) return send(this.#write(outcome.value));
      send(END);
      this.#close(controller);
    } catch (error) {
      if (this.#isOver) return; // nobody can get the error
      const { body = "" } = respondWithError(error, this.#state.request, this.#state, this.#action.info);
      send(`event: ${ERROR_EVENT}\ndata: ${body}\n\n`);
      this.#close(controller);
    }
  }

  #close(controller: ReadableStreamDefaultController<Uint8Array>): void {
    controller.close();
    this.#stop();
  }

  readonly #abort = (): void => this.#wake();

  /** Waits for an event, the end of the request, or the time of a comment. No promise lives as long as the stream, or it would collect a reaction for each event. */
  #wait<T>(next: Promise<T>): Promise<T | "aborted" | "waiting"> {
    return new Promise<T | "aborted" | "waiting">((resolve, reject) => {
      const timer = setTimeout(() => resolve("waiting"), PING);
      this.#wake = () => {
        clearTimeout(timer);
        resolve("aborted");
      };
      const settle = (end: () => void) => {
        clearTimeout(timer);
        end();
      };
      next.then(
        (value) => settle(() => resolve(value)),
        (error) => settle(() => reject(error)),
      );
      if (this.#signal.aborted) this.#wake();
    });
  }

  /** Runs the generator's `finally`, as soon as it reaches its next `yield`. */
  #stop(): void {
    this.#isOver = true;
    this.#signal.removeEventListener("abort", this.#abort);
    this.#wake();
    this.#next?.catch(() => undefined); // nobody waits for it any more
    this.#iterator.return?.()?.then(undefined, () => undefined); // the client is gone, and cannot get the error
  }
}
