import type { OperationSpec } from "../../define/model/operation.js";
import { toEnvelope } from "../../define/model/response.js";
import { type VersionSpec, versionText } from "../../define/model/version.js";
import { entityTag } from "../../protocol/negotiation/entity-tag.js";
import { CONTENT_TYPE } from "../../wire/headers.js";
import type { InternalError } from "../options.js";
import type { ServerRequest } from "../http.js";
import { RequestState, type RequestStep } from "../pipeline/request-state.js";

/** A resource as a caller sees it now. */
export interface Current {
  /** Undefined if the row does not contain it. */
  readonly version: string | undefined;
  /** The document that a GET of the resource would return. */
  readonly body: string;
  readonly tag: string;
}

/** Reads a resource for the caller of a change. */
export type ReadCurrent = (state: RequestState) => Promise<Current>;

/** The version of the row that a handler returned. */
export function versionOf({ field }: VersionSpec, result: unknown): string | undefined {
  const { data } = toEnvelope(result);
  return versionText((data as Readonly<Record<string, unknown>> | null | undefined)?.[field]);
}

/**
 * Reads a resource by the registered `getOne`, with its middleware and as its caller sees it.
 *
 * @param findView Finds `getOne` as the caller sees it.
 * @param run Runs the steps of `getOne` that follow.
 */
export function readingCurrent(
  { resource }: OperationSpec,
  findView: RequestStep,
  run: (state: RequestState) => PromiseLike<unknown> | unknown,
): ReadCurrent {
  const version = resource.version as VersionSpec; // only resources with versions are read here
  return async (state) => {
    const read = new RequestState(new CurrentRequest(state), state.id);
    read.extendedResponse = state.extendedResponse;
    read.profileAsked = state.profileAsked;
    read.ctx = state.write?.ctx ?? state.ctx;
    findView(read);
    read.ctx = state.ctx;
    await run(read);
    const { response } = read;
    if (response === undefined || "bodyUsed" in response || response.body === undefined) {
      throw new TypeError(`getOne of "${resource.type}" returned no resource.`);
    }
    const text = versionOf(version, read.result);
    const tag = await entityTag(text ?? "", response.headers[CONTENT_TYPE] ?? "", response.body);
    return { version: text, body: response.body, tag };
  };
}

/** The GET of a resource within the request that changes it. */
class CurrentRequest implements ServerRequest {
  readonly method = "GET";
  readonly query = "";
  readonly contentType = undefined;
  readonly #state: RequestState;

  constructor(state: RequestState) {
    this.#state = state;
  }

  get path(): string {
    return this.#state.request.path;
  }

  get accept(): string | undefined {
    return this.#state.request.accept;
  }

  get host(): string | undefined {
    return this.#state.request.host;
  }

  get isOver(): boolean {
    return this.#state.isAborted;
  }

  onEnd(end: (hasLeft: boolean, reason?: unknown) => void): () => void {
    const { signal } = this.#state; // the timeout of the change ends the read, too
    const leave = () => end(true, signal.reason);
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    return () => signal.removeEventListener("abort", leave);
  }

  header(): undefined {
    return undefined; // a precondition is about the change, not about this read
  }

  readBody(): undefined {
    return undefined;
  }

  readText(): undefined {
    return undefined;
  }

  readForm(): Promise<void> {
    throw new TypeError("A read within a change has no form.");
  }

  makeContext(): object {
    return this.#state.ctx;
  }

  toRequest(): Request {
    throw new TypeError("A read within a change has no Request.");
  }

  report(error: InternalError): void {
    this.#state.request.report(error);
  }
}
