import type { z } from "zod";
import { isVersionedChange, type OperationSpec } from "../../define/model/operation.js";
import type { RelationshipSpec, ResourceSpec } from "../../define/model/resource.js";
import { inputMembers } from "../../schema/input-schema.js";
import { schemaNode } from "../../schema/schema-node.js";
import { filterParameter, headOf, joinSegments } from "../../wire/include-path.js";
import { LIVE } from "../../wire/live.js";
import type { OpenapiOperation, OpenapiParameter } from "../document/document.js";
import { exampleOf } from "../examples/example.js";
import { isRecord, type Keywords, type NamedSchemas } from "../document/keywords.js";
import { bodyOf, VARIANTS } from "./sample-body.js";
import { memberAccess, objectOf, typescriptOf } from "./typescript.js";

/** What a call needs in addition to its operation. */
export interface CallContext {
  readonly schemas: NamedSchemas;
  readonly resources: ReadonlyMap<string, ResourceSpec>;
  /** The types with a registered get. */
  readonly readable: ReadonlySet<string>;
  readonly variant?: number;
  /** In a batch, the relationship that has the resource which the batch creates. */
  readonly link?: string | undefined;
}

/** What a batch calls the resource that it creates. */
export const CREATED = "created";

/**
 * The request by Trestle's client, with what it requires, and of a list also an order and an include. Undefined if the client cannot
 * send what is required: its reads of a relationship take no filter.
 */
export function clientCall(spec: OperationSpec, described: OpenapiOperation, context: CallContext): string | undefined {
  return new ClientCall(spec, described, context).text();
}

const LONG = 64;

class ClientCall {
  /** The parameters that the query must have. */
  readonly #required: readonly string[];

  constructor(
    readonly spec: OperationSpec,
    readonly described: OpenapiOperation,
    readonly context: CallContext,
  ) {
    const required = described.parameters?.filter((each) => each.in === "query" && each.required);
    this.#required = required?.map(({ name }) => name) ?? [];
  }

  text(): string | undefined {
    const { type, kind, relationship = "", action = "", place } = this.spec.info;
    const owner = place === "api" ? "client" : `client${memberAccess(type)}`;
    const name = JSON.stringify(relationship);
    const id = this.#id();
    const retry = this.spec.options.idempotent === "required" ? ", { retry: 3 }" : "";
    switch (kind) {
      case "getMany":
        return this.#chained(owner, "list");
      case "getOne":
        return this.#chained(owner, "get", id);
      case "createOne":
        return `await ${owner}.create(${this.#fields()}${retry});`;
      case "editOne":
        if (!this.#isGuarded) return `await ${owner}.update(${id}, ${this.#fields()});`;
        return `await ${owner}.update(\n  ${this.#target()},\n  ${this.#fields().replaceAll("\n", "\n  ")},\n);`;
      case "deleteOne":
        return `await ${owner}.delete(${this.#target()});`;
      case "getRelated":
        return this.#chained(owner, "related", id, name);
      case "getRelationship":
        return this.#required.length > 0 ? undefined : `await ${owner}.relationship(${id}, ${name}).get();`;
      case "editRelationship":
      case "addToRelationship":
      case "removeFromRelationship":
      case "resetRelationship": {
        const [method = "set"] = /^(add|remove|reset)/.exec(kind) ?? [];
        return chain([owner, `relationship(${this.#target()}, ${name})`, `${method}(${this.#ids()})`]);
      }
      case "rpc": {
        const method = this.spec.options.method ?? "POST";
        const options = method === "POST" ? "" : `, { method: ${JSON.stringify(method)} }`;
        return `await ${owner}.rpc(${id}, ${JSON.stringify(action)}${options});`;
      }
      default: {
        const parts = [...(place === "item" ? [id] : []), ...this.#input()];
        const isLive = place === "api" && action === LIVE; // no other action has this name
        const call = `${owner}.${isLive ? LIVE : `${kind}${memberAccess(action)}`}(${parts.join(", ")})`;
        return kind === "stream" ? `for await (const event of ${call}) {\n  console.log(event);\n}` : `await ${call};`;
      }
    }
  }

  #id(): string {
    const parameter = this.#parameter("path", "id");
    const variant = Number(this.spec.info.kind === "deleteOne"); // the other samples need the first
    const value = exampleOf(parameter?.schema ?? {}, this.context.schemas, { name: "id", variant });
    return idText(this.spec.resource, value);
  }

  /** The item where the resource has versions, because the change is then guarded. */
  #target(): string {
    const id = this.#id();
    return this.#isGuarded ? `await client${memberAccess(this.spec.info.type)}.get(${id})` : id;
  }

