import { type OperationSpec, operationName } from "../../define/model/operation.js";
import type { DeclaredIdempotency, NewClaim, StatedKey, StoredResponse } from "../../define/types/idempotency.js";
import { errorObject, RequestError } from "../../protocol/errors/request-error.js";
import type { ErrorCode } from "../../wire/errors.js";
import {
  EXPOSE_HEADERS,
  IDEMPOTENCY_REPLAYED,
  LOCATION,
  RETRY_AFTER,
  SET_COOKIE,
  IDEMPOTENCY_KEY,
  TYPE_NOTE,
} from "../../wire/headers.js";
import type { ServerResponse } from "../http.js";
import type { RequestState } from "../kernel/request-state.js";
import { report } from "../report.js";
import { parseIdempotencyKey } from "../../protocol/negotiation/idempotency-key.js";
import { quoteShort } from "../../protocol/text/json-text.js";
import { wrongResult } from "../wrong-result.js";

/**
 * Reads the key and the body, before a transaction is open.
 *
 * @param mount The path of the mount point: APIs may share a store.
 * @returns Undefined for a request without a key.
 * @throws {RequestError} 400 for a key that cannot be read, and where one is required and missing.
 */
export async function readKey(
  operation: OperationSpec,
  { caller = () => null }: DeclaredIdempotency,
  mount: string,
  state: RequestState,
): Promise<StatedKey | undefined> {
  const { request } = state;
  const header = request.header(IDEMPOTENCY_KEY);
  if (header === undefined) {
    if (operation.options.idempotent !== "required") return undefined;
    throw keyError(
      "idempotency_key_required",
      "Send a new key in Idempotency-Key, for example a UUID, and repeat it when you retry.",
    );
  }
  const key = parseIdempotencyKey(header);
  if (key === undefined) {
    throw keyError(
      "invalid_idempotency_key",
      `Idempotency-Key must be 1 to 255 visible ASCII characters, for example "8e03978e-40d5-43dd-bc93-6894a57f9324", not ${quoteShort(header)}.`,
    );
  }
  const { method, path, query, contentType = "", host } = request;
  const typeNote = request.header(TYPE_NOTE) ?? null;
  // With the host, because tenants may be told apart by it, and have users of the same id. Instances of a server may differ in their port.
  const scope = JSON.stringify([
    callerOf(operation, caller, state.ctx),
    host?.toLowerCase().replace(/:\d*$/, ""),
    method,
    mount + path,
    key,
  ]);
  const text = state.write?.text;
  const body = text === undefined ? await state.readBody() : text.body;
  const payload = JSON.stringify([method, mount + path, query, contentType, typeNote, body === undefined]);
  const [id, fingerprint] = await Promise.all([sha256(scope), sha256(`${payload}\n${body ?? ""}`)]);
  return { id, fingerprint };
}

function callerOf({ info }: OperationSpec, caller: (ctx: object) => unknown, ctx: object): string | null {
  const id = caller(ctx);
  if (typeof id === "string" || id === null) return id;
  throw wrongResult(`${operationName(info)}: idempotency.caller`, "a string or null", id);
}

async function sha256(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Runs a write once for each key. The first request runs it, and the store keeps its response. Others get that response.
 *
 * @param run Runs the write.
 * @param enter Runs what decides whether the caller may write, before the response is sent again.
 * @throws {RequestError} 409 while the first request still runs, 422 if the payloads differ.
 */
export async function oncePerKey(
  { info }: OperationSpec,
  { store }: DeclaredIdempotency,
  key: StatedKey,
  state: RequestState,
  run: () => Promise<void>,
  enter: () => Promise<void>,
): Promise<void> {
  const claim = await store.claim({ ctx: state.ctx, ...key });
  if (claim.state === "new") return runClaimed(info, store, claim, state, run);
  if (claim.state === "running") {
    const detail = "Another request with this Idempotency-Key has not ended yet.";
    throw keyError("request_in_progress", detail, { [RETRY_AFTER]: "1" });
  }
  if (claim.fingerprint !== key.fingerprint) {
    const detail = "This Idempotency-Key belongs to a request with other content. Send a new key for a new request.";
    throw keyError("idempotency_key_reused", detail);
  }
  await enter();
  state.response = replay(state, claim.response);
}

async function runClaimed(
  info: OperationSpec["info"],
  store: DeclaredIdempotency["store"],
  claim: NewClaim,
  state: RequestState,
  run: () => Promise<void>,
): Promise<void> {
  let response: StoredResponse;
  try {
    await run();
    response = storedResponse(state, operationName(info));
    if (store.inTransaction) await claim.finish(response);
  } catch (error) {
    const isUndone = !state.write?.isCommitted && !state.write?.mayBeCommitted; // else a repeat would write twice
    if (isUndone) await claim.release().catch((cause) => reportStore(state, info, cause)); // it must not hide why the write failed
    throw error;
  }
  if (store.inTransaction) return;
  if (state.write) state.write.isCommitted = true;
  // The write is done, so it must not look undone. Until the claim expires, the key stays in use.
  await claim.finish(response).catch((cause) => reportStore(state, info, cause));
}

function reportStore({ request }: RequestState, operation: OperationSpec["info"], error: unknown): void {
  report(request, { error, id: crypto.randomUUID(), operation });
}

function storedResponse(state: RequestState, where: string): StoredResponse {
  const { response } = state;
  if (response === undefined) throw new TypeError(`${where}: its timeout was over before its handler ran.`);
  if ("bodyUsed" in response) throw new TypeError(`${where}: a streamed response cannot be stored.`);
  // Without cookies, which are for one browser: those of `respond`, and one of an error.
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => name !== SET_COOKIE));
  return { status: response.status, headers, body: response.body, view: viewOf(state) };
}

/** What decides which fields a response contains, and its media type. */
function viewOf({ view, extendedResponse, profileAsked, plainResponse }: RequestState): string {
  return JSON.stringify([view?.apiView.key, extendedResponse, profileAsked, ...(plainResponse ? [true] : [])]);
}

/** The response of the first request, as its bytes were. */
function replay(state: RequestState, { status, headers, body, view }: StoredResponse): ServerResponse {
  const location = headers[LOCATION];
  if (view !== viewOf(state)) {
    const instead = location === undefined ? "" : " Read the resource at Location.";
    throw keyError(
      "response_withheld",
      `The write succeeded, but its response is for another Accept header, or contains other fields than you can see now.${instead}`,
      location === undefined ? {} : { [LOCATION]: location },
    );
  }
  const exposed = headers[EXPOSE_HEADERS];
  const names = exposed === undefined ? IDEMPOTENCY_REPLAYED : `${exposed}, ${IDEMPOTENCY_REPLAYED}`;
  return { status, headers: { ...headers, [EXPOSE_HEADERS]: names, [IDEMPOTENCY_REPLAYED]: "true" }, body };
}

function keyError(code: ErrorCode, detail: string, headers?: Readonly<Record<string, string>>): RequestError {
  return new RequestError([errorObject(code, detail, { header: "Idempotency-Key" })], headers);
}
