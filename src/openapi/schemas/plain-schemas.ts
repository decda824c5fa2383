import { type RelationshipSpec, type ResourceSpec, targetTypes } from "../../define/model/resource.js";
import type { JsonSchema } from "../document/document.js";
import { type Keywords, resolveRef } from "../document/keywords.js";
import { type Described, oneOf, oneOrMany, type ResourceSchemas } from "./resource-schemas.js";
import type { Components } from "./schema-writer.js";
import { PATH } from "./shared-schemas.js";

/** The components of plain JSON: a row, and what a create and an edit send. They are made of those of JSON:API's resources. */
export class PlainSchemas {
  constructor(
    readonly resources: ReadonlyMap<string, Described>,
    readonly components: Components,
    readonly schemas: ResourceSchemas,
  ) {}

  /** A row of one of some types. With several, each has its type. */
  row(specs: readonly ResourceSpec[]): JsonSchema {
    return oneOf(specs.map((spec) => this.#row(spec, specs.length > 1)));
  }

  /** A list, and what leads to its other pages. */
  list(items: JsonSchema): JsonSchema {
    const total = { type: "integer", minimum: 0 };
    const meta = { type: "object", additionalProperties: true };
    const data = { type: "array", items };
    return { type: "object", required: ["data"], properties: { data, next: PATH, prev: PATH, total, meta } };
  }

  /** The object of a create or an edit. */
  write(spec: ResourceSpec, kind: "create" | "edit"): JsonSchema {
    const name = `${this.#of(spec.type).name}${kind === "create" ? "CreateRow" : "EditRow"}`;
    const { id, attributes = {}, relationships = {} } = this.#partsOf(this.schemas.write(spec, kind, false));
    const related = Object.keys(writable(relationships)).map((field) => [field, this.ids(relationshipOf(spec, field))]);
    return this.components.set(name, {
      type: "object",
      required: [
        ...(kind === "create" && id !== undefined ? ["id"] : []),
        ...(attributes.required ?? []),
        ...(relationships.required ?? []),
      ],
      properties: { ...(id !== undefined && { id }), ...writable(attributes), ...Object.fromEntries(related) },
      additionalProperties: false,
    });
  }

  /** The id, the ids or null of a relationship, as a request sends them. */
  ids(relationship: RelationshipSpec): JsonSchema {
    const [target] = targetTypes(relationship).map((type) => this.#of(type).spec);
    const id = this.id(relationship);
    const isInteger = relationship.targets === undefined && target?.idKind === "int";
    return oneOrMany(isInteger ? { anyOf: [id, { type: "integer" }] } : id, relationship.many, relationship.allowsNull);
  }

  /** The id of a related row, as a response has it; an identifier, if it may be of several types. */
  id(relationship: RelationshipSpec): JsonSchema {
    if (relationship.targets !== undefined) return this.schemas.linkage({ ...relationship, many: false }, false, false);
    return this.#partsOf(this.schemas.read(this.#of(relationship.target).spec)).id ?? {};
  }

  #row(spec: ResourceSpec, hasType: boolean): JsonSchema {
    const name = `${this.#of(spec.type).name}${hasType ? "TypedRow" : "Row"}`;
    if (this.components.has(name)) return this.components.ref(name);
    this.components.set(name, {}); // rows may contain each other
    const { id, attributes = {}, relationships = {} } = this.#partsOf(this.schemas.read(spec));
    const related = Object.keys(relationships.properties ?? {}).map((field) => {
      const relationship = relationshipOf(spec, field);
      const row = this.row(targetTypes(relationship).map((type) => this.#of(type).spec));
      return [field, oneOrMany({ anyOf: [this.id(relationship), row] }, relationship.many, relationship.allowsNull)];
    });
    return this.components.set(name, {
      type: "object",
      required: [...(hasType ? ["type"] : []), "id", ...(attributes.required ?? []), ...(relationships.required ?? [])],
      properties: {
        ...(hasType && { type: { type: "string", const: spec.type } }),
        id,
        ...attributes.properties,
        ...Object.fromEntries(related),
      },
    });
  }

  #of(type: string): Described {
    return this.resources.get(type) as Described; // the router has checked that there is one
  }

  /** The members of a resource that a schema refers to. */
  #partsOf({ $ref }: JsonSchema): Parts {
    return resolveRef(`${$ref}`, this.components.schemas).properties as Parts; // made by `ResourceSchemas`
  }
}

interface Parts {
  readonly id?: JsonSchema;
  readonly attributes?: Keywords;
  readonly relationships?: Keywords;
}

/** What can be set. In JSON:API's form, the rest is ignored, because clients send back what they read. */
function writable({ properties = {} }: Keywords): NonNullable<Keywords["properties"]> {
  return Object.fromEntries(Object.entries(properties).filter(([, member]) => !Object(member).readOnly));
}

/** @param field One that the resource's schema has. */
function relationshipOf({ relationships }: ResourceSpec, field: string): RelationshipSpec {
  return relationships.get(field) as RelationshipSpec; // the schema was made of them
}