  get #isGuarded(): boolean {
    return isVersionedChange(this.spec) && this.context.readable.has(this.spec.info.type);
  }

  #parameter(where: string, name: string): OpenapiParameter | undefined {
    return this.described.parameters?.find((each) => each.in === where && each.name === name);
  }

  #filter(): string {
    const shown = shownParameters(this.described);
    const members = Object.entries(this.spec.options.filter ?? {}).flatMap(([name, schema]) => {
      const parameter = this.#parameter("query", filterParameter(name));
      return parameter && shown.has(parameter.name) ? [[name, this.#value(parameter, schema, name)] as const] : [];
    });
    return members.length === 0 ? "" : objectOf(members);
  }

  #value({ schema }: OpenapiParameter, declared: z.ZodType, name: string): string {
    const value = exampleOf(schema, this.context.schemas, { name: headOf(name) });
    return typescriptOf(value, schemaNode(declared, "input"));
  }

  /** The calls of a read. The client takes required filters in the first call. */
  #chained(owner: string, method: string, ...args: readonly string[]): string {
    const filter = this.#filter();
    const isRequired = this.#required.some((each) => each.startsWith("filter["));
    const given = filter && isRequired ? [`{ filter: ${filter} }`] : [];
    const calls = [...shownParameters(this.described)].map(([name, value]) => {
      if (value === undefined) return ""; // a filter
      const size = /\[(.*)]/.exec(name)?.[1];
      return size
        ? `page({ ${size}: ${value} })`
        : `${name}(${JSON.stringify(joinSegments(...`${value}`.split(".")))})`;
    });
    const first = `${method}(${[...args, ...given].join(", ")})`;
    return chain([owner, first, isRequired || !filter ? "" : `filter(${filter})`, ...calls]);
  }

  /** Attributes and relationships side by side. */
  #fields(): string {
    const variant = this.spec.info.kind === "editOne" ? VARIANTS.edit : this.context.variant;
    const { data } = Object(bodyOf(this.described, this.context.schemas, variant)?.value) as { data?: unknown }; // an example
    if (!isRecord(data)) return "input"; // no example was found
    const { resource, info } = this.spec;
    const id = info.kind === "createOne" && data.id !== undefined ? [["id", idText(resource, data.id)] as const] : [];
    const attributes = Object.entries(Object(data.attributes)).map(([name, value]) => {
      const schema = resource.attributes.get(name);
      return [name, typescriptOf(value, schema && schemaNode(schema, "input"), "  ")] as const;
    });
    const relationships = Object.entries(Object(data.relationships)).map(([name, value]) => {
      const relationship = resource.relationships.get(name);
      const data = isRecord(value) ? value.data : undefined;
      if (name === this.context.link) return [name, Array.isArray(data) ? `[${CREATED}]` : CREATED] as const;
      return [name, this.#linkage(data, relationship)] as const;
    });
    return objectOf([...id, ...attributes, ...relationships]);
  }

  #linkage(data: unknown, relationship: RelationshipSpec | undefined): string {
    const resource = this.context.resources.get(relationship?.target ?? "");
    const textOf = (each: unknown) => {
      if (!isRecord(each)) return "null";
      if (relationship?.targets === undefined) return idText(resource, each.id);
      return `{ type: ${JSON.stringify(each.type)}, id: ${JSON.stringify(each.id)} }`;
    };
    return Array.isArray(data) ? `[${data.map(textOf).join(", ")}]` : textOf(data);
  }

  #ids(): string {
    const { resource, info } = this.spec;
    const relationship = resource.relationships.get(info.relationship ?? "");
    const { data } = Object(bodyOf(this.described, this.context.schemas)?.value) as { data?: unknown }; // an example
    return this.#linkage(data, relationship);
  }

  /** The arguments of an action behind its id. */
  #input(): string[] {
    const { input, idempotent } = this.spec.options;
    const options = idempotent === "required" ? ["{ retry: 3 }"] : [];
    if (input === undefined) return options.length === 0 ? [] : ["undefined", ...options];
    if (this.spec.info.kind === "command") {
      const value = bodyOf(this.described, this.context.schemas)?.value;
      return [value === undefined ? "input" : typescriptOf(value, schemaNode(input, "input")), ...options];
    }
    const members = [...inputMembers(input)].flatMap(([name, schema]) => {
      const parameter = this.#parameter("query", name);
      return parameter?.required ? [[name, this.#value(parameter, schema, name)] as const] : [];
    });
    return members.length === 0 ? [] : [objectOf(members)];
  }
}

/** One call a line if a line is too short for all. @param calls Empty ones are left out. */
function chain(calls: readonly string[]): string {
  const parts = calls.filter(Boolean);
  const line = `await ${parts.join(".")};`;
  return line.length <= LONG || parts.length < 3 ? line : `await ${parts.join("\n  .")};`;
}

/** An id as the client takes it: a number where ids are integers. */
function idText(resource: ResourceSpec | undefined, value: unknown): string {
  const isNumber = resource?.idKind === "int" && Number.isSafeInteger(Number(value));
  return isNumber ? String(Number(value)) : JSON.stringify(String(value ?? "1"));
}

/** Whether an example of a filter's value is probably one of a row. An invented text would find nothing. */
function isReal({ enum: values, examples, type, anyOf = [], description = "" }: Keywords): boolean {
  if (type === "string" && !values && !examples) return false;
  return Boolean(values ?? examples) || type === "boolean" || /^The id of/.test(description) || anyOf.some(isReal);
}

/** The parameters of a read that a sample shows, with the values of an order, an include and the size of a page. */
export function shownParameters({ parameters = [] }: OpenapiOperation): ReadonlyMap<string, unknown> {
  const shown = new Map<string, unknown>();
  const filters = parameters.filter(({ name }) => name.startsWith("filter["));
  const filter = filters.find(({ description, schema }) => isReal({ description, ...schema }));
  for (const each of parameters) {
    const { name, schema, required } = each;
    const values: string[] = (/^(sort|include)$/.test(name) && Object(schema.items).enum) || [];
    const newest = values.find((key) => /^-.*(_at|At|[dD]ate)$/.test(key));
    const value = /^page\[(limit|size)/.test(name) ? schema.default : (newest ?? values[0]);
    if (value || required || each === filter) shown.set(name, value);
  }
  return shown;
}
