import type { OperationSpec } from "../../define/model/operation.js";
import { isJsonObject, type JsonObject, parseDocument } from "../../protocol/body/parse-document.js";
import { pointer } from "../../protocol/body/pointer.js";
import {
  documentError,
  type ErrorObject,
  errorObject,
  MAX_ERRORS,
  RequestError,
} from "../../protocol/errors/request-error.js";
import { quoteShort } from "../../protocol/text/json-text.js";
import { ATOMIC_OPERATIONS, ATOMIC_RESULTS } from "../../wire/atomic.js";
import { RELATED_MEMBER } from "../../wire/json-api.js";
import { own } from "../../wire/notes/note.js";
import { OPERATIONS } from "../../wire/operations.js";
import type { ServerRequest } from "../http.js";
import type { View } from "../kernel/views.js";
import type { RouteTable } from "../router.js";
import { LocalIds, localIdentifiers } from "./local-ids.js";
import { type ApiPlace, METHODS, type Op, OperationErrors, readTarget, type Target } from "./read-target.js";

/** An operation of a batch whose form is valid, and which the caller may see. */
export interface PlannedOperation {
  readonly index: number;
  /** As it is registered. */
  readonly operation: OperationSpec;
  /** The id in its path. Empty for a create. */
  readonly id: string;
  /** The local id in place of the id in the path. */
  readonly lid: string | undefined;
  /** The local id that a create gives to its resource. */
  readonly declares: string | undefined;
  /** The document of the request that it stands for. Undefined for a delete. */
  readonly document: JsonObject | undefined;
  /** Whether the document has local ids in its linkage. */
  readonly hasLocal: boolean;
  /** The version that the change is based on, as text. */
  readonly version: string | undefined;
}

interface Reading {
  readonly view: View;
  /** All routes, those that are hidden from the caller too. */
  readonly table: RouteTable;
  readonly place: ApiPlace;
  readonly request: ServerRequest;
}

/**
 * Reads all operations of a batch before any of them runs.
 *
 * @param max The largest number of operations.
 * @throws {RequestError} 400 with every error of form, 413 for too many operations, 404 for the first operation that the caller's API does not have.
 */
export function readBatch(
  body: string | undefined,
  { nesting, max }: { readonly nesting: number; readonly max: number },
  reading: Reading,
): readonly PlannedOperation[] {
  const lids = new LocalIds();
  const errors: ErrorObject[] = [];
  let unknown: RequestError | undefined;
  const planned: PlannedOperation[] = [];
  for (const [index, object] of operationsIn(parseDocument(body, nesting), max).entries()) {
    if (errors.length >= MAX_ERRORS) break;
    try {
      planned.push(readOperation(object, index, reading, lids));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.errors[0]?.status === 404) unknown ??= error;
      else errors.push(...error.errors);
    }
  }
  if (errors.length > 0) throw new RequestError(errors.slice(0, MAX_ERRORS));
  if (unknown !== undefined) throw unknown;
  return planned;
}

function operationsIn(document: JsonObject, max: number): readonly unknown[] {
  for (const member of ["data", "included", "errors", ATOMIC_RESULTS]) {
    if (!Object.hasOwn(document, member)) continue;
    throw new RequestError([
      documentError(pointer("", member), `A document with ${ATOMIC_OPERATIONS} must not have the member ${member}.`),
    ]);
  }
  const operations = own(document, ATOMIC_OPERATIONS);
  if (!Array.isArray(operations) || operations.length === 0) {
    const at = operations === undefined ? "" : pointer("", ATOMIC_OPERATIONS);
    throw new RequestError([documentError(at, `${ATOMIC_OPERATIONS} must be a list of at least one operation.`)]);
  }
  if (operations.length > max) {
    const detail = `The request has ${operations.length} operations, but at most ${max} are allowed. Send the others in another request.`;
    throw new RequestError([errorObject("too_many_operations", detail, { pointer: pointer("", ATOMIC_OPERATIONS) })]);
  }
  return operations;
}

