import type { ResourceSpec } from "../../define/model/resource.js";
import { listNames } from "../../define/model/names.js";
import { idKeyOf } from "../../define/model/resource-source.js";
import { META, type MemberNotes, own } from "../../wire/notes/note.js";
import { DEFAULT_LIMITS, type Limits } from "../limits.js";
import { adviseOnce, documentError, MAX_ERRORS, type ErrorObject, RequestError } from "../errors/request-error.js";
import { type AllowedTypes, NO_TYPES } from "../notes/request-notes.js";
import { Pending } from "../../schema/dropped.js";
import { MAX_ID_LENGTH } from "../../schema/formats.js";
import { IdParser } from "../id-parser.js";
import { meantName } from "../meant-name.js";
import { quoteShort } from "../text/json-text.js";
import type { Parsed } from "./attribute-reader.js";
import { type Field, fieldsOf } from "./field-reader.js";
import { clientIdNotAllowed, fieldError, idMismatch, requiredError } from "./validation-errors.js";
import { type LinkageForm, typeMismatch } from "./linkage-reader.js";
import { type Body, isJsonObject, type JsonObject, noData, parseDocument } from "./parse-document.js";
import { pointer } from "./pointer.js";
import { FIELDS_MEMBER } from "../../wire/json-api.js";

/**
 * Member names of a resource object. Clients that keep a resource in one flat object send them back as attributes, so they
 * are ignored there.
 */
const RESERVED: ReadonlySet<string> = new Set(["type", "id", "lid", "links", "relationships", "meta"]);

/** The input of a create or an edit, and the pointer to each field in the request. */
export interface ResourceInput {
  readonly values: Readonly<Record<string, unknown>>;
  readonly pointerOf: (field: string) => string | undefined;
}

/** A field that the body does not contain. */
const NOT_SENT = Symbol("not sent");
/** A field that the body contains, but with an error. */
const INVALID = Symbol("invalid");

/** The state while a body is read: the values and errors found so far. */
interface DocumentState {
  /** The values by the fields' indexes. */
  readonly found: unknown[];
  id: unknown;
  readonly errors: ErrorObject[];
  /** Created for the first asynchronous check. */
  pending: Pending | undefined;
  /** The request's type notes. Undefined for a plain client, which does not know about type notes. */
  readonly notes: MemberNotes | undefined;
}

/** Reads the documents that create or edit one resource, in standard JSON:API or with the extension. */
export class ResourceReader {
  readonly #resource: ResourceSpec;
  readonly #isCreate: boolean;
  readonly #ids: IdParser;
  readonly #fields: ReadonlyMap<string, Field>;
  readonly #noneSent: readonly unknown[];
  readonly #nesting: number;
  /** The fields that the document may set, including the id if allowed. */
  readonly writable: ReadonlySet<string>;
  readonly #written: readonly Field[];
  /** The fields that the input of a create always has. */
  readonly #filled: readonly Field[];
  /** A template for the input of a create. */
  readonly #blank: Readonly<Record<string, unknown>>;

  constructor(
    resource: ResourceSpec,
    kind: "create" | "edit",
    resources: ReadonlyMap<string, ResourceSpec>,
    { nesting, relatedIds }: Pick<Limits, "nesting" | "relatedIds"> = DEFAULT_LIMITS,
    requestTypes: AllowedTypes = NO_TYPES,
  ) {
    this.#nesting = nesting;
    this.#resource = resource;
    this.#isCreate = kind === "create";
    this.writable = this.#isCreate ? resource.createFields : resource.editFields;
    this.#ids = new IdParser(resource.idKind, resource.id);
    this.#fields = fieldsOf(resource, this.writable, resources, relatedIds, requestTypes);
    this.#noneSent = Array.from(this.#fields, () => NOT_SENT);
    this.#written = [...this.writable].flatMap((name) => this.#fields.get(name) ?? []);
    this.#filled = this.#isCreate ? this.#written.filter(({ name }) => !resource.omittable.has(name)) : [];
    const names = [...this.writable].filter((name) => !resource.omittable.has(name));
    this.#blank = Object.fromEntries(names.map((name) => [name, undefined]));
  }

  /** The resource's type, if a flat object with a member `data` could also be a document of it. */
  get typeWithData(): string | undefined {
    return this.#fields.has("data") ? this.#resource.type : undefined;
  }

