import type { ResourceSpec } from "../../define/definition.js";
import { closest, listNames } from "../../define/names.js";
import { META, type MemberNotes, own } from "../../rich/note.js";
import { DEFAULT_LIMITS, type Limits } from "../limits.js";
import { documentProblem, MAX_PROBLEMS, type Problem, Refusal, refuse, show } from "../problem.js";
import { IdReader } from "../read-id.js";
import { targetOf } from "../reachable.js";
import { type Accepted, AttributeReader } from "./attribute-reader.js";
import { fieldProblem, requiredProblem } from "./issue-problem.js";
import { LinkageReader, typeMismatch } from "./linkage-reader.js";
import { isObject, type JsonObject, parseDocument } from "./parse-document.js";
import { pointer } from "./pointer.js";

/** The member that holds a resource's fields as the client wrote them, under the extension. */
export const FIELDS_MEMBER = "trestle:fields";

/**
 * JSON:API gives these names to the resource object itself. Clients that keep a resource in one flat object send them
 * back among the attributes.
 */
const RESERVED: ReadonlySet<string> = new Set(["type", "id", "lid", "links", "relationships", "meta"]);

/** The input of a create or an edit, and where the request holds each field. */
export interface ResourceInput {
  readonly values: ReadonlyMap<string, unknown>;
  readonly pointerOf: (field: string) => string | undefined;
}

/** A body while it is read: what it holds so far, and what is wrong with it. */
interface Reading {
  readonly values: Map<string, unknown>;
  readonly problems: Problem[];
  readonly pointers: Map<string, string>;
  readonly pending: Promise<void>[];
  /** What the request says that its values were; undefined where it may not know that it could. */
  readonly notes: MemberNotes | undefined;
}

/** Reads the documents that create or edit one resource, in the standard's form and in the extension's. */
export class ResourceReader {
  readonly #resource: ResourceSpec;
  readonly #writable: ReadonlySet<string>;
  readonly #isCreate: boolean;
  readonly #ids: IdReader;
  readonly #attributes = new Map<string, AttributeReader>();
  readonly #relationships = new Map<string, LinkageReader>();
  readonly #nesting: number;

  constructor(
    resource: ResourceSpec,
    kind: "create" | "edit",
    resources: ReadonlyMap<string, ResourceSpec>,
    { nesting, relatedIds }: Pick<Limits, "nesting" | "relatedIds"> = DEFAULT_LIMITS,
  ) {
    this.#nesting = nesting;
    this.#resource = resource;
    this.#isCreate = kind === "create";
    this.#writable = this.#isCreate ? resource.createFields : resource.editFields;
    this.#ids = new IdReader(resource.idKind, resource.id);
    for (const [name, schema] of resource.attributes) this.#attributes.set(name, new AttributeReader(name, schema));
    for (const [name, spec] of resource.relationships) {
      this.#relationships.set(name, new LinkageReader(name, spec, targetOf(resource, name, resources), relatedIds));
    }
  }

  /** The fields that the document may set. */
  get writable(): ReadonlySet<string> {
    return this.#writable;
  }

