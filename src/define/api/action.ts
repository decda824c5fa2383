import { z } from "zod";
import { checkAction } from "../checks/operation.js";
import type { MiddlewareSpec } from "../model/middleware.js";
import { isAction, type OperationSpec } from "../model/operation.js";
import { type Problems, problemOf } from "../model/problems.js";
import { inPlaceOfResource, type ResourceSpec } from "../model/resource.js";
import type { ActionKind, ActionPlace } from "../types/operation-info.js";
import { declaredSpec, declareOperation } from "./operation.js";

/** Makes the methods that register actions of one place: the value of a `RegisterActions`. */
export function actionMethods(
  resource: ResourceSpec,
  place: ActionPlace,
  apiMiddleware: readonly MiddlewareSpec[],
): Readonly<Record<ActionKind, (...rest: readonly unknown[]) => object>> {
  const methodFor =
    (kind: ActionKind) =>
    (...rest: readonly unknown[]): object =>
      declareOperation({ type: resource.type, kind, place, action: "" }, resource, apiMiddleware, rest);
  return { command: methodFor("command"), query: methodFor("query"), stream: methodFor("stream") };
}

/**
 * Gives actions their names, and checks these.
 *
 * @param where Who registers them: `tickets.routes(…).actions` or `t.router`.
 * @param problems Gets what is wrong with the list. The actions keep what is wrong with themselves.
 */
export function namedActions(
  owner: string,
  where: string,
  actions: Readonly<Record<string, unknown>>,
  problems: Problems,
): readonly OperationSpec[] {
  const namedAction = ([name, value]: [string, unknown]) => {
    const action = declaredSpec(value);
    if (action === undefined || !isAction(action.info)) {
      const maker = owner === "" ? "t" : owner;
      throw new TypeError(
        `${where}: "${name}" is not an action. Make it with ${maker}.command(…), query(…) or stream(…).`,
      );
    }
    const { type } = action.info;
    if (type !== owner) {
      const place = type === "" ? "the API" : `"${type}"`;
      const instead = type === "" ? "t.router(…, { actions })" : `${type}.routes(…).actions`;
      throw new TypeError(`${where}: "${name}" is an action of ${place}. Pass it to ${instead}.`);
    }
    Object.assign(action.info, { action: name }); // for the middleware of calls
    const operation = { ...action, info: { ...action.info } };
    return { ...operation, problem: operation.problem ?? problemOf(where, () => checkAction(operation)) };
  };
  return Object.entries(actions).flatMap((entry) => problems.collect(() => namedAction(entry)) ?? []);
}

/** In place of a resource, for actions of the API and for batches. */
export const API_RESOURCE: ResourceSpec = inPlaceOfResource(z.string());
