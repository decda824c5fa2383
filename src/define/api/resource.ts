import type { z } from "zod";
import { actionMethods, isUnnamedAction, namedActions } from "./action.js";
import { callable } from "./call-operation.js";
import { declaredOperation } from "./declared-operation.js";
import { checkResource } from "../checks/resource.js";
import { isKindOfAction } from "../model/action.js";
import type { ResourceSpec } from "../model/resource.js";
import { idKind } from "../../schema/id-kind.js";
import type { MiddlewareSpec } from "../model/middleware.js";
import type { OperationSpec } from "../model/operation.js";
import { type OperationKind, OPERATIONS } from "../../wire/operations.js";
import type { OperationInfo } from "../types/operation-info.js";
import { refSchema } from "./ref.js";
import type { RelationshipSpec } from "../model/relationship.js";
import { RoutesSpec } from "../model/router.js";
import type { IsVisible } from "../types/visibility.js";
import type { VersionOption } from "../types/definition.js";
import { checkKnownKeys } from "../model/known-keys.js";
import { readVersion } from "../checks/version.js";

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

/** The specs of operations, which are functions. */
const specs = new WeakMap<object, OperationSpec>();

/** Makes the value of a `Resource`. Its methods make operations. */
export function makeResource(type: string, config: RawConfig, apiMiddleware: readonly MiddlewareSpec[]): object {
  const resource = readConfig(type, config);
  checkResource(resource);

  function register(kind: OperationKind, target: Partial<OperationInfo>, rest: readonly unknown[]): object {
    const operation = declaredOperation({ type, kind, ...target }, resource, apiMiddleware, rest);
    const value = callable(operation);
    specs.set(value, operation);
    return value;
  }

  /** The method that registers a kind. It takes a relationship, an action or neither, then options and a handler. */
  function methodFor(kind: OperationKind) {
    const { target, relationship } = OPERATIONS[kind];
    if (relationship !== "none") {
      return (name: string, ...rest: unknown[]) => register(kind, { relationship: name }, rest);
    }
    if (target === "action") return (action: string, ...rest: unknown[]) => register(kind, { action }, rest);
    return (...rest: unknown[]) => register(kind, {}, rest);
  }
  const all = Object.keys(OPERATIONS) as OperationKind[]; // the keys of an object literal
  const kinds = all.filter((kind) => !isKindOfAction(kind)); // `actionMethods` makes those of actions

  return {
    type,
    ...Object.fromEntries(kinds.map((kind) => [kind, methodFor(kind)])),
    ...actionMethods(resource, "item", apiMiddleware),
    collection: actionMethods(resource, "collection", apiMiddleware),
    ref: (relationship: string) => refSchema(resource, relationship),
    routes: (...operations: object[]) =>
      new RoutesSpec(
        resource,
        operations.map((value) => specOf(value, type)),
        (actions) => namedActions(type, `${type}.routes(…).actions`, actions),
      ),
  };
}

function readConfig(type: string, config: RawConfig): ResourceSpec {
  checkKnownKeys(`t.resource("${type}")`, config, CONFIG);
  const kind = idKind(config.id);
  if (kind === undefined) {
    throw new TypeError(
      `t.resource("${type}"): a path cannot contain this type of id. Use z.int(), z.string() or z.uuid().`,
    );
  }
  return {
    type,
    id: config.id,
    idKind: kind,
    attributes: new Map(Object.entries(config.attributes)),
    relationships: new Map(Object.entries(config.relationships ?? {})),
    createFields: new Set(config.createFields),
    editFields: new Set(config.editFields),
    writeOnly: new Set(config.writeOnly),
    visible: new Map(Object.entries(config.visible ?? {})),
    version: readVersion(type, config),
  };
}

function specOf(value: object, type: string): OperationSpec {
  const spec = specs.get(value);
  if (isUnnamedAction(value))
    throw new TypeError(`${type}.routes takes no actions. Name them behind it: ${type}.routes(…).actions({ … }).`);
  if (spec === undefined)
    throw new TypeError(`${type}.routes takes operations. Make them with ${type}.getOne(…) or a similar method.`);
  if (spec.info.type !== type) {
    throw new TypeError(
      `${type}.routes received an operation of "${spec.info.type}". Pass it to ${spec.info.type}.routes.`,
    );
  }
  return spec;
}
