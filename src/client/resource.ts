import { fieldsBody, type OutgoingBody, relatedBody, rpcBody } from "./body.js";
import { readDocument } from "./document.js";
import { NotFound } from "./errors.js";
import { Lazy, type ReadPlan } from "./lazy.js";
import type { CallOptions } from "./options.js";
import { pathOf } from "./path.js";
import { type QueryState, queryString } from "./query-string.js";
import { readResult } from "./read-result.js";
import { type Sent, sent } from "./safe.js";
import type { Transport } from "./transport.js";
import { unexpected } from "./unexpected.js";

type ReadOptions = CallOptions & Pick<QueryState, "include" | "fields">;
type RpcOptions = CallOptions & { method?: string; body?: unknown; query?: QueryState["extra"] };

/**
 * The operations on one type. It has them all and knows no field: which of them are registered, and what they take,
 * is said by the types.
 */
export class ResourceClient {
  readonly #transport: Transport;
  readonly #type: string;

  constructor(transport: Transport, type: string) {
    this.#transport = transport;
    this.#type = type;
  }

  get(id: unknown, options?: ReadOptions) {
    return this.#read([id], options, { expected: "one" });
  }

  list(options?: CallOptions) {
    return this.#read([], options, { expected: "many" });
  }

  find(filter: object, options?: ReadOptions) {
    return this.#read([], options, { expected: "many", pick: onlyOne }).filter(filter);
  }

  related(id: unknown, relationship: string, options?: ReadOptions) {
    return this.#read([id, relationship], options);
  }

  relationship(id: unknown, relationship: string) {
    const segments = [id, "relationship", relationship];
    const change = (method: string) => (related: unknown, options?: CallOptions) =>
      this.#write(method, segments, options, () => relatedBody(related)) as Sent<undefined>; // no body, no result
    const patch = change("PATCH");
    return {
      get: (options?: CallOptions) => this.#read(segments, options, { pick: plain }),
      set: patch,
      reset: patch,
      add: change("POST"),
      remove: change("DELETE"),
    };
  }

  create({ id, ...input }: { id?: unknown }, options?: ReadOptions) {
    return this.#write("POST", [], options, () => fieldsBody(this.#type, id, input), "one");
  }

  update(id: unknown, input: object, options?: ReadOptions) {
    return this.#write("PATCH", [id], options, () => fieldsBody(this.#type, id, input), "one");
  }

  delete(id: unknown, options?: CallOptions) {
    return this.#write("DELETE", [id], options, () => ({})) as Sent<undefined>; // no result was asked for
  }

  rpc(id: unknown, action: string, options: RpcOptions = {}): Sent<Response> {
    const { method = "POST", body, query } = options;
    const make = () => this.#outgoing(method, [id, action], { extra: query }, rpcBody(body));
    return sent(this.#transport.send(make, options));
  }

  #read(segments: unknown[], options: ReadOptions = {}, plan?: Pick<ReadPlan, "expected" | "pick">): Lazy<unknown> {
    const { include, fields, ...call } = options;
    const target = (query: string) => ({ path: pathOf(this.#type, ...segments), query });
    return new Lazy({ transport: this.#transport, target, query: { include, fields }, options: call, ...plan });
  }

  #write(
    method: string,
    segments: unknown[],
    options: ReadOptions = {},
    body: () => OutgoingBody,
    expected?: "one",
  ): Sent<unknown> {
    const { include = [], fields } = options;
    const make = () => this.#outgoing(method, segments, { include, fields }, body());
    const call = this.#transport.send(make, options, async (response, label) => {
      const document = await readDocument(response, label);
      return document && expected && readResult(document, include, expected, label);
    });
    return sent(call);
  }

  #outgoing(method: string, segments: unknown[], query: QueryState, body: OutgoingBody) {
    return { method, path: pathOf(this.#type, ...segments), query: queryString(query), ...body };
  }
}

function onlyOne(page: readonly unknown[] | undefined, url: string): unknown {
  if (!page) return undefined;
  if (page.length === 0) throw new NotFound(`${url} found nothing.`, { status: 404, code: "not_found" });
  if (page.length > 1) throw unexpected("ambiguous", `${url} found more than one: find() is for exactly one.`);
  return page[0];
}

/** Linkage is no page of anything: a list of identifiers, and no more. */
function plain(linkage: unknown): unknown {
  return Array.isArray(linkage) ? Array.from(linkage) : linkage;
}