  /** Whether the document must contain a field. */
  requires(name: string): boolean {
    if (!this.#isCreate || !this.writable.has(name)) return false;
    return name === "id" || (this.#fields.get(name)?.isRequired ?? true);
  }

  /**
   * @param extended Whether the request's media type has the extension. Without it, the extension's members are ignored.
   * @param urlId For an edit, the decoded id in the path.
   * @param isFlat Whether the body is a flat object, which has the fields and may have the id.
   * @throws {RequestError} With every error in the document.
   */
  read(body: Body, extended: boolean, urlId?: string, isFlat = false): ResourceInput | Promise<ResourceInput> {
    const document = parseDocument(body, this.#nesting);
    const data = isFlat ? document : own(document, "data");
    if (data === undefined) throw noData(`{ "type": "${this.#resource.type}", "attributes": { … } }`);
    if (!isJsonObject(data)) throw new RequestError([documentError("/data", "data must be a resource object.")]);
    const sent = isFlat || document.meta === undefined ? undefined : this.#notes(document);
    const notes = sent ?? (extended ? {} : undefined);
    const state: DocumentState = { found: this.#noneSent.slice(), id: NOT_SENT, errors: [], pending: undefined, notes };
    this.#readIdentity(data, urlId, isFlat, state);
    try {
      if (isFlat) this.#readExtended(data, "", state);
      const layout = isFlat ? FLAT : this.#readFields(data, extended, state);
      for (const field of this.#filled) if (state.found[field.index] === NOT_SENT) fillAbsent(field, layout, state);
      if (state.pending === undefined) return this.#finish(data, layout, state);
      return state.pending.settled().then(() => this.#finish(data, layout, state));
    } catch (error) {
      if (state.pending === undefined) throw error;
      const fail = () => Promise.reject(error);
      return state.pending.settled().then(fail, fail); // the checks that run must not outlive the request
    }
  }

  #finish(data: JsonObject, layout: FieldLayout, { found, id, errors }: DocumentState): ResourceInput {
    if (errors.length > 0) throw new RequestError(errors);
    // Copies of one template share its hidden class. Only declared names are set, so none can be `__proto__`.
    const values: Record<string, unknown> = this.#isCreate ? { ...this.#blank } : {};
    if (id !== NOT_SENT) values.id = id;
    for (const { name, index } of this.#written) if (found[index] !== NOT_SENT) values[name] = found[index];
    return { values, pointerOf: (name) => this.#pointerOf(name, data, layout) };
  }

  #notes(document: JsonObject): MemberNotes | undefined {
    let found: unknown = own(document, "meta");
    for (const name of [META, "rich", this.#resource.type]) found = isJsonObject(found) ? own(found, name) : undefined;
    return isJsonObject(found) ? (found as MemberNotes) : undefined; // an invalid note is ignored
  }

  /** JSON:API 1.1: 409 for another type or id, 403 for a client's id. These are thrown at once, so that other errors do not change the status. */
  #readIdentity(data: JsonObject, urlId: string | undefined, isFlat: boolean, state: DocumentState): void {
    const { errors } = state;
    const at = isFlat ? "" : "/data";
    const type = own(data, "type") ?? (isFlat ? this.#resource.type : undefined);
    const sent = own(data, "id");
    const id = isFlat && typeof sent === "number" ? `${sent}` : sent;
    if (typeof type !== "string")
      errors.push(documentError(at, `${at && "data."}type is required and must be a string.`));
    else if (type !== this.#resource.type)
      throw new RequestError([typeMismatch(this.#resource.type, type, `${at}/type`)]);
    if (id !== undefined && typeof id !== "string")
      return void errors.push(documentError(`${at}/id`, `${at && "data."}id must be a string.`));
    if (this.#isCreate) this.#readClientId(id, at, state);
    else if (id === undefined) {
      if (!isFlat) errors.push(documentError("/data", "data.id is required: send the id that is in the URL."));
    } else if (idKeyOf(this.#resource, id) !== idKeyOf(this.#resource, urlId ?? ""))
      throw new RequestError([idMismatch(id, urlId ?? "", at)]);
  }

  /** JSON:API 1.1, "Client-Generated IDs": 403 where they are not supported. */
  #readClientId(id: string | undefined, at: string, state: DocumentState): void {
    const accepts = this.#resource.createFields.has("id");
    if (id === undefined) {
      if (accepts) state.errors.push(requiredError("id", at));
      return;
    }
    if (!accepts) throw new RequestError([clientIdNotAllowed(this.#resource.type, at)]);
    const value = this.#ids.fromText(id);
    if (id.length > MAX_ID_LENGTH) {
      const detail = `The id has ${id.length} characters, but at most ${MAX_ID_LENGTH} are allowed.`;
      state.errors.push(fieldError("invalid_id", "id", `${at}/id`, detail));
    } else if (value !== undefined) state.id = value;
    else state.errors.push(fieldError("invalid_id", "id", `${at}/id`, `The id must be ${this.#ids.noun}.`));
  }

  /** Reads the fields, in standard JSON:API or in the extension's layout. */
  #readFields(data: JsonObject, extended: boolean, state: DocumentState): FieldLayout {
    const fields = extended ? own(data, FIELDS_MEMBER) : undefined;
    if (fields === undefined) return this.#readPlain(data, state);
    const parent = pointer("/data", FIELDS_MEMBER);
    if (Object.hasOwn(data, "attributes") || Object.hasOwn(data, "relationships")) {
      const detail = `data has both ${FIELDS_MEMBER} and attributes or relationships. Send only one of the two forms.`;
      state.errors.push(documentError("/data", detail));
    } else if (isJsonObject(fields)) {
      this.#readExtended(fields, parent, state);
    } else {
      state.errors.push(documentError(parent, `${FIELDS_MEMBER} must be an object.`));
    }
    return { isExtended: true, attributes: parent, relationships: parent };
  }

  #readExtended(members: JsonObject, parent: string, state: DocumentState): void {
    for (const name of Object.keys(members)) {
      if (name.startsWith("@")) continue; // JSON:API 1.1, "@-Members": neither attributes nor relationships
      if (parent === "" && (name === "id" || name === "type")) continue;
      if (state.errors.length >= MAX_ERRORS) return;
      const field = this.#fields.get(name);
      if (field === undefined) {
        state.errors.push(this.#unknown(name, pointer(parent, name), "field", state));
        continue;
      }
      const at = parent === "" ? field.flatPointer : field.extendedPointer;
      const request = this.#isCreate ? "a create" : "an edit";
      if (!field.isWritable)
        state.errors.push(fieldError("unknown_field", name, at, `${name} cannot be set by ${request}.`));
      else this.#readField(field, members[name], "bare", at, state);
    }
  }

  #readPlain(data: JsonObject, state: DocumentState): FieldLayout {
    const attributes = this.#members(data, "attributes", state);
    for (const name in attributes) {
      if (name.startsWith("@")) continue;
      if (state.errors.length >= MAX_ERRORS) break;
      const field = this.#fields.get(name);
      if (field?.attribute === undefined) {
        if (RESERVED.has(name)) continue;
        state.errors.push(this.#unknown(name, pointer("/data/attributes", name), "attribute", state));
      } else if (field.isWritable) this.#readField(field, attributes[name], "bare", field.plainPointer, state);
      // Read-only fields are ignored, because clients send back what they read.
    }
    const relationships = this.#members(data, "relationships", state);
    for (const name in relationships) {
      if (name.startsWith("@")) continue;
      if (state.errors.length >= MAX_ERRORS) break;
      const field = this.#fields.get(name);
      const value = relationships[name];
      if (field?.relationship === undefined) {
        state.errors.push(this.#unknown(name, pointer("/data/relationships", name), "relationship", state));
      } else if (!isJsonObject(value)) {
        const at = pointer("/data/relationships", name);
        state.errors.push(documentError(at, "A relationship must be an object with data."));
      } else if (field.isWritable && Object.hasOwn(value, "data"))
        this.#readField(field, value.data, "identifiers", field.plainPointer, state);
    }
    return {
      isExtended: false,
      attributes: Object.hasOwn(data, "attributes") ? "/data/attributes" : "/data",
      relationships: Object.hasOwn(data, "relationships") ? "/data/relationships" : "/data",
    };
  }

  #members(data: JsonObject, name: string, { errors }: DocumentState): JsonObject | undefined {
    const value = own(data, name);
    if (value === undefined || isJsonObject(value)) return value;
    errors.push(documentError(pointer("/data", name), `${name} must be an object.`));
    return undefined;
  }

  #readField(field: Field, value: unknown, layout: LinkageForm, at: string, state: DocumentState): void {
    const { index, name, attribute, relationship } = field;
    const { found, errors, notes } = state;
    found[index] = INVALID;
    if (relationship !== undefined) {
      const ids = relationship.read(value, layout, at, errors);
      if (ids !== undefined) found[index] = ids;
      return;
    }
    const parsed = attribute?.read(value, at, errors, notes && (own(notes, name) ?? null));
    if (parsed instanceof Promise) storeLater(parsed, index, state);
    else if (parsed !== undefined) found[index] = parsed.value;
  }

  /** The error of a member that is not a field, or not a field of this kind. */
  #unknown(
    name: string,
    at: string,
    kind: "attribute" | "relationship" | "field",
    { errors }: DocumentState,
  ): ErrorObject {
    const field = this.#fields.get(name);
    const other =
      field?.attribute === undefined ? "a relationship: put it in relationships" : "an attribute: put it in attributes";
    const names = [...this.writable].filter((each) => each !== "id");
    const guess = field ? undefined : meantName(name, names, errors);
    const instead = guess === undefined ? `Writable fields: ${listNames(names)}.` : `Did you mean "${guess}"?`;
    const advice = adviseOnce(field ? `It is ${other}.` : instead, errors);
    const detail = `"${this.#resource.type}" has no ${kind} ${quoteShort(name)}.${advice}`;
    return fieldError("unknown_field", name.slice(0, 80), at, detail);
  }

  /** The pointer to a field, or to its parent if the body does not contain the field. */
  #pointerOf(name: string, data: JsonObject, layout: FieldLayout): string | undefined {
    const field = this.#fields.get(name);
    const root = layout === FLAT ? "" : "/data";
    if (field === undefined) return name === "id" ? (Object.hasOwn(data, "id") ? `${root}/id` : root) : undefined;
    if (field.isWritable && isSent(field, data, layout)) {
      if (layout === FLAT) return field.flatPointer;
      return layout.isExtended ? field.extendedPointer : field.plainPointer;
    }
    return field.attribute === undefined ? layout.relationships : layout.attributes;
  }
}

/** Fills in the default of a field that a create does not send, or adds an error for a required field. */
function fillAbsent({ name, index, attribute, absent }: Field, layout: FieldLayout, state: DocumentState): void {
  const at = attribute === undefined ? layout.relationships : layout.attributes;
  const parsed = absent();
  if (parsed instanceof Promise) storeLater(parsed, index, state, requiredError(name, at));
  else if (parsed !== undefined) state.found[index] = parsed.value;
  else state.errors.push(requiredError(name, at));
}

/** @param missing The error if the field has no value. Undefined if what reads the value adds its own. */
function storeLater(
  reading: Promise<Parsed | undefined>,
  index: number,
  state: DocumentState,
  missing?: ErrorObject,
): void {
  const { found, errors } = state;
  const store = (parsed: Parsed | undefined) => {
    if (parsed !== undefined) found[index] = parsed.value;
    else if (missing !== undefined) errors.push(missing);
  };
  state.pending ??= new Pending();
  state.pending.add(reading.then(store));
}

/** The layout of a body's fields, and the pointers for a missing attribute or relationship. */
interface FieldLayout {
  readonly isExtended: boolean;
  readonly attributes: string;
  readonly relationships: string;
}

/** The layout of a flat object. */
const FLAT: FieldLayout = { isExtended: true, attributes: "", relationships: "" };

function isSent({ name, attribute }: Field, data: JsonObject, layout: FieldLayout): boolean {
  const { isExtended } = layout;
  if (layout === FLAT) return Object.hasOwn(data, name);
  const parent = own(data, isExtended ? FIELDS_MEMBER : attribute === undefined ? "relationships" : "attributes");
  if (!isJsonObject(parent) || !Object.hasOwn(parent, name)) return false;
  if (isExtended || attribute !== undefined) return true;
  const relationship = parent[name];
  return isJsonObject(relationship) && Object.hasOwn(relationship, "data");
}
