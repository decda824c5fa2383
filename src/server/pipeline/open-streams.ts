import type { RequestState } from "./request-state.js";
import { CONTENT_LENGTH } from "../../wire/headers.js";

/** Milliseconds that a stream has to end by itself when the server closes. */
const GRACE = 1000;

const CLOSED = "The server closed before the response was complete.";

/** The bodies of rpc responses while they are sent. */
export class OpenStreams {
  readonly #open = new Set<OpenStream>();
  #isClosing = false;

  /** The response to send: watched, or without its body if nobody reads it. */
  send(response: Response, state: RequestState): Response {
    const { request } = state;
    return request.method === "HEAD" || request.signal.aborted
      ? withoutBody(response, state)
      : this.watch(response, state);
  }

  /** Watches the body of a response: if it is cancelled, or the server closes, the handler's signal is aborted. */
  watch(response: Response, state: RequestState): Response {
    if (response.body === null) return response;
    // A response with a length ends by itself, and the client would notice if it were cut.
    const endsAlone = response.headers.has(CONTENT_LENGTH);
    const stream = new OpenStream(response.body, state, endsAlone, () => this.#open.delete(stream));
    this.#open.add(stream);
    if (this.#isClosing) stream.close();
    return withBody(response, stream.readable);
  }

  /** Aborts the signals of all streams, and ends those that do not end by themselves. */
  close(): void {
    this.#isClosing = true;
    for (const stream of this.#open) stream.close();
  }
}

/** A response whose body nobody reads, because the request is a HEAD or its client has left: the handler may stop. */
export function withoutBody(response: Response, state: RequestState): Response {
  if (response.body === null) return response;
  state.abort(new Error("Nobody reads the body of the response."));
  response.body.cancel().catch(() => undefined); // the stream is locked by another reader
  return withBody(response, null);
}

function withBody({ status, statusText, headers }: Response, body: ReadableStream<Uint8Array> | null): Response {
  return new Response(body, { status, statusText, headers });
}

class OpenStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #state: RequestState;
  readonly #endsAlone: boolean;
  readonly #forget: () => void;
  readonly #signal: AbortSignal | undefined;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(body: ReadableStream<Uint8Array>, state: RequestState, endsAlone: boolean, forget: () => void) {
    this.#reader = body.getReader();
    this.#state = state;
    this.#endsAlone = endsAlone;
    this.#forget = forget;
    this.#signal = state.request.bodySignal;
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#pull(),
        cancel: (reason) => this.#cancel(reason),
      },
      { highWaterMark: 0 },
    );
    if (this.#signal?.aborted) this.#leave();
    else this.#signal?.addEventListener("abort", this.#leave, { once: true });
  }

  close(): void {
    this.#state.abort(new Error("The server closes."));
    if (!this.#endsAlone) this.#timer = setTimeout(() => this.#break(new Error(CLOSED)), GRACE);
  }

  async #pull(): Promise<void> {
    try {
      const { done, value } = await this.#reader.read();
      if (!done) return this.#controller?.enqueue(value);
      this.#end();
      this.#controller?.close();
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  #cancel(reason: unknown): Promise<void> {
    this.#end();
    this.#state.abort(new Error("The client cancelled the response.", { cause: reason }));
    return this.#reader.cancel(reason);
  }

  readonly #leave = (): void => {
    this.#state.abort(new Error("The client left.", { cause: this.#signal?.reason }));
    this.#break(this.#signal?.reason);
  };

  #break(error: unknown): void {
    this.#end();
    this.#controller?.error(error);
    this.#reader.cancel(error).catch(() => undefined); // the client is gone
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#leave);
    this.#forget();
  }
}
