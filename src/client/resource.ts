import { actions, withAddress } from "./actions.js";
import { type Document, readDocument } from "./send/document.js";
import { hrefOf } from "./read/page.js";
import { idOf, isMembers, type ResourceIdentifier } from "./send/fetched-row.js";
import { Lazy } from "./read/lazy.js";
import type { SendOptions } from "./send/options.js";
import type { QueryState } from "./send/url.js";
import { type Expected, readResult } from "./read/read-result.js";
import { sourceOf } from "./read/page-source.js";
import type { Picker, ReadState } from "./read/read-source.js";
import type { ResponseError } from "./errors/error-response.js";
import { NotFound } from "./errors/errors.js";
import { type SafePromise, withSafe } from "./errors/safe.js";
import type { OutgoingBody, Transport } from "./send/transport.js";
import { unexpected } from "./errors/unexpected.js";
import { loadSuperjson } from "./send/superjson.js";
import { IF_MATCH } from "../wire/headers.js";
import { copied } from "./send/copied.js";
import type { SentWrite } from "./send/sent-write.js";

/** Writes the body of a request. The code for it is loaded before the first write. */
type MakeBody<TInput> = (bodies: typeof import("./write/body.js"), input: TInput) => Promise<OutgoingBody>;

type RpcOptions = SendOptions & { method?: string; body?: unknown; query?: QueryState["extra"] };

/** All operations on one type. Only the types say which of them are registered, and what they take. */
export function resourceClient(transport: Transport, type: string) {
  const read = (path: unknown[], state: ReadState = {}, expected?: Expected, pick?: Picker) =>
    new Lazy(copied(state), (state) => sourceOf(transport, [type, ...path.map(idOf)], state, expected, pick));

  const write = (
    method: string,
    path: unknown[],
    input: unknown,
    makeBody: MakeBody<never> | undefined,
    given: ReadState = {},
    expected?: "one" | "response",
  ): SafePromise<unknown> => {
    const options = copied(given);
    const item = copied(path.find(isMembers)) as ResourceIdentifier | undefined; // only items are objects here
    const segments = [type, ...path.map(idOf)];
    const about: SentWrite = { method, segments, input, options };
    const isRpc = expected === "response";
    const urlOf = () => transport.urlOf(segments, options);
    const readBody = async (response: Response, label: () => string) => {
      about.response = response;
      if (isRpc) return response;
      about.document = await readDocument(response, label, !expected).catch(async (error: ResponseError) => {
        throw error.status === 412
          ? await (await guarded()).mismatchOf(error, readResult, loadSuperjson, label)
          : error;
      });
      return (
        about.document && expected && readResult(about.document, options.include, expected, label, transport.versions)
      );
    };
    const makeOwn =
      (makeBody || item) &&
      (async () => {
        about.input = copied(input);
        const body: OutgoingBody = makeBody
          ? await makeBody(await import("./write/body.js"), about.input as never)
          : {}; // each method passes the `makeBody` for its input
        return item ? (await guarded()).withIfMatch(body, IF_MATCH, transport.versions, type, item) : body;
      });
    const call = transport.write(about, options, makeOwn || undefined, (makeBody, options) =>
      transport.send(method, urlOf, makeBody, options, readBody, isRpc),
    );
    return withSafe(call);
  };

  const fieldsOf =
    (id: unknown): MakeBody<object> =>
    (bodies, fields) =>
      bodies.fieldsBody(type, id, fields);

  const methods = {
    get: (id: unknown, options?: ReadState) => read([id], options, "one"),
    list: (options?: ReadState) => read([], options, "many"),
    find: (filter: object, options?: ReadState) => read([], options, "many", onlyOne).filter(filter),
    related: (id: unknown, relationship: string, options?: ReadState) => read([id, relationship], options),

    relationship: (id: unknown, relationship: string) => {
      const path = [id, "relationship", relationship];
      const change = (method: string) => (related: unknown, options?: SendOptions) =>
        write(
          method,
          path,
          related,
          (bodies, related) => bodies.relatedBody(related),
          options,
        ) as SafePromise<undefined>; // without `expected`, the result is undefined
      const patch = change("PATCH");
      return {
        // Linkage is a plain list of identifiers, and not a page.
        get: (options?: SendOptions) => read(path, options, undefined, (linkage) => linkage),
        set: patch,
        reset: patch,
        add: change("POST"),
        remove: change("DELETE"),
      };
    },

    create: (given: { id?: unknown }, options?: ReadState) => {
      const { id, ...input } = given ?? {}; // `fieldsBody` refuses anything but an object
      return write("POST", [], isMembers(given) ? input : given, fieldsOf(id), options, "one");
    },
    update: (target: unknown, input: object, options?: ReadState) => {
      return write("PATCH", [target], input, fieldsOf(idOf(target)), options, "one");
    },
    delete: (id: unknown, options?: SendOptions) =>
      write("DELETE", [id], undefined, undefined, options) as SafePromise<undefined>, // without `expected`, the result is undefined

    command: actions(transport, type, "command"),
    query: actions(transport, type, "query"),
    stream: actions(transport, type, "stream"),

    rpc: (id: unknown, action: string, given: RpcOptions = {}) => {
      const { method = "POST", body, query, ...options } = given ?? {};
      const state = given && { ...options, extra: query };
      return write(
        method,
        [id, action],
        body,
        (bodies, body) => bodies.rpcBody(body),
        state,
        "response",
      ) as SafePromise<Response>;
    },
  };
  return withAddress(methods, { api: transport.name, type, options: transport.options });
}

/** Loads the code for changes of items when it is first needed. */
const guarded = () => import("./write/guarded.js");

export type RuntimeClient = ReturnType<typeof resourceClient>;

function onlyOne({ length, 0: one }: readonly unknown[], label: () => string, { links }: Document): unknown {
  const isMore = hrefOf(links?.next);
  if (length === 1 && !isMore) return one;
  if (length)
    throw unexpected(
      "ambiguous",
      `${label()} found ${isMore ? "more than one page" : length}, not one. Narrow the filter.`,
    );
  throw new NotFound(`${label()} found nothing.`, { status: 404, code: "not_found" });
}
