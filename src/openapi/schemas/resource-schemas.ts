import {
  type ResourceSpec,
  type RelationshipSpec,
  targetTypes,
  type VersionSpec,
} from "../../define/model/resource.js";
import { ResourceReader } from "../../protocol/body/resource-reader.js";
import type { ResourceLinks } from "../../protocol/document/links.js";
import { mayGiveUndefined } from "../../schema/presence.js";
import type { Components, SchemaWriter } from "./schema-writer.js";
import { PATH } from "./shared-schemas.js";
import type { JsonSchema } from "../document/document.js";
import { pascalCase } from "../document/names.js";

/** A resource among its neighbours, as its schemas need it. */
export interface Described {
  readonly spec: ResourceSpec;
  /** The first part of its components' names. */
  readonly name: string;
  readonly links: ResourceLinks;
  /** Whether an answer may leave out attributes, because `fields` may ask for it. */
  readonly sparse: boolean;
}

/** The components of resources, each made once: as read, created, edited, and identified. */
export class ResourceSchemas {
  readonly #resources: ReadonlyMap<string, Described>;
  readonly #specs: ReadonlyMap<string, ResourceSpec>;
  readonly #components: Components;
  readonly #writer: SchemaWriter;

  constructor(resources: ReadonlyMap<string, Described>, components: Components, writer: SchemaWriter) {
    this.#resources = resources;
    this.#specs = new Map([...resources].map(([type, { spec }]) => [type, spec]));
    this.#components = components;
    this.#writer = writer;
    for (const described of resources.values()) components.set(described.name, {}); // their names are taken
    for (const described of resources.values()) components.set(described.name, this.#read(described));
  }

  /** A whole resource, as answers hold it. */
  read({ type }: ResourceSpec): JsonSchema {
    return this.#components.ref(this.#of(type).name);
  }

  /** `{ type, id }`. In a batch also `{ type, lid }`, for a resource that the same batch creates. */
  #identifier(type: string, inBatch: boolean): JsonSchema {
    const { spec, name } = this.#of(type);
    const member = { type: { type: "string", const: type } };
    if (!inBatch) {
      const properties = { ...member, id: idText(spec, this.#writer) };
      return this.#once(`${name}Identifier`, () => ({ type: "object", required: ["type", "id"], properties }));
    }
    const required = ["type", "lid"];
    const local = { type: "object", required, properties: { ...member, lid: LID }, not: HAS_ID };
    return this.#once(`${name}LocalIdentifier`, () => ({ anyOf: [this.#identifier(type, false), local] }));
  }

  /** The `data` of a create or an edit. In a batch, local ids may be in place of ids. */
  write({ type }: ResourceSpec, kind: "create" | "edit", inBatch: boolean): JsonSchema {
    const described = this.#of(type);
    const role = `${kind === "create" ? "Create" : "Edit"}${inBatch ? "InBatch" : ""}`;
    return this.#once(`${described.name}${role}`, () => this.#written(described, kind, inBatch));
  }

  /** Linkage of a relationship. In a batch, local ids may be in place of ids. */
  linkage(relationship: RelationshipSpec, inBatch = false, nullable = relationship.allowsNull): JsonSchema {
    const identifiers = targetTypes(relationship).map((type) => this.#identifier(type, inBatch));
    return oneOrMany(oneOf(identifiers), relationship.many, nullable);
  }

  #once(name: string, make: () => JsonSchema): JsonSchema {
    return this.#components.has(name) ? this.#components.ref(name) : this.#components.set(name, make());
  }

  #of(type: string): Described {
    return this.#resources.get(type) as Described; // the router has checked that there is one
  }

  #read({ spec, name, links, sparse }: Described): JsonSchema {
    const isSure = (field: string) => !sparse && !spec.visible.has(field);
    const attributes = members(
      readable(spec.attributes, spec),
      (field, schema) => {
        const written = withoutDefault(this.#writer.write(schema, "output", nested(name, field)));
        return spec.visible.has(field) || mayGiveUndefined(schema) ? { ...written, [MAY_BE_MISSING]: true } : written;
      },
      (field, schema) => isSure(field) && !mayGiveUndefined(schema),
    );
    const relationships = members(
      readable(spec.relationships, spec),
      (field, relationship) => this.#readRelationship(field, relationship, links),
      (field, relationship) => isSure(field) && alwaysLinked(relationship),
    );
    return {
      type: "object",
      required: ["type", "id", ...requiredIn(attributes, "attributes"), ...requiredIn(relationships, "relationships")],
      properties: {
        type: { type: "string", const: spec.type },
        id: idText(spec, this.#writer),
        ...(attributes && { attributes }),
        ...(relationships && { relationships }),
        ...(links.hasSelf && { links: { type: "object", required: ["self"], properties: { self: PATH } } }),
        ...(spec.version && { meta: versionMeta(spec.version) }),
      },
    };
  }

  #readRelationship(field: string, relationship: RelationshipSpec, links: ResourceLinks): JsonSchema {
    const typed = {
      ...(links.hasRelationship(field) && { self: PATH }),
      ...(links.hasRelated(field) && { related: PATH }),
    };
    const names = Object.keys(typed);
    const next = relationship.many && links.hasRelationship(field) && { next: PATH };
    return {
      type: "object",
      required: [...(alwaysLinked(relationship) ? ["data"] : []), ...(names.length > 0 ? ["links"] : [])],
      properties: {
        data: this.linkage(relationship),
        ...(names.length > 0 && { links: { type: "object", required: names, properties: { ...typed, ...next } } }),
      },
    };
  }

  /** What is declared but cannot be set is ignored by the server: clients send back what they read. */
  #written({ spec, name }: Described, kind: "create" | "edit", inBatch: boolean): JsonSchema {
    const reader = new ResourceReader(spec, kind, this.#specs);
    const isWritable = (field: string) => reader.writable.has(field);
    const isRequired = (field: string) => reader.requires(field);
    const given = kind === "edit" ? withoutDefault : (schema: JsonSchema) => schema;
    const attributes = members(
      [...spec.attributes],
      (field, schema) =>
        isWritable(field) ? given(this.#writer.write(schema, "input", nested(name, field))) : IGNORED,
      isRequired,
    );
    const relationships = members(
      [...spec.relationships],
      (field, relationship) => {
        if (!isWritable(field)) return { type: "object", ...IGNORED };
        const required = isRequired(field) && { required: ["data"] };
        return { type: "object", ...required, properties: { data: this.linkage(relationship, inBatch) } };
      },
      isRequired,
    );
    const id = kind === "edit" || isWritable("id");
    const hasLocal = inBatch && kind === "edit";
    return {
      type: "object",
      required: [
        "type",
        ...(id && !hasLocal ? ["id"] : []),
        ...requiredIn(attributes, "attributes"),
        ...requiredIn(relationships, "relationships"),
      ],
      properties: {
        type: { type: "string", const: spec.type },
        ...(id && { id: idText(spec, this.#writer) }),
        ...(inBatch && { lid: LID }),
        attributes: { ...(attributes ?? { type: "object" }), additionalProperties: false },
        relationships: { ...(relationships ?? { type: "object" }), additionalProperties: false },
      },
      ...(!id && { not: HAS_ID }), // JSON:API 1.1, "Client-Generated IDs"
      ...(hasLocal && { anyOf: [{ required: ["id"] }, { required: ["lid"] }] }),
    };
  }
}

export function oneOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [single, ...others] = schemas;
  return single !== undefined && others.length === 0 ? single : { oneOf: schemas };
}

export function oneOrMany(one: JsonSchema, many: boolean, nullable: boolean): JsonSchema {
  if (many) return { type: "array", items: one };
  return nullable ? { anyOf: [one, { type: "null" }] } : one;
}

const HAS_ID: JsonSchema = { required: ["id"], properties: { id: {} } };
const LID: JsonSchema = {
  type: "string",
  minLength: 1,
  description: "A name for a resource that this request creates.",
};

const IGNORED: JsonSchema = { readOnly: true, description: "Cannot be set here: what is sent is ignored." };

/** Whether every row shows the linkage. */
function alwaysLinked({ many, linkage, allowsAbsent }: RelationshipSpec): boolean {
  return many ? linkage : !allowsAbsent;
}

function readable<T>(fields: ReadonlyMap<string, T>, { writeOnly }: ResourceSpec): (readonly [string, T])[] {
  return [...fields].filter(([field]) => !writeOnly.has(field));
}

/** Only a create fills in a default. Elsewhere it is an example. */
function withoutDefault({ default: usual, ...schema }: JsonSchema): JsonSchema {
  return usual === undefined ? schema : { examples: [usual], ...schema };
}

/** An object with some fields as its members. Undefined without fields. */
function members<T>(
  fields: readonly (readonly [string, T])[],
  describe: (field: string, declared: T) => JsonSchema,
  isRequired: (field: string, declared: T) => boolean,
): JsonSchema | undefined {
  if (fields.length === 0) return undefined;
  const required = fields.filter((field) => isRequired(...field)).map(([name]) => name);
  const properties = Object.fromEntries(fields.map((field) => [field[0], describe(...field)]));
  return { type: "object", ...(required.length > 0 && { required }), properties };
}

function requiredIn(object: JsonSchema | undefined, name: string): string[] {
  return object?.required === undefined ? [] : [name];
}

/** What a nested component is called that has no name: `ArticlesTree`. */
function nested(name: string, field: string): string {
  return `${name}${field.charAt(0).toUpperCase()}${field.slice(1).replace(/[^A-Za-z0-9]/g, "")}`;
}

/** The `meta` of a resource with versions. */
function versionMeta({ kind }: VersionSpec): JsonSchema {
  const version = kind === "int" ? { type: "integer" } : { type: "string", format: "date-time" };
  return { type: "object", properties: { version } };
}

/** A member of an attribute that a response may lack, also if the caller asks for no `fields`. */
export const MAY_BE_MISSING = "x-may-be-missing";

export const INT_ID: JsonSchema = { type: "string", pattern: "^(?:0|-?[1-9]\\d{0,15})$" };

/** An id in a payload: always a string. */
function idText(spec: ResourceSpec, writer: SchemaWriter): JsonSchema {
  return spec.idKind === "int" ? INT_ID : idSchema(spec, writer);
}

export function idSchema({ id, type, idKind }: ResourceSpec, writer: SchemaWriter): JsonSchema {
  const { default: _, ...schema } = writer.write(id, "input", `${pascalCase(type)}Id`);
  return idKind === "string" ? { minLength: 1, ...schema } : schema;
}
