import { type ErrorObject, errorObject } from "../../protocol/errors/request-error.js";
import { isJsonObject, type JsonObject } from "../../protocol/body/parse-document.js";
import { own } from "../../wire/notes/note.js";

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

/** Half of a surrogate pair, which no URL can contain. */
const HALF = /\p{Surrogate}/u;

/** Makes the errors of one operation. */
export interface Invalid {
  /** @param within The pointer within the operation. */
  (within: string, detail: string): ErrorObject;
  /** @param what What the API does not have: `"update" of "articles"`. */
  notFound(within: string, what: string): ErrorObject;
}

/** @param at The pointer to the operation. */
export function invalidAt(at: string, index: number): Invalid {
  const make = (code: "invalid_operation" | "not_found") => (within: string, detail: string) =>
    errorObject(code, detail, { pointer: at + within }, { operation: index });
  const notFound = make("not_found");
  return Object.assign(make("invalid_operation"), {
    notFound: (within: string, what: string) => notFound(within, `This API has no operation for ${what}.`),
  });
}

/** Reads `ref`: a type, an id or a local id, and a relationship or none. */
export function readRef(ref: unknown, invalid: Invalid): Target | ErrorObject {
  if (!isJsonObject(ref)) return invalid("/ref", "ref must be an object with type and id.");
  const type = own(ref, "type");
  const id = own(ref, "id");
  const lid = own(ref, "lid");
  const relationship = own(ref, "relationship");
  if (typeof type !== "string") return invalid(placeOf(ref, "type"), "ref.type is required and must be a string.");
  if ((id === undefined) === (lid === undefined))
    return invalid("/ref", "ref must have either id, or lid for a resource that an operation before it creates.");
  const name = id === undefined ? "lid" : "id";
  const value = id ?? lid;
  if (typeof value !== "string" || value === "" || HALF.test(value))
    return invalid(`/ref/${name}`, `ref.${name} must be a string that is not empty.`);
  if (relationship !== undefined && typeof relationship !== "string")
    return invalid("/ref/relationship", "ref.relationship must be the name of a relationship.");
  return {
    type,
    id: id === undefined ? "" : value,
    lid: id === undefined ? value : undefined,
    relationship,
    at: "/ref",
  };
}

function placeOf(ref: JsonObject, member: string): string {
  return Object.hasOwn(ref, member) ? `/ref/${member}` : "/ref";
}

/** Reads the path of an `href`, decoded. Undefined for a path where nothing can be changed. */
export function targetAt(segments: readonly string[]): Target | undefined {
  const [type = "", id, middle, relationship] = segments;
  const isRelationship = segments.length === 4 && middle === "relationship";
  if (type === "" || id === "" || (segments.length > 2 && !isRelationship)) return undefined;
  return { type, id, lid: undefined, relationship: isRelationship ? relationship : undefined, at: "/href" };
}

/** Reads the identity of a resource in `data`, for a create or for an update without `ref` and `href`. */
export function readIdentity(data: JsonObject, isCreate: boolean, invalid: Invalid): Target | ErrorObject {
  const type = own(data, "type");
  if (typeof type !== "string")
    return invalid(Object.hasOwn(data, "type") ? "/data/type" : "/data", "data.type is required and must be a string.");
  if (isCreate) return { type, id: undefined, lid: undefined, relationship: undefined, at: "/data/type" };
  const { id, lid } = data;
  const name = id === undefined ? "lid" : "id";
  const value = id ?? lid;
  if (value === undefined) return invalid("/data", "An update needs ref, href, or the id of the resource in data.");
  if (typeof value !== "string" || value === "" || HALF.test(value))
    return invalid(`/data/${name}`, `data.${name} must be a string that is not empty.`);
  return {
    type,
    id: id === undefined ? "" : value,
    lid: id === undefined ? value : undefined,
    relationship: undefined,
    at: "/data",
  };
}
