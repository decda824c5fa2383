/** Headers as `fetch` takes them; members of a plain object that are undefined are left out. */
export type HeadersLike = Headers | [name: string, value: string][] | Readonly<Record<string, string | undefined>>;

/** The id of a user, or null or undefined for anonymous. */
export type Caller = string | null | undefined;

/** What `createClient` takes. */
export interface ClientOptions {
  /** Where the API is mounted: `https://example.org/api`. In a page it may be relative: `/api`. It has no query and no password. */
  readonly url: string;
  /**
   * What stands for the API in the keys of `trestle/query`; default: `url`. Give it where server and browser reach the
   * API by different URLs, so that what one has read is found by the other.
   */
  readonly name?: string;
  /**
   * Who reads: a stable id of the user, or a function that returns it; null or undefined for anonymous. It is part of
   * every key of `trestle/query`, so two users never share what was read. It must not be a secret such as a token.
   */
  readonly caller?: Caller | (() => Caller);
  /**
   * Names of headers that change what is read, such as `["accept-language"]`. Their values are part of every key of
   * `trestle/query`.
   */
  readonly vary?: readonly string[];
  /**
   * Sends a request in place of the global `fetch`; it is called with a `Request`. The handler of `trestle/fetch` given
   * here makes a client that works in-process.
   */
  readonly fetch?: (request: Request) => Response | Promise<Response>;
  /** Headers of every request, or what gives them for each: such as who asks. */
  readonly headers?: HeadersLike | (() => HeadersLike | Promise<HeadersLike>);
  /** Milliseconds within which a whole answer must be there (of an rpc: its head). Default: `Infinity`, no limit. */
  readonly timeout?: number;
  /**
   * Other origins that links may lead to, such as `https://cdn.example.org`: they are sent the same headers. Without it a
   * link leads nowhere but to the origin of `url`.
   */
  readonly allowOrigins?: readonly string[];
  /**
   * Asks for rich types in `Accept`, for servers that send them only so (`richTypes: "profile"`). The header's quotes make
   * a browser ask first, before every cross-origin read. Default: false, since servers send them unasked.
   */
  readonly profile?: boolean;
}

/** What every call takes. */
export interface CallOptions {
  /** Aborts the request; what was called then rejects with an `Unexpected` error, code `aborted`. */
  readonly signal?: AbortSignal;
  /** Headers of this request, over those of the client. */
  readonly headers?: HeadersLike;
}

/** What sending takes: the options of a call, and what may still refuse the headers of the request. */
export interface SendOptions extends CallOptions {
  /**
   * Runs just before the client's `headers` are made, and with all headers just before the request is sent. If it throws,
   * nothing is sent.
   */
  readonly check?: (headers?: Headers) => void;
}

/** All headers given, each later one over an earlier. */
export function combined(...all: (HeadersLike | false | undefined)[]): Headers {
  const headers = new Headers();
  for (const from of all) {
    if (!from) continue;
    // Pairs may name a header twice: `Headers` combines them.
    for (const [name, value] of Symbol.iterator in from ? new Headers(from) : Object.entries(from)) {
      if (value !== undefined) headers.set(name, value);
    }
  }
  return headers;
}
