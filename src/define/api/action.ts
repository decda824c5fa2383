import { checkAction } from "../checks/action.js";
import type { MiddlewareSpec } from "../model/middleware.js";
import type { OperationSpec } from "../model/operation.js";
import type { ResourceSpec } from "../model/resource.js";
import type { ActionKind, ActionPlace } from "../types/operation-info.js";
import { callable } from "./call-operation.js";
import { declaredOperation } from "./declared-operation.js";

/** Makes an operation of an action, which has no name before it is registered. */
type Naming = (name: string) => OperationSpec;

/** The owner and the naming of each action, which is a function. */
const unnamed = new WeakMap<object, { readonly owner: string; readonly nameAs: Naming }>();

/** Makes the methods that register actions of one place: the value of a `RegisterActions`. */
export function actionMethods(
  resource: ResourceSpec,
  place: ActionPlace,
  apiMiddleware: readonly MiddlewareSpec[],
): Readonly<Record<ActionKind, (...rest: readonly unknown[]) => object>> {
  const methodFor =
    (kind: ActionKind) =>
    (...rest: readonly unknown[]): object => {
      const { type } = resource;
      const info = { type, kind, place, action: UNNAMED };
      const operation = declaredOperation(info, resource, apiMiddleware, rest);
      const value = callable(operation);
      const nameAs = (action: string) => {
        info.action = action; // for the middleware of calls
        return { ...operation, info: { ...info } };
      };
      unnamed.set(value, { owner: type, nameAs });
      return value;
    };
  return { command: methodFor("command"), query: methodFor("query"), stream: methodFor("stream") };
}

/** The name of an action that is not registered yet. */
const UNNAMED = "";

/** Whether a value is an action that is not registered yet. */
export function isUnnamedAction(value: unknown): boolean {
  return typeof value === "function" && unnamed.has(value);
}

/**
 * Gives actions their names, and checks these.
 *
 * @param where Who registers them: `tickets.routes(…).actions` or `t.router`.
 */
export function namedActions(
  owner: string,
  where: string,
  actions: Readonly<Record<string, unknown>>,
): readonly OperationSpec[] {
  return Object.entries(actions).map(([name, value]) => {
    const action = typeof value === "function" ? unnamed.get(value) : undefined;
    const maker = owner === "" ? "t" : owner;
    if (action === undefined) {
      throw new TypeError(
        `${where}: "${name}" is not an action. Make it with ${maker}.command(…), query(…) or stream(…).`,
      );
    }
    if (action.owner !== owner) {
      const from = action.owner === "" ? "the API" : `"${action.owner}"`;
      const instead = action.owner === "" ? "t.router(…, { actions })" : `${action.owner}.routes(…).actions`;
      throw new TypeError(`${where}: "${name}" is an action of ${from}. Pass it to ${instead}.`);
    }
    const operation = action.nameAs(name);
    checkAction(operation);
    return operation;
  });
}
