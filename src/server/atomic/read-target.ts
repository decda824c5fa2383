import { isJsonObject, type JsonObject } from "../../protocol/body/parse-document.js";
import { pointer } from "../../protocol/body/pointer.js";
import { type ErrorObject, errorObject, RequestError } from "../../protocol/errors/request-error.js";
import { quoteShort } from "../../protocol/text/json-text.js";
import { ATOMIC_OPERATIONS } from "../../wire/atomic.js";
import { RELATED_MEMBER } from "../../wire/json-api.js";
import { own } from "../../wire/notes/note.js";
import type { ServerRequest } from "../http.js";
import { isOwn } from "../kernel/cross-site.js";
import { pathBelow } from "../request-target.js";
import { decodePath } from "../router.js";

/** The methods that operations stand for. */
export const METHODS = { add: "POST", update: "PATCH", remove: "DELETE" } as const;

export type Op = keyof typeof METHODS;

/** What an operation changes. */
export interface Target {
  readonly type: string;
  /** Undefined for a collection. With a local id, it is empty. */
  readonly id: string | undefined;
  readonly lid: string | undefined;
  readonly relationship: string | undefined;
  /** The pointer to it within the operation. */
  readonly at: string;
}

/** Where an API is. */
export interface ApiPlace {
  readonly mount: string;
  /** The start of every link: the base URL, if any, and the mount point. */
  readonly base: string;
}

export function operationPointer(index: number): string {
  return pointer("", ATOMIC_OPERATIONS, index);
}

/** The errors of one operation. Their pointers are within it. */
export class OperationErrors {
  readonly all: ErrorObject[] = [];
  readonly #index: number;

  constructor(index: number) {
    this.#index = index;
  }

  /** Adds an error after which the operation is read further. */
  add(within: string, detail: string): void {
    this.all.push(...this.fatal(within, detail).errors);
  }

