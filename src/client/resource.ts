import { fieldsBody, type OutgoingBody, relatedBody, rpcBody } from "./body.js";
import { readDocument } from "./document.js";
import { NotFound } from "./errors.js";
import { Lazy, type ReadPlan } from "./lazy.js";
import type { CallOptions } from "./options.js";
import { pathOf } from "./path.js";
import { type QueryState, queryString } from "./query-string.js";
import { readResult } from "./read-result.js";
import { type Sent, sent } from "./safe.js";
import type { Transport, Write } from "./transport.js";
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

  /** For what acts on the type's resources in a cache. */
  get "~"() {
    return { api: this.#transport.name, type: this.#type };
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
      this.#write(method, segments, options, related, () => relatedBody(related)) as Sent<undefined>; // no body, no result
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
    return this.#write("POST", [], options, input, () => fieldsBody(this.#type, id, input), "one");
  }

  update(id: unknown, input: object, options?: ReadOptions) {
    return this.#write("PATCH", [id], options, input, () => fieldsBody(this.#type, id, input), "one");
  }

  delete(id: unknown, options?: CallOptions) {
    return this.#write("DELETE", [id], options, undefined, () => ({})) as Sent<undefined>; // no result was asked for
  }

  rpc(id: unknown, action: string, options: RpcOptions = {}): Sent<Response> {
    const { method = "POST", body, query } = options;
    const write = this.#about(method, [id, action], body);
    const make = () => this.#outgoing(method, [id, action], { extra: query }, rpcBody(body));
    const call = this.#transport.send(make, options).then((response) => {
      write.response = response;
      return response;
    });
    return sent(this.#transport.tell(write, call));
  }

  #read(segments: unknown[], options: ReadOptions = {}, plan?: Pick<ReadPlan, "expected" | "pick">): Lazy<unknown> {
    const { include, fields, ...call } = options;
    const whole = [this.#type, ...segments];
    const target = (query: string) => ({ path: pathOf(...whole), query });
    return new Lazy({
      transport: this.#transport,
      segments: whole,
      target,
      query: { include, fields },
      options: call,
      ...plan,
    });
  }

  #write(
    method: string,
    segments: unknown[],
    options: ReadOptions = {},
    input: unknown,
    body: () => OutgoingBody,
    expected?: "one",
  ): Sent<unknown> {
    const { include = [], fields } = options;
    const write = this.#about(method, segments, input);
    const make = () => this.#outgoing(method, segments, { include, fields }, body());
    const call = this.#transport.send(make, options, async (response, label) => {
      write.response = response;
      write.document = await readDocument(response, label);
      return write.document && expected && readResult(write.document, include, expected, label);
    });
    return sent(this.#transport.tell(write, call));
  }

  #about(method: string, segments: unknown[], input: unknown): Write {
    return { method, segments: [this.#type, ...segments], input };
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
