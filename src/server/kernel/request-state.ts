import type { HandlerArgs } from "../../define/model/operation.js";
import type { HubNotice } from "../../define/types/live.js";
import type { Envelope } from "../../define/types/response.js";
import type { ErrorContext, FieldPointer } from "../../protocol/errors/error-document.js";
import type { RequestError } from "../../protocol/errors/request-error.js";
import { NO_QUERY, type ParsedQuery } from "../../protocol/query/parsed-query.js";
import type { JsonObject } from "../../protocol/body/parse-document.js";
import type { FormReceiver } from "../form.js";
import type { ServerRequest, ServerResponse } from "../http.js";
import { isPromise, type MaybePromise } from "../../protocol/maybe-promise.js";
import type { View } from "./views.js";
import type { StatedKey } from "../../define/types/idempotency.js";
import type { EntityTag } from "../../protocol/negotiation/entity-tag.js";

/**
 * Whether a request still goes on: its client may leave, and its time may be over. The operations of a batch share the life of their
 * request.
 */
export class RequestLife {
  /** Whether the timeout is over: no handler starts, and nothing is committed. */
  isExpired = false;
  /** Whether the server waits for the body. */
  isReading = false;
  /** When the time is over, as `performance.now()`. Set by {@link Deadlines}, as the next two. */
  due = Number.POSITIVE_INFINITY;
  previous: RequestLife | undefined = undefined;
  next: RequestLife | undefined = undefined;
  readonly #request: ServerRequest;
  #controller: AbortController | undefined = undefined;
  #abortedBy: Error | undefined = undefined;

  constructor(request: ServerRequest) {
    this.#request = request;
  }

  /** Aborted when the client goes away or the timeout is over. Made when it is first read. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      if (this.#abortedBy !== undefined) controller.abort(this.#abortedBy);
      else this.#request.onEnd((hasLeft, reason) => hasLeft && controller.abort(reason));
    }
    return this.#controller.signal;
  }

  /** Whether the client has left, or the timeout is over. A signal that was not needed before is not made for that. */
  get isAborted(): boolean {
    return this.#abortedBy !== undefined || this.#request.isOver;
  }

  /** Milliseconds until the timeout is over. Undefined without a timeout. */
  get remaining(): number | undefined {
    return Number.isFinite(this.due) ? Math.max(0, this.due - performance.now()) : undefined;
  }

  /** Aborts the handler's signal. */
  abort(reason: Error): void {
    this.#abortedBy = reason;
    this.#controller?.abort(reason);
  }

  /** Called when the time is over. */
  expire(): void {
    this.isExpired = true;
  }
}

/** The requests with the same timeout, the oldest first. One timer serves all of them: most requests end long before their time is over. */
export class Deadlines {
  #first: RequestLife | undefined;
  #last: RequestLife | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(/** Milliseconds, or `Infinity`. */ readonly timeout: number) {}

