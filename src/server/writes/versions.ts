import { VersionMismatch } from "../../define/errors.js";
import { isOfSource } from "../../define/model/handler-check.js";
import type { OperationSpec } from "../../define/model/operation.js";
import { parseVersion, type VersionSpec, versionText } from "../../define/model/resource.js";
import { errorObjectsOf } from "../../protocol/errors/error-document.js";
import { errorObject, RequestError } from "../../protocol/errors/request-error.js";
import { parseTags, versionIn, entityTag, isListed } from "../../protocol/negotiation/entity-tag.js";
import { quoteShort } from "../../protocol/text/json-text.js";
import { ETAG, IF_MATCH, CONTENT_TYPE, IF_NONE_MATCH } from "../../wire/headers.js";
import { META } from "../../wire/notes/note.js";
import { NO_FIELDS, type RequestState, type WriteState } from "../kernel/request-state.js";
import { toEnvelope } from "../../define/model/response.js";
import { NO_CONTENT_HEADERS } from "../../protocol/negotiation/response-headers.js";

const SOURCE = { header: "If-Match" };

type Precondition = WriteState["precondition"];

/** A resource as a caller sees it now. */
export interface Current {
  /** Undefined if the row does not contain it. */
  readonly version: string | undefined;
  /** The document that a GET of the resource would return, or its row in plain JSON. */
  readonly body: string;
  readonly tag: string | undefined;
}

/** Reads the resource that a write changes, as its caller sees it. */
export type ReadCurrent = () => Promise<Current>;

/** @throws {RequestError} 428 for an operation of a batch that must state a version, and states none. */
export function requireVersion({ info, resource }: OperationSpec, { write }: RequestState): void {
  if (write?.precondition !== undefined || !resource.version?.required) return;
  const detail = `A change of "${info.type}" must state the version that it is based on. Send it as meta.version of the operation.`;
  throw new RequestError([errorObject("precondition_required", detail)]);
}

/**
 * Reads `If-Match`.
 *
 * @throws {RequestError} 400 for a header that cannot be read, 428 where one is required and missing.
 */
export function readPrecondition({ info, resource }: OperationSpec, { request }: RequestState): Precondition {
  const header = request.header(IF_MATCH);
  if (header === undefined) {
    if (!resource.version?.required) return undefined;
    const detail = `A change of "${info.type}" must state the version that it is based on. Send the ETag of the resource in If-Match.`;
    throw new RequestError([errorObject("precondition_required", detail, SOURCE)]);
  }
  const tags = parseTags(header);
  if (tags !== undefined) return tags;
  const detail = `If-Match must be * or a list of entity tags in double quotes, not ${quoteShort(header)}.`;
  throw new RequestError([errorObject("invalid_header", detail, SOURCE)]);
}

/**
 * Compares `If-Match` with the resource, and passes the version to the handler. A source compares it itself, in the statement that changes
 * the row, so the resource is read only if the client states several versions.
 *
 * @throws {RequestError} 412.
 */
export async function checkVersion(
  operation: OperationSpec,
  state: RequestState,
  readCurrent: ReadCurrent,
): Promise<void> {
  const version = operation.resource.version as VersionSpec; // only resources with versions are checked
  const tags = state.write?.precondition;
  if (tags === undefined || state.args === undefined) return;
  const isCompared = isOfSource(operation);
  if (tags === "*") {
    // A source answers a missing resource with a 404. A handler may do nothing instead.
    if (!isCompared) await readCurrent();
    return;
  }
  const stated = tags.filter(({ isWeak }) => !isWeak).map(versionIn); // RFC 9110, 13.1.1: a weak tag never matches
  const [single = ""] = stated;
  const expected = tags.length === 1 ? parseVersion(version, single) : undefined;
  if (isCompared && expected !== undefined) {
    state.args.expected = expected;
    return;
  }
  const current = await readCurrent();
  if (current.version === undefined || !stated.includes(current.version)) throw mismatch(operation, state, current);
  state.args.expected = parseVersion(version, current.version);
}

/** What a handler threw, with the current resource if it is a VersionMismatch. */
export async function withCurrent(
  operation: OperationSpec,
  state: RequestState,
  thrown: unknown,
  readCurrent: ReadCurrent,
): Promise<unknown> {
  if (!(thrown instanceof VersionMismatch)) return thrown;
  return mismatch(operation, state, await currentFor(readCurrent), thrown.message);
}

/** A caller may change a resource that they cannot read. A resource that is gone is a 404. */
async function currentFor(readCurrent: ReadCurrent): Promise<Current | undefined> {
  try {
    return await readCurrent();
  } catch (error) {
    const [known] = errorObjectsOf(error, NO_FIELDS) ?? [];
    if (known === undefined || known.status === 404) throw error;
    return undefined;
  }
}

const OF_BATCH = "before this batch, its version was not the one in meta.version of the operation";

function mismatch(
  { info }: OperationSpec,
  { id, isResult, plainResponse }: RequestState,
  current: Current | undefined,
  message = `"${info.type}" ${quoteShort(id)} has changed: ${isResult ? OF_BATCH : "its version is not one that If-Match lists"}.`,
): RequestError {
  // Another code, because clients rely on the current resource of a version_mismatch.
  if (current === undefined) return new RequestError([errorObject("precondition_failed", message, SOURCE)]);
  const document = JSON.parse(current.body) as CurrentDocument; // our own document
  const { data, meta } = plainResponse ? { data: document } : document;
  const notes = meta?.[META];
  return new RequestError(
    [
      errorObject("version_mismatch", message, SOURCE, {
        current: data,
        ...(notes !== undefined && { [META]: notes }),
      }),
    ],
    current.tag === undefined ? {} : { [ETAG]: current.tag },
  );
}

/** The document of a `getOne`, as far as an error repeats it. */
interface CurrentDocument {
  readonly data: unknown;
  readonly meta?: { readonly [META]?: unknown };
}

/**
 * Adds the `ETag` of a response that contains one resource only. A read whose `If-None-Match` lists the tag is a 304. The tag contains a
 * hash of the body, so a client never keeps a body that has changed.
 */
export async function tagResponse({ info, resource }: OperationSpec, state: RequestState): Promise<void> {
  const version = resource.version as VersionSpec; // only responses of resources with versions are tagged
  const { response, query, request } = state;
  const text = versionOf(version, state.result);
  if (text === undefined || query?.includeTree !== undefined) return;
  if (response === undefined || "bodyUsed" in response || response.body === undefined) return;
  const tag = await entityTag(text, response.headers[CONTENT_TYPE] ?? "", response.body);
  state.response =
    info.kind === "getOne" && isListed(request.header(IF_NONE_MATCH), tag)
      ? { status: 304, headers: { ...NO_CONTENT_HEADERS, [ETAG]: tag }, body: undefined }
      : { ...response, headers: { ...response.headers, [ETAG]: tag } };
}

/** The version of the row that a handler returned. */
export function versionOf({ field }: VersionSpec, result: unknown): string | undefined {
  const { data } = toEnvelope(result);
  return versionText((data as Readonly<Record<string, unknown>> | null | undefined)?.[field]);
}
