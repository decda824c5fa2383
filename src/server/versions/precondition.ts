import { VersionMismatch } from "../../define/errors.js";
import { comparesVersions } from "../../define/model/handler-check.js";
import type { OperationSpec } from "../../define/model/operation.js";
import { parseVersion, type VersionSpec } from "../../define/model/version.js";
import { errorObjectsOf } from "../../protocol/errors/error-document.js";
import { errorObject, RequestError } from "../../protocol/errors/request-error.js";
import { parseTags, versionIn } from "../../protocol/negotiation/entity-tag.js";
import { quoteShort } from "../../protocol/text/shown.js";
import { ETAG, IF_MATCH } from "../../wire/headers.js";
import { META } from "../../wire/notes/note.js";
import { isPromise } from "../pipeline/maybe-promise.js";
import { NO_FIELDS, type RequestState, type RequestStep } from "../pipeline/request-state.js";
import type { Current, ReadCurrent } from "./current.js";

const SOURCE = { header: "If-Match" };

/** 428 for an operation of a batch that must state a version, and states none. */
export function requireVersion({ info, resource }: OperationSpec): RequestStep {
  return ({ write }) => {
    if (write?.precondition !== undefined || !resource.version?.required) return undefined;
    const detail = `A change of "${info.type}" must state the version that it is based on. Send it as meta.version of the operation.`;
    throw new RequestError([errorObject("precondition_required", detail)]);
  };
}

/** Reads `If-Match`. 400 for a header that cannot be read, 428 where one is required and missing. */
export function readPrecondition({ info, resource }: OperationSpec): RequestStep {
  return (state) => {
    const header = state.request.header(IF_MATCH);
    if (header === undefined) {
      if (!resource.version?.required) return undefined;
      const detail = `A change of "${info.type}" must state the version that it is based on. Send the ETag of the resource in If-Match.`;
      throw new RequestError([errorObject("precondition_required", detail, SOURCE)]);
    }
    const tags = parseTags(header);
    if (tags !== undefined) {
      if (state.write) state.write.precondition = tags;
      return undefined;
    }
    const detail = `If-Match must be * or a list of entity tags in double quotes, not ${quoteShort(header)}.`;
    throw new RequestError([errorObject("invalid_header", detail, SOURCE)]);
  };
}

/**
 * Compares `If-Match` with the resource, and passes the version to the handler. A source compares it itself, in the statement that changes
 * the row, so the resource is read only if the client states several versions.
 */
export function checkVersion(operation: OperationSpec, readCurrent: ReadCurrent): RequestStep {
  const version = operation.resource.version as VersionSpec; // only resources with versions are checked
  const isCompared = comparesVersions(operation);
  return (state) => {
    const tags = state.write?.precondition;
    if (tags === undefined || state.args === undefined) return undefined;
    const { args } = state;
    // A source answers a missing resource with a 404. A handler may do nothing instead.
    if (tags === "*") return isCompared ? undefined : readCurrent(state).then(() => undefined);
    const stated = tags.filter(({ isWeak }) => !isWeak).map(versionIn); // RFC 9110, 13.1.1: a weak tag never matches
    const [only = ""] = stated;
    const expected = tags.length === 1 ? parseVersion(version, only) : undefined;
    if (isCompared && expected !== undefined) {
      args.expected = expected;
      return undefined;
    }
    return readCurrent(state).then((current) => {
      if (current.version === undefined || !stated.includes(current.version)) throw mismatch(operation, state, current);
      args.expected = parseVersion(version, current.version);
      return undefined;
    });
  };
}

/** Adds the current resource to a VersionMismatch that the handler throws. */
export function addingCurrent(operation: OperationSpec, readCurrent: ReadCurrent, step: RequestStep): RequestStep {
  const fail = async (state: RequestState, error: unknown): Promise<never> => {
    if (!(error instanceof VersionMismatch)) throw error;
    throw mismatch(operation, state, await currentFor(state, readCurrent), error.message);
  };
  return (state) => {
    try {
      const outcome = step(state);
      return isPromise(outcome) ? outcome.catch((error: unknown) => fail(state, error)) : outcome;
    } catch (error) {
      return fail(state, error);
    }
  };
}

/** A caller may change a resource that they cannot read. A resource that is gone is a 404. */
async function currentFor(state: RequestState, readCurrent: ReadCurrent): Promise<Current | undefined> {
  try {
    return await readCurrent(state);
  } catch (error) {
    const [known] = errorObjectsOf(error, NO_FIELDS) ?? [];
    if (known === undefined || known.status === 404) throw error;
    return undefined;
  }
}

const OF_BATCH = "before this batch, its version was not the one in meta.version of the operation";

function mismatch(
  { info }: OperationSpec,
  { id, isResult }: RequestState,
  current: Current | undefined,
  message = `"${info.type}" ${quoteShort(id)} has changed: ${isResult ? OF_BATCH : "its version is not one that If-Match lists"}.`,
): RequestError {
  // Another code, because clients rely on the current resource of a version_mismatch.
  if (current === undefined) return new RequestError([errorObject("precondition_failed", message, SOURCE)]);
  const { data, meta } = JSON.parse(current.body) as CurrentDocument;
  const notes = meta?.[META];
  return new RequestError(
    [
      errorObject("version_mismatch", message, SOURCE, {
        current: data,
        ...(notes !== undefined && { [META]: notes }),
      }),
    ],
    current.version === undefined ? {} : { [ETAG]: current.tag },
  );
}

/** The document of a `getOne`, as far as an error repeats it. */
interface CurrentDocument {
  readonly data: unknown;
  readonly meta?: { readonly [META]?: unknown };
}
