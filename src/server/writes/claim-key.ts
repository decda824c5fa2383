import type { OperationSpec } from "../../define/model/operation.js";
import { operationName } from "../../define/model/operation.js";
import type { DeclaredIdempotency, NewClaim, StatedKey, StoredResponse } from "../../define/types/idempotency.js";
import { errorObject, RequestError } from "../../protocol/errors/request-error.js";
import { EXPOSE_HEADERS, IDEMPOTENCY_REPLAYED, LOCATION, RETRY_AFTER, SET_COOKIE } from "../../wire/headers.js";
import { isResponse, type ServerResponse } from "../http.js";
import type { RequestState } from "../kernel/request-state.js";
import { report } from "../report.js";

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
  switch (claim.state) {
    case "new":
      return runClaimed(info, store, claim, state, run);
    case "running":
      throw keyConflict("request_in_progress", "Another request with this Idempotency-Key has not ended yet.", {
        [RETRY_AFTER]: "1",
      });
    default:
      requireSame(key, claim.fingerprint);
      await enter();
      state.response = replay(state, claim.response);
  }
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
  if (isResponse(response)) throw new TypeError(`${where}: a streamed response cannot be stored.`);
  // Without cookies, which are for one browser: those of `respond`, and one of an error.
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => name !== SET_COOKIE));
  return { status: response.status, headers, body: response.body, view: viewOf(state) };
}

/** What decides which fields a response contains, and its media type. */
function viewOf({ view, extendedResponse, profileAsked }: RequestState): string {
  return JSON.stringify([view?.apiView.key, extendedResponse, profileAsked]);
}

function requireSame(key: StatedKey, fingerprint: string): void {
  if (fingerprint === key.fingerprint) return;
  const detail = "This Idempotency-Key belongs to a request with other content. Send a new key for a new request.";
  throw new RequestError([errorObject("idempotency_key_reused", detail, { header: "Idempotency-Key" })]);
}

/** The response of the first request, as its bytes were. */
function replay(state: RequestState, { status, headers, body, view }: StoredResponse): ServerResponse {
  const location = headers[LOCATION];
  if (view !== viewOf(state)) {
    const instead = location === undefined ? "" : " Read the resource at Location.";
    throw keyConflict(
      "response_withheld",
      `The write succeeded, but its response is for another Accept header, or contains other fields than you can see now.${instead}`,
      location === undefined ? {} : { [LOCATION]: location },
    );
  }
  const exposed = headers[EXPOSE_HEADERS];
  const names = exposed === undefined ? IDEMPOTENCY_REPLAYED : `${exposed}, ${IDEMPOTENCY_REPLAYED}`;
  return { status, headers: { ...headers, [EXPOSE_HEADERS]: names, [IDEMPOTENCY_REPLAYED]: "true" }, body };
}

function keyConflict(
  code: "request_in_progress" | "response_withheld",
  detail: string,
  headers: Readonly<Record<string, string>>,
): RequestError {
  return new RequestError([errorObject(code, detail, { header: "Idempotency-Key" })], headers);
}
