import { operationName, type OperationSpec } from "../../define/model/operation.js";
import type { DeclaredIdempotency, StatedKey } from "../../define/types/idempotency.js";
import { errorObject, RequestError } from "../../protocol/errors/request-error.js";
import { parseIdempotencyKey } from "../../protocol/negotiation/idempotency-key.js";
import { quoteShort } from "../../protocol/text/shown.js";
import { IDEMPOTENCY_KEY, TYPE_NOTE } from "../../wire/headers.js";
import type { RequestState } from "../kernel/request-state.js";
import { wrongResult } from "../wrong-result.js";

const SOURCE = { header: "Idempotency-Key" };

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

function keyError(code: "idempotency_key_required" | "invalid_idempotency_key", detail: string): RequestError {
  return new RequestError([errorObject(code, detail, SOURCE)]);
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
