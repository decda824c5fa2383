import { actions, later } from "./actions.js";
import { withAddress } from "./send/members.js";
import { type Document, readDocument } from "./send/document.js";
import { REST } from "./read/link-rows.js";
import { hrefOf } from "./read/page.js";
import { idOf, isMembers, type ResourceIdentifier, copied } from "./send/input.js";
import { Lazy } from "./read/lazy.js";
import type { SendOptions } from "./send/options.js";
import type { QueryState } from "./send/url.js";
import { type Expected, readResult, sourceOf } from "./read/source.js";
import type { Picker, ReadState } from "./read/lazy.js";
import { NotFound, unexpected } from "./errors/response-error.js";
import { type SafePromise, withSafe } from "./send/call.js";
import type { Transport, SentWrite } from "./send/transport.js";
import type { BodyKind } from "./write/body.js";

type RpcOptions = SendOptions & { method?: string; body?: unknown; query?: QueryState["extra"] };

/** All operations on one type. Only the types say which of them are registered, and what they take. */
export function resourceClient(transport: Transport, type: string) {
  const read = (path: unknown[], state: ReadState = {}, expected?: Expected, pick?: Picker) =>
    new Lazy(copied(state), (state) => sourceOf(transport, [type, ...path.map(idOf)], state, expected, pick));

  const write = (
    method: string,
    path: unknown[],
    kind: BodyKind | undefined,
    input: unknown,
    given: ReadState = {},
    expected?: "one" | "response",
    newId?: unknown,
  ): SafePromise<unknown> => {
    const options = copied(given);
    const item = copied(path.find(isMembers)) as ResourceIdentifier | undefined; // only items are objects here
    const segments = [type, ...path.map(idOf)];
    const sent: SentWrite = { method, segments, input, options };
    const isRpc = expected === "response";
    const makeBody = async () => {
      sent.input = copied(input);
      const { writeBody } = await later();
      return writeBody(kind, type, path.length > 0 ? segments[1] : newId, sent.input, item, transport.versions);
    };
    const readResponse = async (response: Response, label: () => string) => {
      sent.response = response;
      if (isRpc) return response;
      sent.document = await readDocument(response, !expected);
      return (
        sent.document && expected && readResult(sent.document, options.include, expected, label, transport.versions)
      );
    };
    const urlOf = () => transport.urlOf(segments, options);
    const request = { method, urlOf, makeBody: kind || item ? makeBody : undefined, read: readResponse, isRpc };
    return withSafe(transport.write(sent, request, options));
  };

  const methods = {
    get: (id: unknown, options?: ReadState) => read([id], options, "one"),
    list: (options?: ReadState) => read([], options, "many"),
    find: (filter: object, options?: ReadState) => read([], options, "many", onlyOne).filter(filter),
    related: (id: unknown, relationship: string, options?: ReadState) => read([id, relationship], options),

    more: (item: Readonly<Record<string, { [REST]?: string }>> | undefined, relationship: string) => {
      const rest = item?.[relationship]?.[REST];
      return rest && read([item, relationship], {}, "many").fromSearch(rest.replace(/^[^?]*/, ""));
    },

    relationship: (id: unknown, relationship: string) => {
      const path = [id, "relationship", relationship];
      const change = (method: string) => (related: unknown, options?: SendOptions) =>
        write(method, path, "related", related, options) as SafePromise<undefined>; // without `expected`, the result is undefined
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
      const { id, ...input } = given ?? {}; // `writeBody` refuses anything but an object
      return write("POST", [], "fields", isMembers(given) ? input : given, options, "one", id);
    },
    update: (target: unknown, input: object, options?: ReadState) =>
      write("PATCH", [target], "fields", input, options, "one"),
    delete: (id: unknown, options?: SendOptions) =>
      write("DELETE", [id], undefined, undefined, options) as SafePromise<undefined>, // without `expected`, the result is undefined

    command: actions(transport, type, "command"),
    query: actions(transport, type, "query"),
    stream: actions(transport, type, "stream"),

    rpc: (id: unknown, action: string, given: RpcOptions = {}) => {
      const { method = "POST", body, query, ...options } = given ?? {};
      const state = given && { ...options, extra: query };
      return write(method, [id, action], "rpc", body, state, "response") as SafePromise<Response>; // what it reads for "response"
    },
  };
  return withAddress(methods, { api: transport.name, type, options: transport.options });
}

export type RuntimeClient = ReturnType<typeof resourceClient>;

function onlyOne({ length, 0: one }: readonly unknown[], label: () => string, { links }: Document): unknown {
  const nextPage = hrefOf(links?.next);
  if (length === 1 && !nextPage) return one;
  if (length)
    throw unexpected(
      "ambiguous",
      `${label()} found ${nextPage ? "more than one page" : length}, not one. Narrow the filter.`,
    );
  throw new NotFound(`${label()} found nothing.`, { status: 404, code: "not_found" });
}
