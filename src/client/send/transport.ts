import type { ActionPlace } from "../../define/types/operation-info.js";
import { type Document, NO_DOCUMENT } from "./document.js";
import { type SendOptions, checkOptions, type ClientOptions, combined } from "./options.js";
import { withDeadline } from "./deadline.js";
import { pathOf, type QueryState, queryString, withoutPassword } from "./url.js";
import { ResponseError, isThrown, messageIn, type UnexpectedCode, unexpected } from "../errors/response-error.js";
import { withLoaded } from "./call.js";
import { ACCEPT, CLIENT_MARK } from "../../wire/headers.js";
import { jsonApiType } from "../../wire/json-api.js";

/** A write and its response, for `trestle/query`, whose cached responses it may have made stale. */
export interface SentWrite {
  readonly method: string;
  /** The segments of the path: `["articles", 1, "relationship", "categories"]`. */
  readonly segments: readonly unknown[];
  /** For a command: whether it belongs to one resource, to all resources of a type, or to the API. */
  readonly place?: ActionPlace;
  readonly options: SendOptions | undefined;
  /** The fields of a create or an update, or the related resources of a relationship's change. */
  input: unknown;
  /** Undefined if there was no response: then it is unknown whether the write was done. */
  response?: Response;
  document?: Document | undefined;
  /** For a batch: the writes that its operations stand for. */
  operations?: readonly SentWrite[];
}

/** Called when a write begins. `response` and `document` are set when the call has ended. */
export type WriteListener = (write: SentWrite, call: Promise<unknown>) => void;

/** A body for `fetch`. This name also exists without the DOM's types. */
export type FetchBody = NonNullable<RequestInit["body"]>;

/** A body, and the headers that describe it. `fetch` finds a missing header from the body. */
export interface OutgoingBody {
  readonly body?: FetchBody;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A request, before it is sent. */
export interface Outgoing<T> {
  readonly method: string;
  /** Makes the URL. If it throws, the call rejects with a `ResponseError`; the same is true of `makeBody`. */
  readonly urlOf: () => string;
  readonly makeBody?: (() => Promise<OutgoingBody>) | undefined;
  /** Reads the response to a request that succeeded (to an rpc, any), while the timeout and the signal of the request still apply. */
  readonly read: (response: Response, label: () => string) => T | Promise<T>;
  /** Whether the response can be anything, and not only a JSON:API document. */
  readonly isRpc?: boolean;
}

/** What a request may need later. */
export interface SendLater extends Retries {
  /** Makes the error for a response that has failed, or has no document. */
  readonly failed: (response: Response, label: () => string) => Promise<ResponseError>;
}

type Retries = typeof import("./retry.js");

/** Sends requests to one API. */
export class Transport {
  readonly #root: string;
  #whole: string | undefined;
  /** Identifies the API in the keys of `trestle/query`. */
  readonly name: string;
  /** By type: the attribute with the version, as documents said. */
  readonly versions: Readonly<Record<string, string>> = {};
  /** Called for every write. */
  readonly listeners = new Set<WriteListener>();
  /** Sent with writes, so that the server does not send notices of them to the connection with the same mark. */
  mark: string | undefined;

  /** @param later Loads the code for what failed, and for writes with a key. */
  constructor(
    readonly options: ClientOptions,
    readonly later: () => Promise<SendLater>,
  ) {
    checkOptions(options);
    this.#root = options.url.replace(/\/*$/, "");
    this.name = options.name ?? this.#root;
  }

  /**
   * The whole URL of a request.
   *
   * @throws {Unexpected} `not_sent`, if the client's own URL is relative and the client does not run in a page.
   */
  urlOf(segments: readonly unknown[], query: QueryState): string {
    return this.#base() + pathOf(segments) + queryString(query);
  }

