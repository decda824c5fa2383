import { RICH_HEADER } from "../rich/note.js";
import { JSON_API, type OutgoingBody } from "./body.js";
import { withDeadline } from "./deadline.js";
import type { Document } from "./document.js";
import { addHeaders, type CallOptions, type ClientOptions } from "./options.js";
import { ResponseError } from "./response-error.js";
import { withSuperjson } from "./superjson.js";
import { unexpected } from "./unexpected.js";

/** A request as the client means it, before it has a URL and the headers that every request gets. */
export interface Outgoing extends OutgoingBody {
  readonly method: string;
  /** Below the API's URL, beginning with `/`; or a whole URL where a link was followed. */
  readonly path: string;
  /** Without `?`; empty for none. */
  readonly query: string;
}

/** How an answer is read, while the limits of the request still hold. */
type ReadAnswer<T> = (response: Response, label: string) => T | Promise<T>;

/** Sends requests to one API. */
export class Transport {
  readonly #options: ClientOptions;
  #base: URL | undefined;
  /** What stands for the API among others. */
  readonly name: string;
  /** Told of every write that changed something, or may have. */
  readonly listeners = new Set<(write: Write) => void>();

  constructor(options: ClientOptions) {
    this.#options = options;
    this.name = options.name ?? options.url.replace(/\/*$/, "");
  }

  /**
   * The whole URL of a request.
   *
   * @throws {Unexpected} When the client's own URL is relative and there is no page to resolve it against, and for a
   *   link that leads to another origin which is not among those allowed: it would be sent the caller's headers.
   */
  urlOf({ path, query }: Pick<Outgoing, "path" | "query">): URL {
    this.#base ??= baseUrl(this.#options.url);
    const base = this.#base;
    const url = new URL(path.startsWith("/") ? base.href.replace(/\/*$/, "") + path : path);
    if (url.origin !== base.origin && !this.#options.allowOrigins?.includes(url.origin)) {
      throw unexpected("not_sent", `A link to ${url.origin} is not followed: the API is at ${base.origin}.`);
    }
    if (query) url.search = query;
    return url;
  }

  /** Waits for a write, and tells of it: also of one that failed in a way that leaves open whether it was done. */
  async tell<T>(write: Write, call: Promise<T>): Promise<T> {
    let done = false;
    try {
      const result = await call;
      done = write.response?.ok !== false || write.response.status >= 500;
      return result;
    } catch (error) {
      const { status, code } = error as ResponseError; // what every call rejects with
      done = code !== "not_sent" && (status === 0 || status >= 500);
      throw error;
    } finally {
      if (done) for (const listener of this.listeners) listener(write);
    }
  }

  /**
   * Sends a request. With `read` it asks for a JSON:API document; without, nothing is known of the answer, and it is
   * given unread.
   *
   * @param make Makes the request. What it throws is a failure of the request, as any other.
   */
  async send(make: () => Outgoing, call: CallOptions): Promise<Response>;
  async send<T>(make: () => Outgoing, call: CallOptions, read: ReadAnswer<T>): Promise<T>;
  async send<T>(make: () => Outgoing, call: CallOptions, read?: ReadAnswer<T>): Promise<T | Response> {
    const options = this.#options;
    const { outgoing, url } = await attempt("not_sent", UNMADE, async () => {
      const outgoing = await withSuperjson(make);
      return { outgoing, url: this.urlOf(outgoing) };
    });
    const { method, body, contentType, rich } = outgoing;
    const accept = options.profile ? `${JSON_API}; profile="urn:trestle:rich"` : JSON_API;
    const label = `${method} ${url.pathname}`;
    const limits = { signal: call.signal, timeout: options.timeout };

    return withDeadline(limits, label, !read, async (signal) => {
      const request = await attempt("not_sent", UNMADE, async () => {
        const headers = new Headers();
        addHeaders(headers, typeof options.headers === "function" ? await options.headers() : options.headers);
        addHeaders(headers, { accept: read && accept, "content-type": contentType, [RICH_HEADER]: rich });
        addHeaders(headers, call.headers);
        const init: RequestInit & { duplex?: "half" } = { method, headers, body, signal };
        if (body instanceof ReadableStream) init.duplex = "half";
        // A redirect would lead the caller's headers to another origin, and make a read of a write.
        if (read) init.redirect = "manual";
        return new Request(url, init);
      });
      return attempt("network", `${label} failed`, async () => {
        const response = await (options.fetch ?? fetch)(request);
        return read ? read(response, label) : response;
      });
    });
  }
}

/** A write, as it was meant and as it was answered: for what keeps answers of its own, which it may have made stale. */
export interface Write {
  readonly method: string;
  /** What was written to: `["articles", 1, "relationship", "categories"]`. */
  readonly segments: readonly unknown[];
  /** The fields of a create or an edit, what is related of a relationship's change. */
  readonly input: unknown;
  /** Undefined where none came, so that nobody knows what happened. */
  response?: Response;
  document?: Document | undefined;
}

/** What a message begins with, where there is no request yet to name. */
export const UNMADE = "The request could not be made";

/** What is thrown becomes an unexpected error that says what was going on; errors that say so already pass. */
export async function attempt<T>(code: "not_sent" | "network", doing: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof ResponseError) throw cause;
    throw unexpected(code, `${doing}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

function baseUrl(url: string): URL {
  const page: string | undefined = globalThis.location?.href;
  if (!page && !URL.canParse(url)) {
    throw unexpected(
      "not_sent",
      `The client's url "${url}" is relative, with no page to resolve it against: give it whole.`,
    );
  }
  const base = new URL(url, page);
  base.search = base.hash = "";
  return base;
}
