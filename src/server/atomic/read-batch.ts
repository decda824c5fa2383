import { OPERATIONS } from "../../wire/operations.js";
import { ATOMIC_OPERATIONS, ATOMIC_RESULTS } from "../../wire/atomic.js";
import { RELATED_MEMBER } from "../../wire/json-api.js";
import { own } from "../../wire/notes/note.js";
import type { OperationSpec } from "../../define/model/operation.js";
import { isJsonObject, type JsonObject, parseDocument } from "../../protocol/body/parse-document.js";
import { pointer } from "../../protocol/body/pointer.js";
import {
  documentError,
  type ErrorObject,
  errorObject,
  MAX_ERRORS,
  RequestError,
  throwIfAny,
} from "../../protocol/errors/request-error.js";
import { quoteShort } from "../../protocol/text/shown.js";
import type { ServerRequest } from "../http.js";
import { decodePath, type RouteTable } from "../router.js";
import type { View } from "../kernel/views.js";
import { type LocalIdentifier, replaceLocal } from "./linkage.js";
import { LocalIds } from "./local-ids.js";
import { type ApiPlace, ownPath } from "./own-href.js";
import type { PlannedOperation } from "./planned.js";
import { type Invalid, invalidAt, readIdentity, readRef, type Target, targetAt } from "./read-target.js";

const METHODS = { add: "POST", update: "PATCH", remove: "DELETE" } as const;

type Op = keyof typeof METHODS;

/** What reading a batch needs. */
interface Reading {
  readonly view: View;
  /** All routes, those that are hidden from the caller too. */
  readonly table: RouteTable;
  readonly place: ApiPlace;
  readonly request: ServerRequest;
  readonly lids: LocalIds;
}