  /**
   * The URL of a link in the response to `from`.
   *
   * @throws {Unexpected} If the link is not a URL, or leads to an origin that is not allowed: that origin would receive the
   *   caller's headers.
   */
  follow(link: string, from: string): string {
    if (!URL.canParse(link, from)) {
      throw unexpected("malformed", `${from} answered with the link "${withoutPassword(link)}", which is not a URL.`);
    }
    const url = new URL(link, from);
    url.username = url.password = url.hash = ""; // `Request` refuses a password, and a server refuses a fragment
    const { origin, protocol, host } = url;
    const base = new URL(this.#base()); // compared by protocol and host, because every app scheme has the origin "null"
    if ((protocol !== base.protocol || host !== base.host) && !this.options.allowOrigins?.includes(origin)) {
      throw unexpected("not_sent", `A link leads to ${origin}. To follow it, add this origin to allowOrigins.`);
    }
    return url.href;
  }

  /** The client's own URL, made absolute. Parsed only once, because `fetch` parses each URL again. */
  #base(): string {
    try {
      if (this.#whole === undefined) {
        const url = new URL(`${this.#root}/`, globalThis.location?.href);
        url.username = url.password = ""; // a page may have them in its URL
        this.#whole = url.href.slice(0, -1);
      }
      return this.#whole;
    } catch {
      throw unexpected("not_sent", `createClient: outside a page, url must be absolute; it is "${this.#root}".`);
    }
  }

  /**
   * Sends a write, with a key and again after a failure if the options say so, and tells the listeners. The body is made once, from the
   * input of now.
   */
  write<T>(sent: SentWrite, request: Outgoing<T>, options: SendOptions): Promise<T> {
    let call: Promise<T>;
    if ((options?.key ?? options?.retry) === undefined) call = this.send(request, options);
    else {
      const made = request.makeBody?.();
      made?.catch(() => undefined); // the first request reports it
      const kept = { ...request, makeBody: made && (() => made) };
      const send = (each: SendOptions) => this.send(kept, each);
      call = withLoaded(this.later, ({ withRetries }) => withRetries(send, this.options.timeout, options));
    }
    for (const listener of this.listeners) listener(sent, call);
    return call;
  }

  /** Sends a request. All that fails rejects with a `ResponseError`: also what `urlOf` or `makeBody` throws. */
  send<T>({ method, urlOf, makeBody, read, isRpc }: Outgoing<T>, options: SendOptions): Promise<T> {
    const { headers: given, fetch: send, profile } = this.options;
    const label = () => `${method} ${new URL(urlOf()).pathname}`;
    let own: Headers | undefined;
    const once = async (signal?: AbortSignal): Promise<T> => {
      let code: UnexpectedCode = "not_sent";
      try {
        const { headers, check } = options; // a caller without types may give null
        if (headers) own ??= combined(headers); // copied now, because the caller may change them later
        const url = urlOf();
        const { body, headers: extra }: OutgoingBody = makeBody ? await makeBody() : {};
        check?.();
        const accept = { [ACCEPT]: jsonApiType(false, profile) };
        // A redirect would send the headers and the body to another origin, and turn a write into a read.
        const redirect = isRpc && body === undefined && !given && !own ? "follow" : "manual";
        const mark = method !== "GET" && this.mark && { [CLIENT_MARK]: this.mark };
        const all =
          given || own || extra || isRpc || mark
            ? combined(typeof given === "function" ? await given() : given, !isRpc && accept, extra, mark || false, own)
            : accept; // enough for most reads: to make a `Headers` takes a fifth of their time
        check?.(new Headers(all));
        const duplex = makeBody && "half"; // for streams
        const init: RequestInit & { duplex?: "half" } = { method, headers: all, body, signal, redirect, duplex };
        // `Request` throws here for a method or body that cannot be sent. `fetch` would report it as a network error.
        const request = send || isRpc ? new Request(url, init) : undefined;
        code = "network";
        const response = await (request ? (send ?? fetch)(request) : fetch(url, init));
        if (isRpc || response.ok) {
          try {
            return await read(response, label);
          } catch (cause) {
            if (cause !== NO_DOCUMENT) throw cause;
          }
        }
        const loaded = await this.later().catch((cause) => {
          if (response.ok)
            throw unexpected("malformed", `${label()} answered without a JSON:API document.`, { response });
          throw new ResponseError(`${label()} answered ${response.status}.`, {
            status: response.status,
            code: "",
            response,
            cause,
          });
        });
        throw await loaded.failed(response, label);
      } catch (cause) {
        if (isThrown(cause, ResponseError)) throw cause;
        const what = code === "network" ? label() : "The request";
        throw unexpected(code, `${what} failed: ${messageIn(cause)}`, { cause });
      }
    };
    const { signal, timeout = this.options.timeout, retry = this.options.retry } = options ?? {};
    const run =
      retry && method === "GET" && !isRpc
        ? (signal?: AbortSignal) =>
            once(signal).catch((error) =>
              this.later().then(
                ({ readAgain }) => readAgain(error, retry, once, signal),
                () => Promise.reject(error),
              ),
            )
        : once;
    return withDeadline(signal, timeout, label, run);
  }
}
