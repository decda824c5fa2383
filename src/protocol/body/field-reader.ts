import type { ResourceSpec } from "../../define/model/resource.js";
import { targetsOf } from "../reachable-types.js";
import type { MaybePromise } from "../maybe-promise.js";
import type { AllowedTypes } from "../notes/request-notes.js";
import { type Parsed, AttributeReader } from "./attribute-reader.js";
import { LinkageReader } from "./linkage-reader.js";
import { pointer } from "./pointer.js";
import { FIELDS_MEMBER } from "../../wire/json-api.js";

/** A declared attribute or relationship in a body. */
export interface Field {
  readonly name: string;
  /** Its index among all fields. */
  readonly index: number;
  readonly isWritable: boolean;
  readonly attribute: AttributeReader | undefined;
  readonly relationship: LinkageReader | undefined;
  /** Whether a create must send the field. */
  readonly isRequired: boolean;
  /** The value for a create that does not send the field. Undefined if the field is required. */
  readonly absent: () => MaybePromise<Parsed | undefined>;
  /** The pointer to its value in standard JSON:API. */
  readonly plainPointer: string;
  /** The pointer to its value with the extension. */
  readonly extendedPointer: string;
  /** The pointer to its value in a flat object. */
  readonly flatPointer: string;
}

/** Prepares the declared fields by name, with their schemas and pointers, before the first request. */
export function fieldsOf(
  resource: ResourceSpec,
  writable: ReadonlySet<string>,
  resources: ReadonlyMap<string, ResourceSpec>,
  relatedIds: number,
  requestTypes: AllowedTypes,
): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  const common = (name: string) => ({
    name,
    index: fields.size,
    isWritable: writable.has(name),
    extendedPointer: pointer("/data", FIELDS_MEMBER, name),
    flatPointer: pointer("", name),
  });
  for (const [name, schema] of resource.attributes) {
    const attribute = new AttributeReader(name, schema, requestTypes);
    fields.set(name, {
      ...common(name),
      attribute,
      relationship: undefined,
      isRequired: attribute.isRequired && !resource.omittable.has(name),
      absent: () => attribute.absent,
      plainPointer: pointer("/data/attributes", name),
    });
  }
  for (const [name, spec] of resource.relationships) {
    fields.set(name, {
      ...common(name),
      attribute: undefined,
      relationship: new LinkageReader(name, spec, targetsOf(resource, name, resources), relatedIds),
      isRequired: absentRelationship(spec) === undefined && !resource.omittable.has(name),
      absent: () => absentRelationship(spec), // a new list each time, because handlers may change it
      plainPointer: pointer("/data/relationships", name, "data"),
    });
  }
  return fields;
}

function absentRelationship(spec: { readonly many: boolean; readonly allowsAbsent: boolean }): Parsed | undefined {
  if (spec.many) return { value: [] };
  return spec.allowsAbsent ? { value: undefined } : undefined;
}