  add(life: RequestLife): void {
    if (this.timeout === Number.POSITIVE_INFINITY) return;
    life.due = performance.now() + this.timeout;
    life.previous = this.#last;
    if (this.#last === undefined) this.#first = life;
    else this.#last.next = life;
    this.#last = life;
    if (this.#timer === undefined) this.#start(this.timeout);
    else if (life === this.#first) this.#timer.ref?.();
  }

  /** Does nothing for a request that is not in the list any more. */
  remove(life: RequestLife): void {
    const { previous, next } = life;
    if (previous === undefined && this.#first !== life) return;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    life.previous = life.next = undefined; // it must not keep later requests in memory
    if (this.#first === undefined) this.#timer?.unref?.(); // a timer without requests must not keep the process alive
  }

  #start(delay: number): void {
    this.#timer = setTimeout(() => this.#expireDue(), delay);
  }

  #expireDue(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (let life = this.#first; life !== undefined && life.due <= now; life = this.#first) {
      this.remove(life);
      life.expire();
    }
    if (this.#first !== undefined && this.#timer === undefined) this.#start(Math.max(1, this.#first.due - now)); // `expire` may add one
  }
}

/**
 * Why a request is refused. It is returned and not thrown where most refusals happen: to throw it takes 0.6 µs more, 3 % of such a
 * request (bench `micro`, reject-query).
 */
export type Refusal = RequestError | undefined;

/** An operation as one caller sees it. */
export interface OperationView {
  /** The API as the same caller sees it. */
  readonly apiView: View;
  /** The resource's fields that are hidden from the caller. */
  readonly hidden: ReadonlySet<string>;
  /** Parses query and body into `state.query` and `state.args`. */
  readonly read: (state: RequestState) => MaybePromise<Refusal>;
  readonly write: (envelope: Envelope<unknown>, state: RequestState) => ServerResponse | Response;
}

/** The name of an argument that only the handler applies. */
export type UnreadArgument = "any" | "includeQueries";

/** What a write changed. */
export interface NotedChanges {
  readonly notices: readonly HubNotice[];
  /** Whether they were stored in the transaction of the write. */
  isRecorded: boolean;
}

const NOWHERE: FieldPointer = () => undefined;
const NO_CONTEXT = {};

/** What errors may say about fields before a body is read. */
export const NO_FIELDS: ErrorContext = { pointerOf: NOWHERE, isHidden: () => false };

/** What the server has learnt about a request so far. The members are in the order in which they are filled. */
export class RequestState implements ErrorContext {
  /** Whether the body's media type names the extension. */
  extendedBody = false;
  /** Whether the response's media type must name the extension. */
  extendedResponse = false;
  /** Whether the request asks for the profile of type notes. */
  profileAsked = false;
  /** Whether the response is plain JSON. */
  plainResponse = false;
  /** Whether the body may be plain JSON. */
  plainBody = false;
  /** The request's context, with the members that middleware added. */
  ctx: object = NO_CONTEXT;
  view: OperationView | undefined = undefined;
  query: ParsedQuery = NO_QUERY;
  /** Returns the place of a field in the body; undefined until the body is read. */
  pointerOf: FieldPointer = NOWHERE;
  args: HandlerArgs | undefined = undefined;
  /** The arguments that the handler has not read, and that nothing else applies. Undefined if the request has none. */
  unread: Set<UnreadArgument> | undefined = undefined;
  result: unknown = undefined;
  response: ServerResponse | Response | undefined = undefined;
  refusal: Refusal = undefined;
  /** Only for idempotent writes, writes of resources with versions, and batches. */
  write: WriteState | undefined = undefined;
  /** What a write changed, for live notices. */
  changes: NotedChanges | undefined = undefined;
  /** The body, if it is a part of the body of a batch. */
  document: JsonObject | undefined = undefined;
  /** Whether the response is one of the results of a batch. */
  isResult = false;

  constructor(
    readonly request: ServerRequest,
    /** The id in the path, percent-decoded; empty if the path has none. */
    readonly id: string,
    readonly life = new RequestLife(request),
  ) {}

  /** Aborted when the client goes away or the timeout is over. For middleware. */
  get signal(): AbortSignal {
    return this.life.signal;
  }

  /** Throws a refusal, for those who learn of it only so: middleware, and transactions, which roll back. */
  throwRefusal(): void {
    const { refusal } = this;
    this.refusal = undefined;
    if (refusal !== undefined) throw refusal;
  }

  isHidden(field: string): boolean {
    return this.view?.hidden.has(field) ?? false;
  }

  readBody(): MaybePromise<string | undefined> {
    return this.#reading(this.request.readBody());
  }

  /** Reads a body that is not a JSON:API document. */
  readText(bodySize: number): MaybePromise<string | undefined> {
    if (this.write?.text !== undefined) return this.write.text.body;
    return this.#reading(this.request.readText(bodySize, () => this.life.signal));
  }

  readForm(form: FormReceiver): MaybePromise<void> {
    return this.#reading(this.request.readForm(form, this.life.signal));
  }

  #reading<T>(body: MaybePromise<T>): MaybePromise<T> {
    if (!isPromise(body)) return body;
    const { life } = this;
    life.isReading = true;
    return body.finally(() => {
      life.isReading = false;
    });
  }
}

/** What is known about an idempotent write, a write of a resource with versions, or a batch. Other requests do not have it. */
export class WriteState {
  /** The context before any middleware, by which fields are hidden. */
  ctx: object = {};
  /** The tags of `If-Match`. */
  precondition: "*" | readonly EntityTag[] | undefined = undefined;
  /** The context of a batch before its transaction. */
  outside: object = {};
  /** The members of the context that belong to the transaction of the batch. */
  members: Readonly<Record<PropertyKey, unknown>> | undefined = undefined;
  /** The key of an idempotent write, if the request has one. */
  key: StatedKey | undefined = undefined;
  /** The body of an action, which the fingerprint of the request needs before the input is read. */
  text: { readonly body: string | undefined } | undefined = undefined;
  /** Whether the write is committed: then its response is final. */
  isCommitted = false;
  /** Whether nobody knows if the write is committed: then its key stays in use. */
  mayBeCommitted = false;

  constructor(
    /** Whether a response is kept that is ready only after the timeout, because the write is done and has no transaction. */
    readonly keepsLate: boolean,
  ) {}
}
