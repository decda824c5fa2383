import type { ResourceSpec } from "../../define/model/resource.js";
import type { RelationshipSpec } from "../../define/model/relationship.js";
import { DEFAULT_LIMITS } from "../limits.js";
import { MAX_ERRORS, type ErrorObject, errorObject } from "../errors/request-error.js";
import { quoteShort } from "../text/shown.js";
import { IdParser } from "../id-parser.js";
import { FEW } from "../few.js";
import { fieldError } from "./validation-errors.js";
import { pointer } from "./pointer.js";

/** Whether ids may stand bare, as the extension allows, or must stand in identifiers. */
export type LinkageForm = "identifiers" | "bare";

/** Reads the ids that a request gives for one relationship. */
export class LinkageReader {
  readonly #name: string;
  readonly #spec: RelationshipSpec;
  readonly #target: string;
  readonly #ids: IdParser;
  readonly #most: number;

  /** @param most How many ids it takes. */
  constructor(name: string, spec: RelationshipSpec, target: ResourceSpec, most = DEFAULT_LIMITS.relatedIds) {
    this.#most = most;
    this.#name = name;
    this.#spec = spec;
    this.#target = target.type;
    this.#ids = new IdParser(target.idKind, spec.id ?? target.id);
  }

  get many(): boolean {
    return this.#spec.many;
  }

  /** The id, the ids, or null; undefined where a problem was added. */
  read(value: unknown, form: LinkageForm, at: string, problems: ErrorObject[]): unknown {
    if (this.#spec.many) return this.#readMany(value, form, at, problems);
    if (value !== null) return this.#readOne(value, form, at, problems);
    if (this.#spec.allowsNull) return null;
    problems.push(fieldError("invalid_type", this.#name, at, `${this.#name} may not be empty.`));
    return undefined;
  }

  #readMany(value: unknown, form: LinkageForm, at: string, problems: ErrorObject[]): unknown {
    if (!Array.isArray(value)) {
      problems.push(
        fieldError("invalid_type", this.#name, at, `${this.#name} is a to-many relationship: it takes a list.`),
      );
      return undefined;
    }
    if (value.length > this.#most) {
      const detail = `${this.#name} has ${value.length} ids; a request may give ${this.#most}. Send the others in further requests.`;
      problems.push(fieldError("too_big", this.#name, at, detail));
      return undefined;
    }
    const before = problems.length;
    const ids: unknown[] = [];
    const seen = value.length > FEW ? new Set<unknown>() : undefined;
    for (let index = 0; index < value.length; index++) {
      if (problems.length - before >= MAX_ERRORS) break;
      const id = this.#readOne(value[index], form, at, problems, index);
      if (seen === undefined ? ids.includes(id) : seen.has(id)) continue;
      seen?.add(id);
      ids.push(id);
    }
    return problems.length > before ? undefined : ids;
  }

  /** @param index Its place in a list: the text of a pointer is made where there is a problem. */
  #readOne(value: unknown, form: LinkageForm, parent: string, problems: ErrorObject[], index?: number): unknown {
    if (isIdentifier(value)) return this.#readIdentifier(value, parent, problems, index);
    const id = form === "bare" ? this.#ids.fromBare(value) : undefined;
    if (id !== undefined) return id;
    const at = place(parent, index);
    const isId = typeof value === "string" || typeof value === "number";
    const detail =
      form === "bare" && isId
        ? `${this.#name}: ${quoteShort(`${value}`)} is no id of "${this.#target}", which is ${this.#ids.noun}.`
        : `${this.#name} must hold resource identifiers: { "type": "${this.#target}", "id": "…" }.`;
    problems.push(fieldError(form === "bare" && isId ? "invalid_id" : "invalid_type", this.#name, at, detail));
    return undefined;
  }

  /** Other members are ignored: a resource may stand for its identifier. */
  #readIdentifier({ type, id }: Identifier, parent: string, problems: ErrorObject[], index?: number): unknown {
    if (type !== this.#target) {
      problems.push(typeMismatch(this.#target, type, pointer(place(parent, index), "type"), this.#name));
      return undefined;
    }
    const value = typeof id === "string" ? this.#ids.fromText(id) : undefined;
    if (value !== undefined) return value;
    const detail = `${this.#name}: the id of an identifier of "${this.#target}" is ${this.#ids.noun}, written as a string.`;
    problems.push(fieldError("invalid_id", this.#name, pointer(place(parent, index), "id"), detail));
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

/** JSON:API 1.1: 409 where a type is not among those that the place takes. */
export function typeMismatch(expected: string, actual: unknown, at: string, field?: string): ErrorObject {
  const sent = typeof actual === "string" ? quoteShort(actual) : "what was sent";
  const meta = field === undefined ? undefined : { path: [field] };
  return errorObject("type_mismatch", `The type here is "${expected}", not ${sent}.`, { pointer: at }, meta);
}
