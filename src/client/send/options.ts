/** Headers as `fetch` accepts them. Undefined members of a plain object are left out. */
export type HeadersLike = Headers | [name: string, value: string][] | Readonly<Record<string, string | undefined>>;

/** The id of a user, or null or undefined for anonymous. */
export type Caller = string | null | undefined;

/** The options of `createClient`. */
export interface ClientOptions {
  /** The URL of the API: `https://example.org/api`. In a page it may be relative: `/api`. It must not have a query or a password. */
  readonly url: string;
  /**
   * Identifies the API in the keys of `trestle/query`. Default: `url`. Set it if the server and the browser use different
   * URLs for the API, so that the browser finds what the server has read.
   */
  readonly name?: string | undefined;
  /**
   * A stable id of the user, or a function that returns it; null or undefined for an anonymous user. It is part of every key
   * of `trestle/query`, so two users never share data. It must not be a secret such as a token.
   */
  readonly caller?: Caller | (() => Caller) | undefined;
  /**
   * Names of headers that change the responses, such as `["accept-language"]`. Their values are part of every key of
   * `trestle/query`.
   */
  readonly vary?: readonly string[] | undefined;
  /**
   * Sends a request in place of the global `fetch`. It receives a `Request`. With the handler of `trestle/fetch`, the client
   * works in-process.
   */
  readonly fetch?: ((request: Request) => Response | Promise<Response>) | undefined;
  /** Headers of every request, or a function that returns them for each request, for example the user's credentials. */
  readonly headers?: HeadersLike | (() => HeadersLike | Promise<HeadersLike>) | undefined;
  /** Milliseconds that a whole response may take (for an rpc or a stream, its head). Default: `Infinity`, no limit. */
  readonly timeout?: number | undefined;
  /**
   * How often a read may be sent again, if the network fails, or the response is a 502, a 503, a 504, or a 429 with `Retry-After`. The
   * waits double, and respect `Retry-After`, unless it demands more than 5 minutes: then the read fails at once. `timeout` limits all
   * tries together. The options of `trestle/query` then turn TanStack Query's own retries off. Default: 0.
   */
  readonly retry?: number | undefined;
  /**
   * Other origins that links may lead to, such as `https://cdn.example.org`. They receive the same headers. By default, links
   * may lead to the origin of `url` only.
   */
  readonly allowOrigins?: readonly string[] | undefined;
  /**
   * Requests rich types in `Accept`, for servers that send them only on request (`richTypes: "profile"`). Because of the quotes
   * in this header, a browser sends a preflight request before every cross-origin read. Default: false, because most servers
   * always send rich types.
   */
  readonly profile?: boolean | undefined;
}

/** The options of every call. */
export interface CallOptions {
  /** Aborts the request. The call then rejects with an `Unexpected` error, code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Headers of this request. They replace those of the client with the same name. */
  readonly headers?: HeadersLike | undefined;
}

/** The options of a write that the server runs once for each key. */
export interface KeyOptions {
  /**
   * The write's `Idempotency-Key`: the server runs one write per key. Set it to repeat a write yourself, for example after a reload of the
   * page. Default: a new one if `retry` is set.
   */
  readonly key?: string | undefined;
  /**
   * How often the write may be repeated with the same key, if the network fails, or the response is a 429, a 502, a 503, a 504 or
   * `request_in_progress`. The waits double, and respect `Retry-After`, unless it demands more than 5 minutes: then the write fails at
   * once. The client's `timeout` limits all tries together. Default: 0.
   */
  readonly retry?: number | undefined;
}

/** The options of a call, and a check that can still stop the request. */
export interface SendOptions extends CallOptions, KeyOptions {
  /** Milliseconds, in place of the client's. */
  readonly timeout?: number | undefined;
  /**
   * Runs just before the client's `headers` are made, and with all headers just before the request is sent. If it throws,
   * nothing is sent.
   */
  readonly check?: (headers?: Headers) => void;
  /** Of a mutation whose change `trestle/query` shows: keeps the change, because the write is done. */
  readonly settle?: (() => void) | undefined;
  /** Whether it is a mutation that was stored, and goes on after a reload: what was cached then may contain its change. */
  readonly isResumed?: boolean;
}

/** All headers together. A later one replaces an earlier one. */
export function combined(...all: (HeadersLike | false | undefined)[]): Headers {
  const headers = new Headers();
  for (const given of all) {
    if (!given) continue;
    // A list of pairs may contain a header twice: `Headers` combines both.
    for (const [name, value] of Symbol.iterator in given ? new Headers(given) : Object.entries(given)) {
      if (value !== undefined) headers.set(name, value);
    }
  }
  return headers;
}

/** The longest time of a timer, in milliseconds: with a larger number, it fires at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * Refuses options that cannot work.
 *
 * @throws {TypeError} The message never contains a URL that may have a password.
 */
export function checkOptions({ url, timeout = LONGEST_TIMEOUT }: ClientOptions): void {
  const path = url.replaceAll("\\", "/"); // URLs treat both the same
  const parsed = URL.canParse(path, "x://x") && new URL(path, "x://x");
  if (!parsed || parsed.username || parsed.password)
    throw new TypeError("createClient: url must be valid, without a user name or a password.");
  if (/[?#]/.test(url)) throw new TypeError(`createClient: url must end before any "?" or "#"; it is "${url}".`);
  if (timeout !== Number.POSITIVE_INFINITY && !(timeout >= 1 && timeout <= LONGEST_TIMEOUT)) {
    throw new TypeError(
      `createClient: timeout must be from 1 to ${LONGEST_TIMEOUT} milliseconds, or Infinity for no limit; it is ${timeout}.`,
    );
  }
}