/** The pointer to an operation. */
export function operationPointer(index: number): string {
  return pointer("", ATOMIC_OPERATIONS, index);
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
  reading: Omit<Reading, "lids">,
): readonly PlannedOperation[] {
  const operations = operationsIn(parseDocument(body, nesting), max);
  const state = { ...reading, lids: new LocalIds() };
  const errors: ErrorObject[] = [];
  let unknown: ErrorObject | undefined;
  const planned: PlannedOperation[] = [];
  for (const [index, operation] of operations.entries()) {
    if (errors.length >= MAX_ERRORS) break;
    const read = readOperation(operation, index, state, errors);
    if (read === undefined) continue;
    if ("operation" in read) planned.push(read);
    else unknown ??= read;
  }
  throwIfAny(errors);
  if (unknown !== undefined) throw new RequestError([unknown]);
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

/** Reads one operation. Adds the errors of its form, or returns the error for an operation that the API does not have. */
function readOperation(
  object: unknown,
  index: number,
  reading: Reading,
  errors: ErrorObject[],
): PlannedOperation | ErrorObject | undefined {
  const invalid = invalidAt(operationPointer(index), index);
  const before = errors.length;
  const form = isJsonObject(object)
    ? readForm(object, invalid, reading)
    : invalid("", "An operation must be an object.");
  if ("status" in form) {
    if (form.status === 404) return form;
    errors.push(form);
    return undefined;
  }
  const { object: members, op, target } = form;
  const declared = registered(form, reading);
  const operation = declared && reading.view.operationOf(declared);
  const lids = new LidChecks(reading.lids, invalid, errors);
  const declares = op === "add" && target.relationship === undefined ? lids.declared(target.type, members) : undefined;
  if (target.lid !== undefined) lids.require(target, `${target.at}/lid`);
  const document = documentOf(form);
  const hasLocal = document !== undefined && lids.checkDocument(document, form, operation);
  if (declares !== undefined) reading.lids.declare(target.type, declares); // after its linkage, which cannot contain it
  const version = readVersion(members, invalid, errors);
  if (errors.length > before) return undefined;
  if (declared === undefined || operation === undefined) return notServed(op, target, invalid);
  return { index, operation: declared, id: target.id ?? "", lid: target.lid, declares, document, hasLocal, version };
}

interface Form {
  readonly object: JsonObject;
  readonly op: Op;
  readonly target: Target;
}

/** Reads `op` and the target, and checks that there is the data that they need. */
function readForm(object: JsonObject, invalid: Invalid, reading: Reading): Form | ErrorObject {
  const op = own(object, "op");
  if (!isOp(op)) return invalid(op === undefined ? "" : "/op", 'op must be "add", "update" or "remove".');
  const meta = own(object, "meta");
  if (meta !== undefined && !isJsonObject(meta)) return invalid("/meta", "meta must be an object.");
  const stated = readStated(object, op, invalid, reading);
  if (stated !== undefined && "status" in stated) return stated;
  const target =
    stated?.relationship === undefined
      ? readResource(object, op, stated, invalid)
      : readLinkage(object, stated, invalid);
  return "status" in target ? target : { object, op, target };
}

function isOp(op: unknown): op is Op {
  return typeof op === "string" && Object.hasOwn(METHODS, op);
}

/** Reads `ref` or `href`. Undefined if the operation has neither. */
function readStated(object: JsonObject, op: Op, invalid: Invalid, reading: Reading): Target | ErrorObject | undefined {
  const ref = own(object, "ref");
  const href = own(object, "href");
  if (ref !== undefined && href !== undefined) return invalid("", "Send either ref or href, not both.");
  if (ref !== undefined)
    return op === "add" && !hasRelationship(ref) ? invalid("/ref", ADD_WITH_REF) : readRef(ref, invalid);
  if (href !== undefined) return readHref(href, op, invalid, reading);
  return op === "remove" ? invalid("", "remove needs ref or href.") : undefined;
}

const ADD_WITH_REF =
  "add creates a resource, so it takes no ref. Leave it out, or change a relationship with ref.relationship.";

function hasRelationship(ref: unknown): boolean {
  return !isJsonObject(ref) || Object.hasOwn(ref, "relationship"); // `readRef` refuses what is not an object
}

function readHref(href: unknown, op: Op, invalid: Invalid, { place, request }: Reading): Target | ErrorObject {
  if (typeof href !== "string") return invalid("/href", "href must be a string.");
  const path = ownPath(href, place, request);
  if (path === undefined)
    return invalid("/href", `href must be a URL of this API without a query, such as ${place.mount}/{type}/{id}.`);
  try {
    return targetAt(decodePath(path)) ?? invalid.notFound("/href", `"${op}" of ${quoteShort(href)}`);
  } catch {
    return invalid("/href", "href is not percent-encoded UTF-8.");
  }
}

function readLinkage(object: JsonObject, target: Target, invalid: Invalid): Target | ErrorObject {
  if (Object.hasOwn(object, "data") || Object.hasOwn(object, RELATED_MEMBER)) return target;
  return invalid("", "A change of a relationship needs data.");
}

function readResource(object: JsonObject, op: Op, stated: Target | undefined, invalid: Invalid): Target | ErrorObject {
  const isCreate = op === "add";
  if (isCreate && stated?.id !== undefined)
    return invalid(stated.at, "add creates a resource, so href must be the URL of a collection. Or leave it out.");
  if (!isCreate && stated !== undefined && stated.id === undefined)
    return invalid(stated.at, `${op} needs the URL of one resource, or of a relationship.`);
  if (op === "remove") return stated as Target; // see `readStated`
  const data = own(object, "data");
  if (!isJsonObject(data)) return invalid(data === undefined ? "" : "/data", `${op} needs a resource object in data.`);
  const identity = readIdentity(data, isCreate || stated !== undefined, invalid);
  return "status" in identity ? identity : (stated ?? identity);
}

/** The registered operation. It may be hidden from the caller. */
function registered({ op, target }: Form, { table }: Reading): OperationSpec | undefined {
  const { type, id, lid, relationship } = target;
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

/** The same for an operation that is hidden from the caller, and for one that does not exist. */
function notServed(op: Op, { type, relationship, at }: Target, invalid: Invalid): ErrorObject {
  const of = relationship === undefined ? "" : `, relationship ${quoteShort(relationship)}`;
  return invalid.notFound(at, `"${op}" of ${quoteShort(type)}${of}`);
}

/** The document of the request that an operation stands for. */
function documentOf({ object, op, target }: Form): JsonObject | undefined {
  if (op === "remove" && target.relationship === undefined) return undefined;
  const members = ["data", "meta", ...(target.relationship === undefined ? [] : [RELATED_MEMBER])];
  return Object.fromEntries(members.filter((name) => Object.hasOwn(object, name)).map((name) => [name, object[name]]));
}

/** Reads `meta.version`. */
function readVersion(object: JsonObject, invalid: Invalid, errors: ErrorObject[]): string | undefined {
  const meta = own(object, "meta");
  const version = isJsonObject(meta) ? own(meta, "version") : undefined;
  if (version === undefined || typeof version === "string") return version;
  if (Number.isSafeInteger(version)) return String(version);
  errors.push(invalid("/meta/version", "meta.version must be the version of the resource: an integer or a date."));
  return undefined;
}

/** Checks the local ids of one operation. An operation may use those that an operation before it declares. */
class LidChecks {
  readonly #lids: LocalIds;
  readonly #invalid: Invalid;
  readonly #errors: ErrorObject[];

  constructor(lids: LocalIds, invalid: Invalid, errors: ErrorObject[]) {
    this.#lids = lids;
    this.#invalid = invalid;
    this.#errors = errors;
  }

  /** The local id that a create declares. */
  declared(type: string, { data }: JsonObject): string | undefined {
    const lid = isJsonObject(data) ? own(data, "lid") : undefined;
    if (lid === undefined) return undefined;
    if (typeof lid !== "string" || lid === "") {
      this.#errors.push(this.#invalid("/data/lid", "data.lid must be a string that is not empty."));
      return undefined;
    }
    if (!this.#lids.isDeclared(type, lid)) return lid;
    this.#errors.push(
      this.#invalid(
        "/data/lid",
        `Another operation has already given the lid ${quoteShort(lid)} to a resource of this type.`,
      ),
    );
    return undefined;
  }

  require({ type, lid }: LocalIdentifier, at: string): void {
    if (typeof type === "string" && typeof lid === "string" && this.#lids.isDeclared(type, lid)) return;
    const shown = typeof lid === "string" ? quoteShort(lid) : "that is not a string";
    const detail = `No operation before this one creates a resource of this type with the lid ${shown}.`;
    this.#errors.push(this.#invalid(at, detail));
  }

  /** Checks the local ids in a document. Returns whether it has any. */
  checkDocument(document: JsonObject, { op, target }: Form, operation: OperationSpec | undefined): boolean {
    let hasLocal = false;
    const isLinkage = target.relationship !== undefined;
    const { data } = document;
    if (op === "update" && !isLinkage && isJsonObject(data) && isLocal(data)) {
      hasLocal = true;
      if (target.at === "/ref" || target.at === "/href") this.require({ type: data.type, lid: data.lid }, "/data/lid");
    }
    const isRelationship = (name: string) => operation?.resource.relationships.has(name) ?? false;
    replaceLocal(document, isLinkage, isRelationship, (identifier, at) => {
      hasLocal = true;
      if (this.#errors.length < MAX_ERRORS) this.require(identifier, `${at}/lid`);
      return undefined;
    });
    return hasLocal;
  }
}

/** Replaces the local ids of an operation's document, whose resources exist now. */
export function withIds(document: JsonObject, { info, resource }: OperationSpec, lids: LocalIds): JsonObject {
  const isLinkage = OPERATIONS[info.kind].body === "linkage";
  const replaced = replaceLocal(
    document,
    isLinkage,
    (name) => resource.relationships.has(name),
    ({ type, lid }) => ({ type, id: lids.get(String(type), String(lid)) }),
  );
  const { data } = replaced;
  if (info.kind !== "editOne" || !isJsonObject(data) || !isLocal(data)) return replaced;
  return { ...replaced, data: { ...data, id: lids.get(String(data.type), String(data.lid)) } };
}

function isLocal(data: JsonObject): boolean {
  return !Object.hasOwn(data, "id") && Object.hasOwn(data, "lid");
}
