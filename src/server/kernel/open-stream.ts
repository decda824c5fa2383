import { bytesOf } from "../body-bytes.js";
import type { RequestState } from "./request-state.js";

/** Milliseconds that a stream has to end by itself when the server closes. */
const GRACE = 1000;

const CLOSED = "The server closed before the response was complete.";

/** Where the bytes of a stream come from, such as the reader of another stream. */
export interface StreamSource extends Pick<ReadableStreamDefaultReader<Uint8Array>, "read" | "cancel"> {
  /** Makes it end soon, because the server closes. */
  readonly end?: () => void;
}

/** The body of a response while it is sent. */
export class OpenStream {
  readonly readable: ReadableStream<Uint8Array>;
  /** Called when the stream has ended. */
  onEnd = (): void => {};
  readonly #source: StreamSource;
  readonly #state: RequestState;
  /** The bytes that may come, and must. Infinite without a length. */
  #left: number;
  /** Whether the stream is not broken off: one with a length ends by itself. */
  readonly #endsAlone: boolean;
  #stopWatching = (): void => {};
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param length The length that the head says. */
  constructor(source: StreamSource, state: RequestState, length?: number) {
    this.#source = source;
    this.#state = state;
    this.#left = length ?? Number.POSITIVE_INFINITY;
    this.#endsAlone = length !== undefined;
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
    this.#stopWatching = state.request.onEnd((hasLeft, reason) => {
      state.life.abort(new Error(hasLeft ? "The client left." : "Another response was sent.", { cause: reason }));
      this.#break(reason);
    });
  }

  close(): void {
    this.#state.life.abort(new Error("The server closes."));
    this.#source.end?.();
    if (!this.#endsAlone) this.#timer = setTimeout(() => this.#break(new Error(CLOSED)), GRACE);
  }

  async #pull(): Promise<void> {
    try {
      const { done, value } = await this.#source.read();
      if (!done) return this.#controller?.enqueue(this.#counted(value));
      if (this.#endsAlone && this.#left > 0)
        throw new Error(`${this.#left} bytes are missing at the end of a response.`);
      this.#end();
      this.#controller?.close();
    } catch (error) {
      this.#end();
      this.#source.cancel(error).catch(() => undefined); // the error is the reader's
      throw errorOf(error);
    }
  }

  /** What is written behind the length would be read as the next response of the connection. */
  #counted(chunk: unknown): Uint8Array {
    const bytes = bytesOf(chunk);
    this.#left -= bytes.byteLength;
    if (this.#left < 0) throw new Error("The body of a response is longer than its Content-Length.");
    return bytes;
  }

  #cancel(reason: unknown): Promise<void> {
    this.#end();
    this.#state.life.abort(new Error("The client cancelled the response.", { cause: reason }));
    return this.#source.cancel(reason);
  }

  /** @param error What its reader gets. Undefined if nobody reads any more. */
  #break(error: unknown): void {
    this.#end();
    if (error !== undefined) this.#controller?.error(error);
    this.#source.cancel(error).catch(() => undefined); // the client is gone
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#stopWatching();
    this.onEnd();
  }
}

/** An Error, because Fastify's logger reads `code` of the reason, and throws if that is undefined or null. */
function errorOf(reason: unknown): Error {
  if (reason instanceof Error) return reason;
  return new Error(`The stream of a response failed with a value that is not an Error: ${typeof reason}.`, {
    cause: reason,
  });
}