  fatal(within: string, detail: string, code: "invalid_operation" | "not_found" = "invalid_operation"): RequestError {
    const source = { pointer: operationPointer(this.#index) + within };
    return new RequestError([errorObject(code, detail, source, { operation: this.#index })]);
  }

  /** @param what What the API does not have: `"update" of "articles"`. */
  notFound(within: string, what: string): RequestError {
    return this.fatal(within, `This API has no operation for ${what}.`, "not_found");
  }
}

/**
 * Reads what an operation changes: from `ref`, from `href`, or from the identity of the resource in `data`. Checks that the data is there
 * that the operation needs.
 *
 * @throws {RequestError} 400, and 404 for an `href` where nothing can be changed.
 */
export function readTarget(
  object: JsonObject,
  op: Op,
  reading: { readonly place: ApiPlace; readonly request: ServerRequest },
  errors: OperationErrors,
): Target {
  const ref = own(object, "ref");
  const href = own(object, "href");
  if (ref !== undefined && href !== undefined) throw errors.fatal("", "Send either ref or href, not both.");
  if (ref !== undefined) return withData(readRef(ref, op, errors), object, op, errors);
  if (href !== undefined)
    return withData(readHref(href, op, reading.place, reading.request, errors), object, op, errors);
  if (op === "remove") throw errors.fatal("", "remove needs ref or href.");
  const data = resourceIn(object, op, errors);
  const { type } = data;
  if (op === "add") return { type, id: undefined, lid: undefined, relationship: undefined, at: "/data/type" };
  if ((own(data, "id") ?? own(data, "lid")) === undefined)
    throw errors.fatal("/data", "An update needs ref, href, or the id of the resource in data.");
  return { type, ...readId(data, "data", errors), relationship: undefined, at: "/data" };
}

/** Checks the data of an operation whose target is stated. */
function withData(target: Target, object: JsonObject, op: Op, errors: OperationErrors): Target {
  const { id, relationship, at } = target;
  if (relationship !== undefined) {
    if (Object.hasOwn(object, "data") || Object.hasOwn(object, RELATED_MEMBER)) return target;
    throw errors.fatal("", "A change of a relationship needs data.");
  }
  if (op === "add" && id !== undefined)
    throw errors.fatal(at, "add creates a resource, so href must be the URL of a collection. Or leave it out.");
  if (op !== "add" && id === undefined)
    throw errors.fatal(at, `${op} needs the URL of one resource, or of a relationship.`);
  if (op !== "remove") resourceIn(object, op, errors);
  return target;
}

/** The resource object in `data`. */
function resourceIn(object: JsonObject, op: Op, errors: OperationErrors): JsonObject & { readonly type: string } {
  const data = own(object, "data");
  if (!isJsonObject(data))
    throw errors.fatal(data === undefined ? "" : "/data", `${op} needs a resource object in data.`);
  return { ...data, type: readType(data, "data", errors) };
}

/** Reads `ref`: a type, an id or a local id, and a relationship or none. */
function readRef(ref: unknown, op: Op, errors: OperationErrors): Target {
  if (!isJsonObject(ref)) throw errors.fatal("/ref", "ref must be an object with type and id.");
  if (op === "add" && !Object.hasOwn(ref, "relationship")) {
    const use = "Leave it out, or change a relationship with ref.relationship.";
    throw errors.fatal("/ref", `add creates a resource, so it takes no ref. ${use}`);
  }
  const type = readType(ref, "ref", errors);
  if ((own(ref, "id") === undefined) === (own(ref, "lid") === undefined))
    throw errors.fatal("/ref", "ref must have either id, or lid for a resource that an operation before it creates.");
  const identity = readId(ref, "ref", errors);
  const relationship = own(ref, "relationship");
  if (relationship !== undefined && typeof relationship !== "string")
    throw errors.fatal("/ref/relationship", "ref.relationship must be the name of a relationship.");
  return { type, ...identity, relationship, at: "/ref" };
}

function readType(object: JsonObject, member: "ref" | "data", errors: OperationErrors): string {
  const type = own(object, "type");
  if (typeof type === "string") return type;
  const at = Object.hasOwn(object, "type") ? `/${member}/type` : `/${member}`;
  throw errors.fatal(at, `${member}.type is required and must be a string.`);
}

/** Half of a surrogate pair, which no URL can contain. */
const HALF = /\p{Surrogate}/u;

/** Reads an id, or a local id in its place. */
function readId(object: JsonObject, member: "ref" | "data", errors: OperationErrors): Pick<Target, "id" | "lid"> {
  const name = own(object, "id") === undefined ? "lid" : "id";
  const value = own(object, name);
  if (typeof value !== "string" || value === "" || HALF.test(value))
    throw errors.fatal(`/${member}/${name}`, `${member}.${name} must be a string that is not empty.`);
  return name === "lid" ? { id: "", lid: value } : { id: value, lid: undefined };
}

function readHref(href: unknown, op: Op, place: ApiPlace, request: ServerRequest, errors: OperationErrors): Target {
  if (typeof href !== "string") throw errors.fatal("/href", "href must be a string.");
  const path = pathOf(href, place, request);
  if (path === undefined)
    throw errors.fatal("/href", `href must be a URL of this API without a query, such as ${place.mount}/{type}/{id}.`);
  const [type = "", id, middle, name, ...rest] = segmentsOf(path, errors);
  const isRelationship = middle === "relationship" && name !== undefined && rest.length === 0;
  if (type === "" || id === "" || (middle !== undefined && !isRelationship))
    throw errors.notFound("/href", `"${op}" of ${quoteShort(href)}`);
  return { type, id, lid: undefined, relationship: name, at: "/href" };
}

function segmentsOf(path: string, errors: OperationErrors): string[] {
  try {
    return decodePath(path);
  } catch {
    throw errors.fatal("/href", "href is not percent-encoded UTF-8.");
  }
}

/** The path of an `href` below the mount point. Undefined for another origin or mount point, and with a query or a fragment. */
function pathOf(href: string, { mount, base }: ApiPlace, request: ServerRequest): string | undefined {
  if (/[?#\\\s]/.test(href)) return undefined;
  const atomicUrl = `http://${request.host ?? "localhost"}${mount}/operations`;
  if (!URL.canParse(href, atomicUrl)) return undefined;
  const { protocol, origin, pathname, username, password } = new URL(href, atomicUrl);
  if (username !== "" || password !== "") return undefined;
  if (`${origin}${pathname}`.startsWith(`${base}/`)) return `${origin}${pathname}`.slice(base.length);
  const isHttp = protocol === "http:" || protocol === "https:";
  return isHttp && isOwn(origin, request) ? pathBelow(pathname, mount) : undefined;
}
