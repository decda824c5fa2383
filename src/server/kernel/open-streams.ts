import { OpenStream, type StreamSource } from "./open-stream.js";
import type { RequestState } from "./request-state.js";
import { withBody } from "../http.js";
import { listenersOf } from "../listeners-of.js";
import { CONTENT_LENGTH } from "../../wire/headers.js";

/** The bodies of rpc responses while they are sent. */
export class OpenStreams {
  readonly #open = new Set<OpenStream>();
  readonly #closing: AbortSignal | undefined;
  #isClosing = false;

  /** @param closing Aborted when the server closes. It is only watched while a stream is open. */
  constructor(closing?: AbortSignal) {
    this.#closing = closing;
  }

  /** Watches the response. If the client left or sent a HEAD, the response has no body. */
  send(response: Response, state: RequestState): Response {
    return state.request.method === "HEAD" || state.life.isAborted
      ? withoutBody(response, state)
      : this.watch(response, state);
  }

  /** Watches the body of a response, unless {@link streamed} made it: if it is cancelled, or the server closes, the handler's signal is aborted. */
  watch(response: Response, state: RequestState): Response {
    if (response.body === null) return response;
    const existing = streams.get(response);
    if (existing !== undefined) {
      this.#add(existing);
      return response;
    }
    const length = response.headers.get(CONTENT_LENGTH);
    const stream = new OpenStream(response.body.getReader(), state, length === null ? undefined : Number(length));
    this.#add(stream);
    return withBody(response, stream.readable);
  }

  #add(stream: OpenStream): void {
    this.#open.add(stream);
    const closing = this.#closing;
    const onClosing =
      closing && listenersOf(closing, (call) => closing.addEventListener("abort", call, { once: true }));
    onClosing?.add(this.#closeAll);
    stream.onEnd = () => {
      this.#open.delete(stream);
      if (this.#open.size === 0) onClosing?.delete(this.#closeAll);
    };
    if (this.#isClosing || closing?.aborted) stream.close();
  }

  /** Aborts the signals of all streams, and ends those that do not end by themselves. */
  close(): void {
    this.#isClosing = true;
    this.#closeAll();
  }

  readonly #closeAll = (): void => {
    for (const stream of this.#open) stream.close();
  };
}

/** The streams of responses that were made of them. A second stream around each would take 4 kB of memory for a connection. */
const streams = new WeakMap<Response, OpenStream>();

/** Makes a response that sends what a source gives. */
export function streamed(
  source: StreamSource,
  headers: Readonly<Record<string, string>>,
  state: RequestState,
): Response {
  const stream = new OpenStream(source, state);
  const response = new Response(stream.readable, { headers });
  streams.set(response, stream);
  return response;
}

/** A response whose body nobody reads, because the request is a HEAD or its client has left: the handler may stop. */
function withoutBody(response: Response, state: RequestState): Response {
  if (response.body === null) return response;
  state.life.abort(new Error("Nobody reads the body of the response."));
  response.body.cancel().catch(() => undefined); // the stream is locked by another reader
  return withBody(response, null);
}
