import { checkOptions } from "./check-options.js";
import { withDeadline } from "./deadline.js";
import { type ClientOptions, combined, type SendOptions } from "./options.js";
import { pathOf, type QueryState, queryString, withoutPassword } from "./url.js";
import { ResponseError } from "../errors/error-response.js";
import { isThrown, messageIn } from "../errors/thrown.js";
import { type UnexpectedCode, unexpected } from "../errors/unexpected.js";
import type { SentWrite, WriteListener } from "./sent-write.js";
import { withLoaded } from "./with-loaded.js";
import { ACCEPT, CLIENT_MARK } from "../../wire/headers.js";
import { jsonApiType } from "../../wire/json-api.js";

/** A body for `fetch`. This name also exists without the DOM's types. */
export type FetchBody = NonNullable<RequestInit["body"]>;

/** A body, and the headers that describe it. `fetch` finds a missing header from the body. */
export interface OutgoingBody {
  readonly body?: FetchBody;
  readonly about?: Readonly<Record<string, string | undefined>>;
}

type MakeBody = (() => Promise<OutgoingBody>) | undefined;

/** Reads a response, while the timeout and the signal of the request still apply. */
type ReadResponse<T> = (response: Response, label: () => string) => T | Promise<T>;

/** Sends requests to one API. */
export class Transport {
  readonly options: ClientOptions;
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

  constructor(options: ClientOptions) {
    checkOptions(options);
    this.options = options;
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
    const own = new URL(this.#base()); // compared by protocol and host, because every app scheme has the origin "null"
    if ((protocol !== own.protocol || host !== own.host) && !this.options.allowOrigins?.includes(origin)) {
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
   *
   * @param send Sends one request.
   */
  write<T>(
    about: SentWrite,
    options: SendOptions,
    makeBody: MakeBody,
    send: (makeBody: MakeBody, options: SendOptions) => Promise<T>,
  ): Promise<T> {
    const keyed = () => {
      const made = makeBody?.();
      made?.catch(() => undefined); // the first request reports it
      return withLoaded(
        () => import("./retry.js"),
        ({ withRetries }) => withRetries(this.options, options, (own) => send(made && (() => made), own)),
      );
    };
    const call = (options?.key ?? options?.retry) === undefined ? send(makeBody, options) : keyed();
    for (const listener of this.listeners) listener(about, call);
    return call;
  }

  /**
   * Sends a request.
   *
   * @param urlOf Makes the URL. If it throws, the call rejects with a `ResponseError`; the same is true of `makeBody`.
   * @param isRpc Whether the response can be anything, and not only a JSON:API document.
   */
  send<T>(
    method: string,
    urlOf: () => string,
    makeBody: MakeBody,
    options: SendOptions,
    read: ReadResponse<T>,
    isRpc?: boolean,
  ): Promise<T> {
    const { headers: given, fetch: send, profile } = this.options;
    const label = () => `${method} ${new URL(urlOf()).pathname}`;
    let own: Headers | undefined;
    const once = async (signal?: AbortSignal): Promise<T> => {
      let code: UnexpectedCode = "not_sent";
      try {
        const { headers, check } = options; // a caller without types may give null
        if (headers) own ??= combined(headers); // copied now, because the caller may change them later
        const url = urlOf();
        const { body, about }: OutgoingBody = makeBody ? await makeBody() : {};
        check?.();
        const accept = { [ACCEPT]: jsonApiType(false, profile) };
        // A redirect would send the headers and the body to another origin, and turn a write into a read.
        const redirect = isRpc && body === undefined && !given && !own ? "follow" : "manual";
        const mark = method !== "GET" && this.mark && { [CLIENT_MARK]: this.mark };
        const all =
          given || own || about || isRpc || mark
            ? combined(typeof given === "function" ? await given() : given, !isRpc && accept, about, mark || false, own)
            : accept; // enough for most reads: to make a `Headers` takes a fifth of their time
        check?.(new Headers(all));
        const duplex = makeBody && "half"; // for streams
        const init: RequestInit & { duplex?: "half" } = { method, headers: all, body, signal, redirect, duplex };
        // `Request` throws here for a method or body that cannot be sent. `fetch` would report it as a network error.
        const request = send || isRpc ? new Request(url, init) : undefined;
        code = "network";
        return await read(await (request ? (send ?? fetch)(request) : fetch(url, init)), label);
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
              import("./retry.js").then(
                ({ readAgain }) => readAgain(error, retry, once, signal),
                () => Promise.reject(error),
              ),
            )
        : once;
    const limit = Number.isFinite(timeout) ? timeout : undefined;
    return signal || limit ? withDeadline(signal, limit, label, run) : run();
  }
}
