import type { HandlerArgs, OperationSpec } from "./operation.js";

/** Throws for what a handler cannot do for its operation. */
export type HandlerCheck = (operation: OperationSpec, hasTransaction: boolean) => void;

/** Handlers that know what they can do, such as those of sources, say so here: other handlers cannot be checked. */
const checks = new WeakMap<object, HandlerCheck>();

export function withHandlerCheck<T extends object>(handler: T, check: HandlerCheck): T {
  checks.set(handler, check);
  return handler;
}

type Enter = (args: Pick<HandlerArgs, "ctx" | "signal">) => Promise<void>;

/** What the wrappers of a handler run before it. */
const entries = new WeakMap<object, Enter>();

/** Puts a wrapper in front of a handler. @param enter Adds to the context of the arguments, or throws. */
export function withWrapper(handler: OperationSpec["handler"], enter: Enter): OperationSpec["handler"] {
  const wrapped = async (args: HandlerArgs) => {
    await enter(args);
    return handler(args);
  };
  const inner = entries.get(handler);
  const enterAll: Enter = async (args) => {
    await enter(args);
    await inner?.(args);
  };
  entries.set(wrapped, enterAll);
  const check = checks.get(handler);
  return check === undefined ? wrapped : withHandlerCheck(wrapped, check);
}

/** Runs the wrappers of an operation without its handler. Undefined if it has none. */
export function wrappersOf({ handler }: OperationSpec): Enter | undefined {
  return entries.get(handler);
}

/** Runs when the router is made, because only then all resources and sources are known. */
export function checkHandler(operation: OperationSpec, hasTransaction: boolean): void {
  checks.get(operation.handler)?.(operation, hasTransaction);
}

/** Whether a handler is a source's. It compares versions itself, in the statement that changes the row. */
export function isOfSource({ handler }: OperationSpec): boolean {
  return checks.has(handler);
}
