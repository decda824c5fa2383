import type { NotAllowed } from "../define/types/not-allowed.js";
import type { OperationInfo } from "../define/types/operation-info.js";
import type { AnyLiveChannel } from "../define/types/live.js";
import type { Limits } from "../protocol/limits.js";
import type { RequestType } from "../define/types/request-type.js";
import type { Pages } from "./pages.js";

/** An error of the server. The client received only its id, or that the timeout was over. */
export interface InternalError {
  readonly error: unknown;
  /** The id that the client received. */
  readonly id: string;
  /** The operation that failed. Undefined if the error arose outside of any operation. */
  readonly operation: OperationInfo | undefined;
}

/** The options of every adapter. */
export interface ServiceOptions {
  /**
   * The start of every link, before the mount point: `https://api.example.com`, for example. Default: none. Links are then
   * paths from the root, which clients resolve against the URL of their request.
   */
  readonly baseUrl?: string;
  /**
   * Origins of other sites whose pages may send writes with the user's cookies: `["https://app.example.com"]`. Without it, a
   * browser can send a command, or an `rpc` other than a GET, only from pages of the origin of `baseUrl` or of the host that
   * the request names. Others get a 403 with the code `cross_site`. Requests with a token in `Authorization`, and clients
   * other than browsers, are not restricted. Default: none.
   *
   * @example
   * ```ts
   * import { trestle } from "trestle";
   * import { fetchHandler } from "trestle/fetch";
   *
   * const t = trestle();
   * const api = t.router({}, { actions: { logout: t.command(() => {}) } });
   * const handle = fetchHandler(api, { origins: ["https://app.example.com"] });
   *
   * const from = (origin: string) => handle(new Request("https://api.example.com/logout", { method: "POST", headers: { origin } }));
   * if ((await from("https://app.example.com")).status !== 204) throw new Error("unreachable");
   * if ((await from("https://evil.example")).status !== 403) throw new Error("unreachable");
   * ```
   */
  readonly origins?: readonly string[];
  /**
   * The maximum duration of a request in milliseconds; an operation may set its own. After it, the client gets a 503 with the
   * code `timeout`, the handler's `signal` is aborted, and a later result is discarded and logged. Default 30000;
   * `Infinity` for no timeout.
   */
  readonly timeout?: number;
  /** The limits of a request. */
  readonly limits?: Partial<Limits>;
  /**
   * How rows are checked before they are sent. `"kinds"`, the default: every value must have its declared kind (a Date for a
   * date, an integer for an id), and none may be missing. `"schemas"`: every attribute must also pass its whole Zod schema.
   */
  readonly checkRows?: "kinds" | "schemas";
  /**
   * Which links a document contains. `"all"`, the default: the links of the document and its pages, and those of every
   * resource and relationship. `"document"`: only the former, which are all that Trestle's client needs. Lists are then
   * smaller. A relationship that would then be empty is omitted.
   */
  readonly links?: "all" | "document";
  /**
   * When a document's `meta` contains type notes (`created_at` is a Date), so that Trestle's client returns the types that it
   * promises. `"always"`, the default: in every document that needs them. `"profile"`: only if `Accept` requests the profile
   * `urn:trestle:rich`, as a client with `profile: true` does. `"never"`: for APIs without Trestle clients.
   */
  readonly richTypes?: "always" | "profile" | "never";
  /**
   * Whether plain JSON is served as well, for scripts and for clients that do not know JSON:API. A request whose `Accept` prefers
   * `application/json` gets flat rows, with the included rows inside; a list is `{ data, next, prev, total, meta }`. A body of
   * `application/json` may be a flat object, and a change of a relationship an id, a list of ids or null. Everything else stays as it is, and
   * so do requests that accept any type. Clients that name `application/json` by default, such as axios, then get plain JSON. Default: false.
   *
   * @example
   * ```ts
   * import { trestle } from "trestle";
   * import { fetchHandler } from "trestle/fetch";
   * import { z } from "zod";
   *
   * const t = trestle();
   * const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
   * const api = t.router({ notes: notes.routes(notes.createOne(({ input }) => ({ id: 1, ...input }))) });
   * const handle = fetchHandler(api, { plain: true });
   *
   * const json = "application/json";
   * const headers = { accept: json, "content-type": json };
   * const body = JSON.stringify({ text: "Hello" });
   * const response = await handle(new Request("http://localhost/notes", { method: "POST", headers, body }));
   * if ((await response.text()) !== '{"id":"1","text":"Hello"}') throw new Error("unreachable");
   * ```
   */
  readonly plain?: boolean;
  /**
   * More types that requests may use in type notes. Dates, bigints, sets, maps, URLs, the numbers that JSON lacks, and types
   * registered with superjson are always allowed. These can cost much memory or run code, so allow only the ones that an
   * attribute needs. Default: none; a request with another type gets a 422.
   */
  readonly requestTypes?: readonly RequestType[];
  /**
   * The start of a link from each of Trestle's error codes to the page that explains it: `links.type` of the error object. The
   * code follows it. An error with a code of your own gets no link. Default: none.
   *
   * @example
   * ```ts
   * import { trestle } from "trestle";
   * import { fetchHandler } from "trestle/fetch";
   *
   * const handle = fetchHandler(trestle().router({}), { errorTypes: "https://docs.example.com/errors/" });
   * const { errors } = await (await handle(new Request("http://localhost/nothing"))).json();
   * if (errors[0].links.type !== "https://docs.example.com/errors/not_found") throw new Error("unreachable");
   * ```
   */
  readonly errorTypes?: string;
  /** Pages to serve in addition to the operations: `openapiPages(api, { info })` of `trestle/openapi`. Default: none. */
  readonly pages?: Pages;
  /** Live notices: `liveChannel(api, { hub })` of `trestle/live`. The adapter then serves `GET {mount}/live`. Default: none. */
  readonly live?: AnyLiveChannel;
}

/** Their names, to refuse others. */
export const SERVICE_OPTIONS: Readonly<Record<keyof ServiceOptions, true>> = {
  baseUrl: true,
  origins: true,
  timeout: true,
  limits: true,
  checkRows: true,
  links: true,
  richTypes: true,
  plain: true,
  requestTypes: true,
  errorTypes: true,
  pages: true,
  live: true,
};

/** The `this` of an adapter without options: no value has it if the API needs a context, and the message says so. */
export type WithoutOptions<TNeedsContext extends boolean> = TNeedsContext extends true
  ? NotAllowed<"the API needs a context: pass { context: t.context(…) }">
  : unknown;

/** The context, required where `trestle<Context>()` declares required members. */
export type ContextOption<TOption, TNeedsContext extends boolean> = TNeedsContext extends true
  ? TOption
  : Partial<TOption>;
