import type { ResourceSpec, RelationshipSpec } from "../../define/model/resource.js";
import { DEFAULT_LIMITS } from "../limits.js";
import { MAX_ERRORS, type ErrorObject, errorObject, documentError, RequestError } from "../errors/request-error.js";
import { quoteShort } from "../text/json-text.js";
import { IdParser } from "../id-parser.js";
import { fieldError } from "./validation-errors.js";
import { pointer } from "./pointer.js";
import { own } from "../../wire/notes/note.js";
import { type Body, noData, parseDocument } from "./parse-document.js";
import { RELATED_MEMBER } from "../../wire/json-api.js";

/** Whether ids must be in resource identifiers, or may be bare, as the extension allows. */
export type LinkageForm = "identifiers" | "bare";

/** Reads the ids that a request sends for one relationship. */
export class LinkageReader {
  readonly #name: string;
  readonly #spec: RelationshipSpec;
  /** By type. */
  readonly #ids: ReadonlyMap<unknown, IdParser>;
  readonly #max: number;

  /**
   * @param targets The resources that it leads to.
   * @param max The maximum number of ids.
   */
  constructor(name: string, spec: RelationshipSpec, targets: readonly ResourceSpec[], max = DEFAULT_LIMITS.relatedIds) {
    this.#max = max;
    this.#name = name;
    this.#spec = spec;
    const schemaOf = ({ type, id }: ResourceSpec) => (spec.targets ? spec.targets.get(type) : spec.id) ?? id;
    this.#ids = new Map(targets.map((target) => [target.type, new IdParser(target.idKind, schemaOf(target))]));
  }

  get many(): boolean {
    return this.#spec.many;
  }

  /** The data that a document must have, as messages show it. */
  get shape(): string {
    const one = `{ "type": "${[...this.#ids.keys()][0]}", "id": "…" }`;
    return this.many ? `[${one}]` : one;
  }

  /** Returns the id, the ids or null. If they are invalid, adds errors and returns undefined. */
  read(value: unknown, form: LinkageForm, at: string, errors: ErrorObject[]): unknown {
    if (this.#spec.many) return this.#readMany(value, form, at, errors);
    if (value !== null) return this.#readOne(value, form, at, errors);
    if (this.#spec.allowsNull) return null;
    errors.push(fieldError("invalid_type", this.#name, at, `${this.#name} must not be null.`));
    return undefined;
  }

  #readMany(value: unknown, form: LinkageForm, at: string, errors: ErrorObject[]): unknown {
    if (!Array.isArray(value)) {
      const detail = `${this.#name} must be a list, because it is a to-many relationship.`;
      errors.push(fieldError("invalid_type", this.#name, at, detail));
      return undefined;
    }
    if (value.length > this.#max) {
      const detail = `${this.#name} has ${value.length} ids, but a request may send at most ${this.#max}. Send the others in further requests.`;
      errors.push(fieldError("too_big", this.#name, at, detail));
      return undefined;
    }
    const before = errors.length;
    const ids = new Set<unknown>();
    for (let index = 0; index < value.length; index++) {
      if (errors.length - before >= MAX_ERRORS) break;
      ids.add(this.#readOne(value[index], form, at, errors, index));
    }
    return errors.length > before ? undefined : [...ids];
  }

  /** @param index Its index in a list. The pointer is built only for an error. */
  #readOne(value: unknown, form: LinkageForm, parent: string, errors: ErrorObject[], index?: number): unknown {
    if (isIdentifier(value)) return this.#readIdentifier(value, parent, errors, index);
    // An id alone does not say which of several types it is of.
    const ids = form === "bare" ? this.#ids.get(this.#spec.target) : undefined;
    const id = ids?.fromBare(value);
    if (id !== undefined) return id;
    const at = place(parent, index);
    const isId = ids && (typeof value === "string" || typeof value === "number");
    const [type] = this.#ids.keys();
    const detail = isId
      ? `${this.#name}: ${quoteShort(`${value}`)} is not an id of "${type}". An id must be ${ids.noun}.`
      : `${this.#name} must contain ${ids ? `ids of "${type}", or ` : ""}resource identifiers: { "type": "${type}", "id": "…" }.`;
    errors.push(fieldError(isId ? "invalid_id" : "invalid_type", this.#name, at, detail));
    return undefined;
  }

  /** Ignores other members, because clients may send the whole resource. */
  #readIdentifier({ type, id }: Identifier, parent: string, errors: ErrorObject[], index?: number): unknown {
    const ids = this.#ids.get(type);
    if (ids === undefined) {
      errors.push(typeMismatch(this.#spec.target, type, pointer(place(parent, index), "type"), this.#name));
      return undefined;
    }
    const value = typeof id === "string" ? ids.fromText(id) : undefined;
    if (value !== undefined) return this.#spec.targets ? { type, id: value } : value;
    const detail = `${this.#name}: the id of a "${type}" identifier must be ${ids.noun}, sent as a string.`;
    errors.push(fieldError("invalid_id", this.#name, pointer(place(parent, index), "id"), detail));
    return undefined;
  }
}

interface Identifier {
  readonly type: unknown;
  readonly id: unknown;
}

function place(parent: string, index: number | undefined): string {
  return index === undefined ? parent : `${parent}/${index}`;
}

function isIdentifier(value: unknown): value is Identifier {
  return value !== null && typeof value === "object" && Object.hasOwn(value, "type") && Object.hasOwn(value, "id");
}

/** JSON:API 1.1: a resource of another type is a 409. */
export function typeMismatch(expected: string, actual: unknown, at: string, field?: string): ErrorObject {
  const received = typeof actual === "string" ? `; received ${quoteShort(actual)}` : "";
  const meta = field === undefined ? undefined : { path: [field] };
  return errorObject("type_mismatch", `The type must be "${expected}"${received}.`, { pointer: at }, meta);
}

/**
 * Reads a relationship document. Returns the id, the ids or null, as the handler gets them, with the pointer to them.
 *
 * @param extended Whether the request's media type has the extension, which allows bare ids.
 * @param nesting The maximum number of levels.
 * @throws {RequestError} With every error in the document.
 */
export function readRelated(
  body: Body,
  extended: boolean,
  reader: LinkageReader,
  nesting = DEFAULT_LIMITS.nesting,
): { readonly related: unknown; readonly at: string } {
  const document = parseDocument(body, nesting);
  const bare = extended ? own(document, RELATED_MEMBER) : undefined;
  const data = own(document, "data");
  if (bare !== undefined && data !== undefined) {
    throw new RequestError([
      documentError("", `The document has both ${RELATED_MEMBER} and data. Send only one of them.`),
    ]);
  }
  if (bare === undefined && data === undefined) throw noData(reader.shape);
  const errors: ErrorObject[] = [];
  const at = bare === undefined ? "/data" : pointer("", RELATED_MEMBER);
  const related =
    bare === undefined ? reader.read(data, "identifiers", at, errors) : reader.read(bare, "bare", at, errors);
  if (errors.length > 0) throw new RequestError(errors);
  return { related, at };
}
