import type { ResourceSpec } from "../../define/model/resource.js";
import { META, type MemberNotes, own } from "../../wire/notes/note.js";
import { DEFAULT_LIMITS, type Limits } from "../limits.js";
import { documentError, MAX_ERRORS, type ErrorObject, RequestError, throwIfAny } from "../errors/request-error.js";
import { type AllowedTypes, NO_TYPES } from "../notes/request-types.js";
import { IdParser } from "../id-parser.js";
import type { Parsed } from "./attribute-reader.js";
import { type Field, fieldsOf } from "./field-reader.js";
import { fieldError, requiredError } from "./validation-errors.js";
import { type LinkageForm, typeMismatch } from "./linkage-reader.js";
import { isJsonObject, type JsonObject, parseDocument } from "./parse-document.js";
import { pointer } from "./pointer.js";
import { clientIdNotAllowed, idMismatch, notWritable, unknownField } from "./resource-errors.js";
import { FIELDS_MEMBER } from "../../wire/media-types.js";

/**
 * JSON:API gives these names to the resource object itself. Clients that keep a resource in one flat object send them
 * back among the attributes.
 */
const RESERVED: ReadonlySet<string> = new Set(["type", "id", "lid", "links", "relationships", "meta"]);

/** The input of a create or an edit, and where the request holds each field. */
export interface ResourceInput {
  readonly values: Readonly<Record<string, unknown>>;
  readonly pointerOf: (field: string) => string | undefined;
}

/** A field that the body does not hold. */
const NOT_SENT = Symbol("not sent");
/** A field that the body holds, and that has no value: a problem was added. */
const REFUSED = Symbol("refused");

/** A body while it is read: what it holds so far, and what is wrong with it. */
interface Reading {
  /** By the fields' places. */
  readonly found: unknown[];
  id: unknown;
  readonly problems: ErrorObject[];
  /** Made where there is something to wait for. */
  pending: Promise<void>[] | undefined;
  /** What the request says that its values were; undefined where it may not know that it could. */
  readonly notes: MemberNotes | undefined;
}

