import type { OutgoingBody } from "../write/outgoing-body.js";
import { checkOptions } from "./check-options.js";
import { withDeadline } from "./deadline.js";
import { type ClientOptions, combined, type SendOptions } from "./options.js";
import { pathOf } from "./path.js";
import { type QueryState, queryString } from "../read/query-string.js";
import { ResponseError } from "../errors/error-response.js";
import { isThrown, messageIn } from "../errors/thrown.js";
import { withoutPassword } from "../read/values.js";
import { type UnexpectedCode, unexpected } from "../errors/unexpected.js";
import type { WriteListener } from "../write/write-input.js";
import { ACCEPT } from "../../wire/headers.js";
import { jsonApiType } from "../../wire/media-types.js";

/** How an answer is read, while the limits of the request still hold. */
type ReadAnswer<T> = (response: Response, label: () => string) => T | Promise<T>;

/** Sends requests to one API. */
export class Transport {
  readonly options: ClientOptions;
  readonly #root: string;
  #whole: string | undefined;
  /** What stands for the API among others. */
  readonly name: string;
  /** Told of every write. */
  readonly listeners = new Set<WriteListener>();

  constructor(options: ClientOptions) {
    checkOptions(options);
    this.options = options;
    this.#root = options.url.replace(/\/*$/, "");
    this.name = options.name ?? this.#root;
  }

  /**
   * The whole URL of a request.
   *
   * @throws {Unexpected} When the client's own URL is relative and there is no page to resolve it against.
   */
  urlOf(segments: readonly unknown[], query: QueryState): string {
    return this.#base() + pathOf(segments) + queryString(query);
  }

  /**
   * Where a link leads that the answer to `from` has.
   *
   * @throws {Unexpected} For what is no URL, and for a link that leads to another origin which is not among those
   *   allowed: it would be sent the caller's headers.
   */
  follow(link: string, from: string): string {
    if (!URL.canParse(link, from)) {
      throw unexpected("malformed", `The link "${withoutPassword(link)}" of ${from} is no URL.`);
    }
    const url = new URL(link, from);
    url.username = url.password = url.hash = ""; // `Request` takes no password, and a server takes no fragment
    const { origin, protocol, host } = url;
    const own = new URL(this.#base()); // by protocol and host, because every scheme of an app has the origin "null"
    if ((protocol !== own.protocol || host !== own.host) && !this.options.allowOrigins?.includes(origin)) {
      throw unexpected("not_sent", `A link to ${origin} is not followed.`);
    }
    return url.href;
  }

  /** The client's own URL, whole. It is parsed once, since `fetch` parses again what it is given. */
  #base(): string {
    try {
      if (this.#whole === undefined) {
        const url = new URL(`${this.#root}/`, globalThis.location?.href);
        url.username = url.password = ""; // those of the page
        this.#whole = url.href.slice(0, -1);
      }
      return this.#whole;
    } catch {
      throw unexpected("not_sent", `The url "${this.#root}" is relative.`);
    }
  }

  /**
   * Sends a request, for a JSON:API document, or with `isRpc` for an answer of which nothing is known.
   *
   * @param urlOf Makes the URL, as `makeBody` makes the body, if there is one. What they throw is a failure of the request,
   *   as any other.
   */
  send<T>(
    method: string,
    urlOf: () => string,
    makeBody: (() => Promise<OutgoingBody>) | undefined,
    options: SendOptions,
    read: ReadAnswer<T>,
    isRpc?: boolean,
  ): Promise<T> {
    const { headers: given, fetch: send, profile, timeout } = this.options;
    const label = () => `${method} ${new URL(urlOf()).pathname}`;
    const run = async (signal?: AbortSignal): Promise<T> => {
      let code: UnexpectedCode = "not_sent";
      try {
        const { headers, check } = options; // a caller without types may give null
        const own = headers && combined(headers); // now: the caller may change them
        const url = urlOf();
        const { body, about }: OutgoingBody = makeBody ? await makeBody() : {};
        check?.();
        const accept = { [ACCEPT]: jsonApiType(false, profile) };
        const all =
          given || own || about || isRpc
            ? combined(typeof given === "function" ? await given() : given, !isRpc && accept, about, own)
            : accept; // most reads are sent no more, and a `Headers` would be a fifth of what they cost
        // A redirect would take headers and body to another origin, and turn a write into a read.
        const redirect = isRpc && body === undefined && !given && !own ? "follow" : "manual";
        check?.(new Headers(all));
        const duplex = makeBody && "half"; // for streams
        const init: RequestInit & { duplex?: "half" } = { method, headers: all, body, signal, redirect, duplex };
        // A method or a body that cannot be sent is refused here: `fetch` says the same of it as of a broken connection.
        const request = send || isRpc ? new Request(url, init) : undefined;
        code = "network";
        return await read(await (request ? (send ?? fetch)(request) : fetch(url, init)), label);
      } catch (cause) {
        if (isThrown(cause, ResponseError)) throw cause;
        const what = code === "network" ? label() : "The request";
        throw unexpected(code, `${what} failed: ${messageIn(cause)}`, { cause });
      }
    };
    const limit = timeout === Number.POSITIVE_INFINITY ? undefined : timeout;
    const signal = options?.signal;
    return signal || limit ? withDeadline(signal, limit, label, run) : run();
  }
}