/** @throws {RequestError} 400 for the errors of its form, 404 for an operation that the caller's API does not have. */
function readOperation(object: unknown, index: number, reading: Reading, lids: LocalIds): PlannedOperation {
  const errors = new OperationErrors(index);
  if (!isJsonObject(object)) throw errors.fatal("", "An operation must be an object.");
  const op = own(object, "op");
  if (!isOp(op)) throw errors.fatal(op === undefined ? "" : "/op", 'op must be "add", "update" or "remove".');
  const meta = own(object, "meta");
  if (meta !== undefined && !isJsonObject(meta)) throw errors.fatal("/meta", "meta must be an object.");
  const target = readTarget(object, op, reading, errors);
  const { type, id = "", lid, relationship } = target;
  const operation = operationAt(op, target, reading.table);
  const seen = operation && reading.view.operationOf(operation);
  const document = documentOf(object, op, target);
  const declares = op === "add" && relationship === undefined ? declaredLid(type, object, lids, errors) : undefined;
  if (lid !== undefined && target.at === "/ref") requireLid(type, lid, "/ref", lids, errors);
  const subject = relationship === undefined ? (op === "add" ? "create" : "edit") : "linkage";
  const isRelationship = (name: string) => seen?.resource.relationships.has(name) ?? false;
  const locals = document === undefined ? [] : localIdentifiers(document, subject, isRelationship);
  for (const { identifier, at } of locals) {
    if (errors.all.length < MAX_ERRORS) requireLid(identifier.type, identifier.lid, at, lids, errors);
  }
  if (declares !== undefined) lids.set(type, declares); // after its linkage, which cannot contain it
  const version = readVersion(meta, errors);
  if (errors.all.length > 0) throw new RequestError(errors.all);
  // The same for an operation that is hidden from the caller, and for one that does not exist.
  if (operation === undefined || seen === undefined) {
    const place = relationship === undefined ? "" : `, relationship ${quoteShort(relationship)}`;
    throw errors.notFound(target.at, `"${op}" of ${quoteShort(type)}${place}`);
  }
  return { index, operation, id, lid, declares, document, hasLocal: locals.length > 0, version };
}

function isOp(op: unknown): op is Op {
  return typeof op === "string" && Object.hasOwn(METHODS, op);
}

/** The registered operation. It may be hidden from the caller. */
function operationAt(op: Op, { type, id, lid, relationship }: Target, table: RouteTable): OperationSpec | undefined {
  const item = id === undefined ? [] : [lid === undefined ? id : ANY_ID];
  const segments = [type, ...item, ...(relationship === undefined ? [] : ["relationship", relationship])];
  try {
    const operation = table.findAt(METHODS[op], segments)?.route.operation;
    return operation && OPERATIONS[operation.info.kind].target !== "action" ? operation : undefined;
  } catch {
    return undefined; // no resource has an id as long as this
  }
}

/** In place of an id that is not known yet. Any id finds the route. */
const ANY_ID = "0";

/** The document of the request that an operation stands for. */
function documentOf(object: JsonObject, op: Op, { relationship }: Target): JsonObject | undefined {
  if (op === "remove" && relationship === undefined) return undefined;
  const members = ["data", "meta", ...(relationship === undefined ? [] : [RELATED_MEMBER])];
  return Object.fromEntries(Object.entries(object).filter(([name]) => members.includes(name)));
}

/** Reads `meta.version`. */
function readVersion(meta: JsonObject | undefined, errors: OperationErrors): string | undefined {
  const version = own(meta, "version");
  if (version === undefined || typeof version === "string") return version;
  if (Number.isSafeInteger(version)) return String(version);
  errors.add("/meta/version", "meta.version must be the version of the resource: an integer or a date.");
  return undefined;
}

/** The local id that a create declares. */
function declaredLid(type: string, { data }: JsonObject, lids: LocalIds, errors: OperationErrors): string | undefined {
  const lid = isJsonObject(data) ? own(data, "lid") : undefined;
  if (lid === undefined) return undefined;
  if (typeof lid !== "string" || lid === "") errors.add("/data/lid", "data.lid must be a string that is not empty.");
  else if (!lids.has(type, lid)) return lid;
  else {
    const detail = `Another operation has already given the lid ${quoteShort(lid)} to a resource of this type.`;
    errors.add("/data/lid", detail);
  }
  return undefined;
}

/** Checks that an operation before this one declares a local id. @param at The pointer to the identifier. */
function requireLid(type: unknown, lid: unknown, at: string, lids: LocalIds, errors: OperationErrors): void {
  if (lids.has(type, lid)) return;
  const shown = typeof lid === "string" ? quoteShort(lid) : "that is not a string";
  errors.add(`${at}/lid`, `No operation before this one creates a resource of this type with the lid ${shown}.`);
}
