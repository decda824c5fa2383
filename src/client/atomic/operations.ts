import { mapMembers } from "../../wire/notes/members.js";
import { FIELDS_MEMBER } from "../../wire/json-api.js";
import { idOf, isMembers, mapEach, type ResourceIdentifier } from "../send/input.js";
import { pathOf } from "../send/url.js";
import { itemVersion, linkageOf, toIdentifiers } from "../write/body.js";
import { PlannedCall } from "./plan.js";
import type { Document, ResourceObject } from "../send/document.js";
import type { SentWrite } from "../send/transport.js";

/** How a resource is named on the wire: by its id, or by the `lid` that an earlier operation gave it. */
export type ResourceRef = { readonly type: string } & ({ readonly id: string } | { readonly lid: string });

/** An operation object: https://jsonapi.org/ext/atomic/#operation-objects */
export interface OperationObject {
  readonly op: string;
  readonly ref?: ResourceRef & { readonly relationship?: string };
  readonly data?: unknown;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** The operation code of each change of a relationship. */
const CHANGES: Readonly<Record<string, string>> = { add: "add", remove: "remove", set: "update", reset: "update" };

/** Writes the operations of one batch. */
export class Operations {
  readonly #steps: readonly PlannedCall[];
  readonly #indexes: ReadonlyMap<PlannedCall, number>;
  readonly #versions: Readonly<Record<string, string>>;

  /** @param versions The attribute with the version, by type, as responses said. */
  constructor(steps: readonly PlannedCall[], versions: Readonly<Record<string, string>>) {
    this.#steps = steps;
    this.#indexes = new Map(steps.map((step, index) => [step, index]));
    this.#versions = versions;
  }

  /**
   * @throws {Error} For an operation that cannot be sent.
   */
  all(): OperationObject[] {
    return this.#steps.map((step) => this.#operation(step));
  }

  /** The place of an operation in the batch. Undefined if it belongs to another. */
  indexOf(planned: PlannedCall): number | undefined {
    return this.#indexes.get(planned);
  }

  /**
   * The resource that an operation creates or changes.
   *
   * @throws {TypeError} If it belongs to another batch.
   */
  reference(planned: PlannedCall): ResourceRef {
    const { type, method, args } = planned;
    const index = this.indexOf(planned);
    if (index === undefined) throw new TypeError(`This planned resource of "${type}" belongs to another batch.`);
    const given = args[0];
    if (method !== "create") return given instanceof PlannedCall ? this.#ofType(type, given) : byId(type, given);
    const id = isMembers(given) ? (given as Partial<ResourceIdentifier>).id : undefined; // any object may be read by key
    return id === undefined ? { type, lid: `${index}` } : byId(type, id);
  }

  /** A planned resource in place of an id. One of another type would change another resource than the call says. */
  #ofType(type: string, planned: PlannedCall): ResourceRef {
    if (planned.type === type) return this.reference(planned);
    throw new TypeError(`A planned resource of "${planned.type}" cannot be in place of an id of "${type}".`);
  }

  #operation(step: PlannedCall): OperationObject {
    const { type, method, args } = step;
    const [target, given, related] = args;
    const ref = this.reference(step);
    if (method === "create") return { op: "add", data: { ...ref, [FIELDS_MEMBER]: this.#fields(target) } };
    const item = isMembers(target) && !(target instanceof PlannedCall) && (target as ResourceIdentifier); // `reference` has read its id
    const meta = item && { meta: { version: itemVersion(this.#versions, type, item) } };
    if (method === "delete") return { op: "remove", ref, ...meta };
    if (method === "update")
      return { op: "update", ref, data: { ...ref, [FIELDS_MEMBER]: this.#fields(given) }, ...meta };
    const op = Object.hasOwn(CHANGES, method) ? CHANGES[method] : undefined;
    if (!op || typeof given !== "string") {
      throw new TypeError(
        `A batch cannot "${method}". It can create, update and delete resources, and change relationships.`,
      );
    }
    return { op, ref: { ...ref, relationship: given }, ...linkageOf(related ?? null, this.#planned), ...meta };
  }

  /** The fields of a create or an update, with identifiers in place of resources. */
  #fields(input: unknown): object {
    if (!isMembers(input)) throw new TypeError("The input must be an object of fields.");
    const { id: _, ...fields } = input as { id?: unknown }; // any object may be read by key
    return mapMembers(fields, (value) => toIdentifiers(mapEach(value, (each) => this.#planned(each) ?? each)));
  }

  /** The reference to a planned resource. Undefined for anything else. */
  readonly #planned = (value: unknown): ResourceRef | undefined =>
    value instanceof PlannedCall ? this.reference(value) : undefined;
}

/** An item or an id. `pathOf` refuses what cannot be an id. */
function byId(type: string, target: unknown): ResourceRef {
  const id = idOf(target);
  pathOf([id]);
  return { type, id: String(id) };
}

const METHODS: Readonly<Record<string, string>> = { create: "POST", add: "POST", delete: "DELETE", remove: "DELETE" };

/**
 * The operations of a batch as the writes that they stand for, for `trestle/query`.
 *
 * @param results Of a batch that succeeded. Without them, the id of a created resource is unknown, and empty here.
 */
export function writesOf(
  steps: readonly PlannedCall[],
  operations: Operations,
  results: readonly Document[] = [],
): SentWrite[] {
  return steps.map((step, index): SentWrite => {
    const { type, method, args } = step;
    const [target, given, related] = args;
    const reference = operations.reference(step);
    const id = "id" in reference ? reference.id : ((results[Number(reference.lid)]?.data as ResourceObject)?.id ?? ""); // a create returns one
    const isLink = !/^(create|update|delete)$/.test(method);
    const { id: _, ...created } = (method === "create" ? target : {}) as { id?: unknown }; // `Operations` checked it
    const input = method === "create" ? created : isLink ? related : given;
    return {
      method: METHODS[method] ?? "PATCH",
      segments: method === "create" ? [type] : isLink ? [type, id, "relationship", given] : [type, id],
      options: undefined,
      input,
      document: results[index],
    };
  });
}
