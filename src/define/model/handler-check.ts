import type { OperationSpec } from "./operation.js";

/** Throws for what a handler cannot do for its operation. */
export type HandlerCheck = (operation: OperationSpec, hasTransaction: boolean) => void;

/** Handlers that know what they can do, such as those of sources, say so here: other handlers cannot be checked. */
const checks = new WeakMap<object, HandlerCheck>();

export function withHandlerCheck<T extends object>(handler: T, check: HandlerCheck): T {
  checks.set(handler, check);
  return handler;
}

/** Gives the check of a handler to a function that only adds to its context. */
export function keepHandlerCheck<T extends object>(from: object, to: T): T {
  const check = checks.get(from);
  return check === undefined ? to : withHandlerCheck(to, check);
}

/** Runs when the router is made, because only then all resources and sources are known. */
export function checkHandler(operation: OperationSpec, hasTransaction: boolean): void {
  checks.get(operation.handler)?.(operation, hasTransaction);
}

/** Whether a handler is a source's, which compares versions itself, in the statement that changes the row. */
export function comparesVersions({ handler }: OperationSpec): boolean {
  return checks.has(handler);
}