  /** Whether the document must hold a field. */
  requires(name: string): boolean {
    if (!this.#isCreate || !this.#writable.has(name)) return false;
    if (name === "id") return true;
    const attribute = this.#attributes.get(name);
    return attribute?.isRequired ?? absentRelationship(this.#resource.relationships.get(name)) === undefined;
  }

  /**
   * @param extended Whether the request's media type names the extension: without it, its members mean nothing.
   * @param urlId For an edit, the id in the path, decoded.
   * @throws {Refusal} With every problem of the document.
   */
  read(body: string | undefined, extended: boolean, urlId?: string): ResourceInput | Promise<ResourceInput> {
    const document = parseDocument(body, this.#nesting);
    const data = own(document, "data");
    if (data === undefined) throw new Refusal([documentProblem("", "The document has no data.")]);
    if (!isObject(data)) throw new Refusal([documentProblem("/data", "data must be a resource object.")]);
    const notes = this.#notes(document) ?? (extended ? {} : undefined);
    const reading: Reading = { values: new Map(), problems: [], pointers: new Map(), pending: [], notes };
    this.#readIdentity(data, urlId, reading);
    const parent = this.#readFields(data, extended, reading);
    if (this.#isCreate) this.#fillAbsent(parent, reading);
    const finish = () => this.#finish(data, parent, reading);
    return reading.pending.length === 0 ? finish() : Promise.all(reading.pending).then(finish);
  }

  #finish(data: JsonObject, parent: FieldParents, { values, problems, pointers }: Reading): ResourceInput {
    refuse(problems);
    return {
      values,
      pointerOf: (field) => pointers.get(field) ?? (field === "id" ? idPointer(data) : this.#pointerOf(field, parent)),
    };
  }

  #notes(document: JsonObject): MemberNotes | undefined {
    let found: unknown = document;
    for (const name of ["meta", META, "rich", this.#resource.type])
      found = isObject(found) ? own(found, name) : undefined;
    return isObject(found) ? (found as MemberNotes) : undefined; // of another form, it describes nothing
  }

  /** JSON:API 1.1: 409 for another type or id, 403 for a client's id: what else is wrong must not change that status. */
  #readIdentity(data: JsonObject, urlId: string | undefined, { values, problems }: Reading): void {
    const type = own(data, "type");
    const id = own(data, "id");
    if (typeof type !== "string")
      problems.push(documentProblem("/data", 'data needs a type: "type" is missing, or no string.'));
    else if (type !== this.#resource.type) throw new Refusal([typeMismatch(this.#resource.type, type, "/data/type")]);
    if (id !== undefined && typeof id !== "string") {
      problems.push(documentProblem("/data/id", "An id is a string."));
      return;
    }
    if (this.#isCreate) this.#readClientId(id, values, problems);
    else if (id === undefined)
      problems.push(documentProblem("/data", "data needs the id of the resource that is edited."));
    else if (id !== urlId) throw new Refusal([idMismatch(id, urlId ?? "")]);
  }

  /** JSON:API 1.1, "Client-Generated IDs": 403 where they are not supported. */
  #readClientId(id: string | undefined, values: Map<string, unknown>, problems: Problem[]): void {
    const accepts = this.#resource.createFields.has("id");
    if (id === undefined) {
      if (accepts) problems.push(requiredProblem("id", "/data"));
      return;
    }
    if (!accepts) throw new Refusal([clientIdNotAllowed(this.#resource.type)]);
    const value = this.#ids.fromText(id);
    if (value === undefined)
      problems.push(fieldProblem("invalid_id", "id", "/data/id", `The id must be ${this.#ids.noun}.`));
    else values.set("id", value);
  }

  /** Reads the fields in the form in which they stand; gives the pointer of what lacks a missing one. */
  #readFields(data: JsonObject, extended: boolean, reading: Reading): FieldParents {
    const fields = extended ? own(data, FIELDS_MEMBER) : undefined;
    if (fields === undefined) return this.#readPlain(data, reading);
    const parent = pointer("/data", FIELDS_MEMBER);
    if (Object.hasOwn(data, "attributes") || Object.hasOwn(data, "relationships")) {
      const detail = `data holds ${FIELDS_MEMBER} beside attributes or relationships. Send one form or the other.`;
      reading.problems.push(documentProblem("/data", detail));
    } else if (isObject(fields)) {
      this.#readExtended(fields, parent, reading);
    } else {
      reading.problems.push(documentProblem(parent, `${FIELDS_MEMBER} must be an object.`));
    }
    return { attributes: parent, relationships: parent };
  }

  #readExtended(fields: JsonObject, parent: string, reading: Reading): void {
    for (const [name, value] of fieldsOf(fields)) {
      if (reading.problems.length >= MAX_PROBLEMS) return;
      const at = pointer(parent, name);
      if (!this.#isDeclared(name)) reading.problems.push(this.#unknown(name, at));
      else if (!this.#writable.has(name)) reading.problems.push(this.#notWritable(name, at));
      else if (this.#attributes.has(name)) this.#readAttribute(name, value, at, reading);
      else this.#readRelationship(name, value, "bare", at, reading);
    }
  }

  #readPlain(data: JsonObject, reading: Reading): FieldParents {
    const parents: FieldParents = { attributes: "/data/attributes", relationships: "/data/relationships" };
    for (const [name, value] of this.#members(data, "attributes", reading)) {
      if (reading.problems.length >= MAX_PROBLEMS) break;
      const at = pointer(parents.attributes, name);
      if (!this.#attributes.has(name)) {
        if (!RESERVED.has(name)) reading.problems.push(this.#unknown(name, at));
      } else if (this.#writable.has(name)) this.#readAttribute(name, value, at, reading);
      // Declared, but not to be written: ignored, since clients send back what they read.
    }
    for (const [name, value] of this.#members(data, "relationships", reading)) {
      if (reading.problems.length >= MAX_PROBLEMS) break;
      const at = pointer(parents.relationships, name);
      if (!this.#relationships.has(name)) reading.problems.push(this.#unknown(name, at));
      else if (!isObject(value)) reading.problems.push(documentProblem(at, "A relationship is an object with data."));
      else if (this.#writable.has(name) && Object.hasOwn(value, "data")) {
        this.#readRelationship(name, value.data, "identifiers", pointer(at, "data"), reading);
      }
    }
    if (!Object.hasOwn(data, "attributes")) parents.attributes = "/data";
    if (!Object.hasOwn(data, "relationships")) parents.relationships = "/data";
    return parents;
  }

  #members(data: JsonObject, name: string, { problems }: Reading): [string, unknown][] {
    const value = own(data, name);
    if (value === undefined) return [];
    if (isObject(value)) return fieldsOf(value);
    problems.push(documentProblem(pointer("/data", name), `${name} must be an object.`));
    return [];
  }

  #readAttribute(name: string, value: unknown, at: string, reading: Reading): void {
    const { values, pointers, problems, pending, notes } = reading;
    pointers.set(name, at);
    const accepted = this.#attributes.get(name)?.read(value, at, problems, notes && (own(notes, name) ?? null));
    if (accepted instanceof Promise) {
      pending.push(accepted.then((accepted) => void (accepted && values.set(name, accepted.value))));
    } else if (accepted !== undefined) values.set(name, accepted.value);
  }

  #readRelationship(name: string, value: unknown, form: "identifiers" | "bare", at: string, reading: Reading): void {
    reading.pointers.set(name, at);
    const ids = this.#relationships.get(name)?.read(value, form, at, reading.problems);
    if (ids !== undefined) reading.values.set(name, ids);
  }

  /** What a create leaves out: defaults, no relations, nothing; or a problem. */
  #fillAbsent(parents: FieldParents, { values, pointers, problems, pending }: Reading): void {
    for (const name of this.#writable) {
      if (pointers.has(name) || name === "id") continue;
      const attribute = this.#attributes.get(name);
      const parent = attribute === undefined ? parents.relationships : parents.attributes;
      const store = (absent: Accepted | undefined) => {
        if (absent !== undefined) values.set(name, absent.value);
        else problems.push(requiredProblem(name, parent));
      };
      const absent =
        attribute === undefined ? absentRelationship(this.#resource.relationships.get(name)) : attribute.absent;
      if (absent instanceof Promise) pending.push(absent.then(store));
      else store(absent);
    }
  }

  #isDeclared(name: string): boolean {
    return this.#attributes.has(name) || this.#relationships.has(name);
  }

  #unknown(name: string, at: string): Problem {
    const fields = [...this.#writable].filter((field) => field !== "id");
    const guess = closest(name.slice(0, 80), fields);
    const misplaced = this.#isDeclared(name);
    const advice = misplaced
      ? `It is ${this.#attributes.has(name) ? "an attribute" : "a relationship"}; put it there.`
      : guess === undefined
        ? `What can be written: ${listNames(fields)}.`
        : `Did you mean "${guess}"?`;
    const kind = at.startsWith("/data/relationships")
      ? "relationship"
      : at.startsWith("/data/attributes")
        ? "attribute"
        : "field";
    return fieldProblem(
      "unknown_field",
      name.slice(0, 80),
      at,
      `"${this.#resource.type}" has no ${kind} ${show(name)}. ${advice}`,
    );
  }

  #notWritable(name: string, at: string): Problem {
    return fieldProblem(
      "unknown_field",
      name,
      at,
      `${name} cannot be set by ${this.#isCreate ? "a create" : "an edit"}.`,
    );
  }

  #pointerOf(field: string, parents: FieldParents): string | undefined {
    if (this.#attributes.has(field)) return parents.attributes;
    return this.#relationships.has(field) ? parents.relationships : undefined;
  }
}

function idPointer(data: JsonObject): string {
  return Object.hasOwn(data, "id") ? "/data/id" : "/data";
}

/** Where a missing attribute or relationship would stand. */
interface FieldParents {
  attributes: string;
  relationships: string;
}

/** JSON:API 1.1, "@-Members": they are no attributes and no relationships. */
function fieldsOf(fields: JsonObject): [string, unknown][] {
  const entries = Object.entries(fields);
  return entries.some(isAtMember) ? entries.filter((entry) => !isAtMember(entry)) : entries;
}

function isAtMember([name]: readonly [string, unknown]): boolean {
  return name.startsWith("@");
}

function absentRelationship(
  spec: { readonly many: boolean; readonly allowsAbsent: boolean } | undefined,
): Accepted | undefined {
  if (spec?.many) return { value: [] };
  return spec?.allowsAbsent ? { value: undefined } : undefined;
}

function idMismatch(sent: string, expected: string): Problem {
  return {
    status: 409,
    code: "id_mismatch",
    title: "Id mismatch",
    detail: `The document's id is ${show(sent)}, and the URL's is ${show(expected)}.`,
    source: { pointer: "/data/id" },
  };
}

function clientIdNotAllowed(type: string): Problem {
  return {
    status: 403,
    code: "client_id_not_allowed",
    title: "Client-generated id not allowed",
    detail: `The server chooses the ids of "${type}". Leave the id out.`,
    source: { pointer: "/data/id" },
  };
}
