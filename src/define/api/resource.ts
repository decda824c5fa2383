import type { z } from "zod";
import { actionMethods, namedActions } from "./action.js";
import { declaredSpec, declareOperation } from "./operation.js";
import { checkResource, needsValue, readVersion } from "../checks/resource.js";
import { isAction, type OperationSpec } from "../model/operation.js";
import { keepProblem, keptProblem, Problems } from "../model/problems.js";
import type { ResourceSpec, RelationshipSpec, IsVisible } from "../model/resource.js";
import { type IdKind, idKind } from "../../schema/formats.js";
import type { MiddlewareSpec } from "../model/middleware.js";
import { type OperationKind, OPERATIONS } from "../../wire/operations.js";
import { refSchema } from "./ref.js";
import { RoutesSpec } from "../model/router.js";
import type { VersionOption } from "../types/definition.js";
import { checkOptionNames } from "../model/names.js";

/** The untyped argument of `t.resource`. */
export interface RawConfig {
  readonly id: z.ZodType;
  readonly attributes: Readonly<Record<string, z.ZodType>>;
  readonly relationships?: Readonly<Record<string, RelationshipSpec>>;
  readonly createFields?: readonly string[];
  readonly editFields?: readonly string[];
  readonly writeOnly?: readonly string[];
  readonly visible?: Readonly<Record<string, IsVisible<object>>>;
  readonly version?: VersionOption<string>;
}

const CONFIG: Readonly<Record<keyof RawConfig, true>> = {
  id: true,
  attributes: true,
  relationships: true,
  createFields: true,
  editFields: true,
  writeOnly: true,
  visible: true,
  version: true,
};

/** The value of a `ResourceRoutes`. */
class DeclaredRoutes extends RoutesSpec {
  actions(actions: Readonly<Record<string, unknown>>): DeclaredRoutes {
    const { type } = this.resource;
    const where = `${type}.routes(…).actions`;
    const problems = new Problems();
    problems.add(keptProblem(this));
    const named = namedActions(type, where, actions, problems);
    return keepProblem(new DeclaredRoutes(this.resource, [...this.operations, ...named]), problems.inOne(where));
  }
}

/** Makes the value of a `Resource`. Its methods make operations. */
export function makeResource(type: string, config: RawConfig, apiMiddleware: readonly MiddlewareSpec[]): object {
  const resource = readConfig(type, config);

  /** The method that registers a kind. It takes a relationship, an action or neither, then options and a handler. */
  const methodFor = (kind: OperationKind) => {
    const { target, relationship } = OPERATIONS[kind];
    const named = relationship !== "none" ? "relationship" : target === "action" ? "action" : undefined;
    if (named === undefined)
      return (...rest: unknown[]) => declareOperation({ type, kind }, resource, apiMiddleware, rest);
    return (name: string, ...rest: unknown[]) =>
      declareOperation({ type, kind, [named]: name }, resource, apiMiddleware, rest);
  };
  const kinds = Object.keys(OPERATIONS) as OperationKind[]; // the keys of an object literal

  return {
    type,
    ...Object.fromEntries(kinds.map((kind) => [kind, methodFor(kind)])),
    ...actionMethods(resource, "item", apiMiddleware), // in place of those above, because they take no name
    collection: actionMethods(resource, "collection", apiMiddleware),
    ref: (relationship: string) => refSchema(resource, relationship),
    routes: (...operations: object[]) => {
      const problems = new Problems();
      const specs = operations.flatMap((value) => problems.collect(() => operationOf(value, type)) ?? []);
      return keepProblem(new DeclaredRoutes(resource, specs), problems.inOne(`${type}.routes`));
    },
  };
}

/** The kind of an id. @throws {TypeError} When a path cannot contain it. */
export function checkedIdKind(where: string, id: z.ZodType): IdKind {
  const kind = idKind(id);
  if (kind !== undefined) return kind;
  throw new TypeError(`${where}: a path cannot contain this type of id. Use z.int(), z.string() or z.uuid().`);
}

/** Reads the config. Its problems are kept for the router, so that a start reports those of all resources. */
function readConfig(type: string, config: RawConfig): ResourceSpec {
  const where = `t.resource("${type}")`;
  const problems = new Problems();
  problems.collect(() => {
    const kept = keptProblem(config.id) ?? keptProblem(config.attributes);
    if (kept !== undefined) throw kept;
    checkOptionNames(where, config, CONFIG);
  });
  const first = problems.inOne(where); // the rest may follow from it
  const kind = problems.collect(() => checkedIdKind(where, config.id));
  const attributes = new Map(Object.entries(config.attributes));
  const relationships = new Map(Object.entries(config.relationships ?? {}));
  const resource = {
    type,
    id: config.id,
    idKind: kind ?? "string",
    attributes,
    relationships,
    ...readCreateFields(where, config.createFields ?? [], { attributes, relationships }, problems),
    editFields: new Set(config.editFields),
    writeOnly: new Set(config.writeOnly),
    visible: new Map(Object.entries(config.visible ?? {})),
  };
  const version = problems.collect(() => readVersion(resource, config.version));
  problems.collect(() => checkResource({ ...resource, version }));
  return { ...resource, version, problem: first ?? problems.inOne(where) };
}

/** Separates the names from their question marks. A field that a create may omit anyway keeps what its declaration says. */
function readCreateFields(
  where: string,
  listed: readonly string[],
  fields: Pick<ResourceSpec, "attributes" | "relationships">,
  problems: Problems,
): Pick<ResourceSpec, "createFields" | "omittable"> {
  const marked = listed.filter((name) => name.endsWith("?") && name !== "id?").map((name) => name.slice(0, -1));
  const twice = marked.find((name) => listed.includes(name));
  if (twice !== undefined)
    problems.add(new TypeError(`${where}: createFields contains "${twice}" and "${twice}?". Remove one of them.`));
  const createFields = new Set(listed.map((name) => (name === "id?" ? name : name.replace(/\?$/, ""))));
  return { createFields, omittable: new Set(marked.filter((name) => needsValue(name, fields))) };
}

function operationOf(value: object, type: string): OperationSpec {
  const operation = declaredSpec(value);
  if (operation === undefined)
    throw new TypeError(`${type}.routes takes operations. Make them with ${type}.getOne(…) or a similar method.`);
  const { info } = operation;
  if (isAction(info))
    throw new TypeError(`${type}.routes takes no actions. Name them behind it: ${type}.routes(…).actions({ … }).`);
  if (info.type !== type)
    throw new TypeError(`${type}.routes received an operation of "${info.type}". Pass it to ${info.type}.routes.`);
  return operation;
}