/** Reads the documents that create or edit one resource, in the standard's form and in the extension's. */
export class ResourceReader {
  readonly #resource: ResourceSpec;
  readonly #isCreate: boolean;
  readonly #ids: IdParser;
  readonly #fields: ReadonlyMap<string, Field>;
  readonly #nothing: readonly unknown[];
  readonly #nesting: number;
  /** The fields that the document may set, and the id where it may. */
  readonly writable: ReadonlySet<string>;
  readonly #written: readonly Field[];
  /** The input of a create, which has every field in the end. */
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
    this.#nothing = Array.from(this.#fields, () => NOT_SENT);
    this.#written = [...this.writable].flatMap((name) => this.#fields.get(name) ?? []);
    this.#blank = Object.fromEntries([...this.writable].map((name) => [name, undefined]));
  }

  /** Whether the document must hold a field. */
  requires(name: string): boolean {
    if (!this.#isCreate || !this.writable.has(name)) return false;
    return name === "id" || (this.#fields.get(name)?.isRequired ?? true);
  }

  /**
   * @param extended Whether the request's media type names the extension: without it, its members mean nothing.
   * @param urlId For an edit, the id in the path, decoded.
   * @throws {RequestError} With every problem of the document.
   */
  read(body: string | undefined, extended: boolean, urlId?: string): ResourceInput | Promise<ResourceInput> {
    const document = parseDocument(body, this.#nesting);
    const data = own(document, "data");
    if (data === undefined) throw new RequestError([documentError("", "The document has no data.")]);
    if (!isJsonObject(data)) throw new RequestError([documentError("/data", "data must be a resource object.")]);
    const notes = this.#notes(document) ?? (extended ? {} : undefined);
    const reading: Reading = { found: this.#nothing.slice(), id: NOT_SENT, problems: [], pending: undefined, notes };
    this.#readIdentity(data, urlId, reading);
    const form = this.#readFields(data, extended, reading);
    if (this.#isCreate) this.#fillAbsent(form, reading);
    if (reading.pending === undefined) return this.#finish(data, form, reading);
    return Promise.all(reading.pending).then(() => this.#finish(data, form, reading));
  }

  #finish(data: JsonObject, form: Form, { found, id, problems }: Reading): ResourceInput {
    throwIfAny(problems);
    // Declared names, so that none is a prototype's. Copies of one object share its shape, and need not grow.
    const values: Record<string, unknown> = this.#isCreate ? { ...this.#blank } : {};
    if (id !== NOT_SENT) values.id = id;
    for (const { name, index } of this.#written) if (found[index] !== NOT_SENT) values[name] = found[index];
    return { values, pointerOf: (name) => this.#pointerOf(name, data, form) };
  }

  #notes(document: JsonObject): MemberNotes | undefined {
    let found: unknown = own(document, "meta");
    if (found === undefined) return undefined;
    for (const name of [META, "rich", this.#resource.type]) found = isJsonObject(found) ? own(found, name) : undefined;
    return isJsonObject(found) ? (found as MemberNotes) : undefined; // of another form, it describes nothing
  }

  /** JSON:API 1.1: 409 for another type or id, 403 for a client's id: what else is wrong must not change that status. */
  #readIdentity(data: JsonObject, urlId: string | undefined, reading: Reading): void {
    const { problems } = reading;
    const type = own(data, "type");
    const id = own(data, "id");
    if (typeof type !== "string")
      problems.push(documentError("/data", 'data needs a type: "type" is missing, or no string.'));
    else if (type !== this.#resource.type)
      throw new RequestError([typeMismatch(this.#resource.type, type, "/data/type")]);
    if (id !== undefined && typeof id !== "string") {
      problems.push(documentError("/data/id", "An id is a string."));
      return;
    }
    if (this.#isCreate) this.#readClientId(id, reading);
    else if (id === undefined)
      problems.push(documentError("/data", "data needs the id of the resource that is edited."));
    else if (id !== urlId) throw new RequestError([idMismatch(id, urlId ?? "")]);
  }

  /** JSON:API 1.1, "Client-Generated IDs": 403 where they are not supported. */
  #readClientId(id: string | undefined, reading: Reading): void {
    const accepts = this.#resource.createFields.has("id");
    if (id === undefined) {
      if (accepts) reading.problems.push(requiredError("id", "/data"));
      return;
    }
    if (!accepts) throw new RequestError([clientIdNotAllowed(this.#resource.type)]);
    const value = this.#ids.fromText(id);
    if (value !== undefined) reading.id = value;
    else reading.problems.push(fieldError("invalid_id", "id", "/data/id", `The id must be ${this.#ids.noun}.`));
  }

  /** Reads the fields in the form in which they stand. */
  #readFields(data: JsonObject, extended: boolean, reading: Reading): Form {
    const fields = extended ? own(data, FIELDS_MEMBER) : undefined;
    if (fields === undefined) return this.#readPlain(data, reading);
    const parent = pointer("/data", FIELDS_MEMBER);
    if (Object.hasOwn(data, "attributes") || Object.hasOwn(data, "relationships")) {
      const detail = `data holds ${FIELDS_MEMBER} beside attributes or relationships. Send one form or the other.`;
      reading.problems.push(documentError("/data", detail));
    } else if (isJsonObject(fields)) {
      this.#readExtended(fields, parent, reading);
    } else {
      reading.problems.push(documentError(parent, `${FIELDS_MEMBER} must be an object.`));
    }
    return { isExtended: true, attributes: parent, relationships: parent };
  }

  #readExtended(members: JsonObject, parent: string, reading: Reading): void {
    for (const name of Object.keys(members)) {
      if (isAtMember(name)) continue;
      if (reading.problems.length >= MAX_ERRORS) return;
      const field = this.#fields.get(name);
      if (field === undefined) reading.problems.push(this.#unknown(name, pointer(parent, name), "field", reading));
      else if (!field.isWritable) reading.problems.push(notWritable(name, field.extendedPointer, this.#isCreate));
      else this.#readField(field, members[name], "bare", field.extendedPointer, reading);
    }
  }

  #readPlain(data: JsonObject, reading: Reading): Form {
    const attributes = this.#members(data, "attributes", reading);
    for (const name in attributes) {
      if (isAtMember(name)) continue;
      if (reading.problems.length >= MAX_ERRORS) break;
      const field = this.#fields.get(name);
      if (field?.attribute === undefined) {
        if (RESERVED.has(name)) continue;
        reading.problems.push(this.#unknown(name, pointer("/data/attributes", name), "attribute", reading));
      } else if (field.isWritable) this.#readField(field, attributes[name], "bare", field.plainPointer, reading);
      // Declared, but not to be written: ignored, since clients send back what they read.
    }
    const relationships = this.#members(data, "relationships", reading);
    for (const name in relationships) {
      if (isAtMember(name)) continue;
      if (reading.problems.length >= MAX_ERRORS) break;
      const field = this.#fields.get(name);
      const value = relationships[name];
      const at = () => pointer("/data/relationships", name);
      if (field?.relationship === undefined) reading.problems.push(this.#unknown(name, at(), "relationship", reading));
      else if (!isJsonObject(value))
        reading.problems.push(documentError(at(), "A relationship is an object with data."));
      else if (field.isWritable && Object.hasOwn(value, "data"))
        this.#readField(field, value.data, "identifiers", field.plainPointer, reading);
    }
    return {
      isExtended: false,
      attributes: attributes !== undefined || Object.hasOwn(data, "attributes") ? "/data/attributes" : "/data",
      relationships:
        relationships !== undefined || Object.hasOwn(data, "relationships") ? "/data/relationships" : "/data",
    };
  }

  #members(data: JsonObject, name: string, { problems }: Reading): JsonObject | undefined {
    const value = own(data, name);
    if (value === undefined || isJsonObject(value)) return value;
    problems.push(documentError(pointer("/data", name), `${name} must be an object.`));
    return undefined;
  }

  #readField(field: Field, value: unknown, form: LinkageForm, at: string, reading: Reading): void {
    const { index, name, attribute, relationship } = field;
    const { found, problems, notes } = reading;
    found[index] = REFUSED;
    if (relationship !== undefined) {
      const ids = relationship.read(value, form, at, problems);
      if (ids !== undefined) found[index] = ids;
      return;
    }
    const accepted = attribute?.read(value, at, problems, notes && (own(notes, name) ?? null));
    if (accepted instanceof Promise) {
      reading.pending ??= [];
      reading.pending.push(accepted.then((accepted) => take(accepted, index, found)));
    } else take(accepted, index, found);
  }

  /** What a create leaves out: defaults, no relations, nothing; or a problem. */
  #fillAbsent(form: Form, reading: Reading): void {
    for (const field of this.#written) if (reading.found[field.index] === NOT_SENT) fillAbsent(field, form, reading);
  }

  #unknown(name: string, at: string, kind: "attribute" | "relationship" | "field", { problems }: Reading): ErrorObject {
    const { type } = this.#resource;
    return unknownField({ type, name, at, kind, declared: this.#fields.get(name), writable: this.writable, problems });
  }

  /** Where the body holds a field; where it does not, what would. */
  #pointerOf(name: string, data: JsonObject, form: Form): string | undefined {
    const field = this.#fields.get(name);
    if (field === undefined) return name === "id" ? (Object.hasOwn(data, "id") ? "/data/id" : "/data") : undefined;
    if (field.isWritable && isSent(field, data, form))
      return form.isExtended ? field.extendedPointer : field.plainPointer;
    return field.attribute === undefined ? form.relationships : form.attributes;
  }
}

function fillAbsent({ name, index, attribute, absent }: Field, form: Form, reading: Reading): void {
  const { found, problems } = reading;
  const store = (accepted: Parsed | undefined) => {
    if (accepted !== undefined) found[index] = accepted.value;
    else problems.push(requiredError(name, attribute === undefined ? form.relationships : form.attributes));
  };
  const accepted = absent();
  if (accepted instanceof Promise) {
    reading.pending ??= [];
    reading.pending.push(accepted.then(store));
  } else store(accepted);
}

function take(accepted: Parsed | undefined, index: number, found: unknown[]): void {
  if (accepted !== undefined) found[index] = accepted.value;
}

/** In which form a body holds its fields, and where a missing attribute or relationship would stand. */
interface Form {
  readonly isExtended: boolean;
  readonly attributes: string;
  readonly relationships: string;
}

function isSent({ name, attribute }: Field, data: JsonObject, { isExtended }: Form): boolean {
  const parent = own(data, isExtended ? FIELDS_MEMBER : attribute === undefined ? "relationships" : "attributes");
  if (!isJsonObject(parent) || !Object.hasOwn(parent, name)) return false;
  if (isExtended || attribute !== undefined) return true;
  const relationship = parent[name];
  return isJsonObject(relationship) && Object.hasOwn(relationship, "data");
}

/** JSON:API 1.1, "@-Members": they are no attributes and no relationships. */
function isAtMember(name: string): boolean {
  return name.startsWith("@");
}
