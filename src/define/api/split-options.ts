import type { DeclaredOptions, HandlerArgs } from "../model/operation.js";

type Handler = (args: HandlerArgs) => unknown;

/** `(handler)` or `(options, handler)`. */
export function splitOptions(rest: readonly unknown[]): [DeclaredOptions, Handler] {
  const [first, second] = rest;
  if (typeof first === "function") return [{}, first as Handler];
  if (typeof second === "function") return [(first ?? {}) as DeclaredOptions, second as Handler];
  throw new TypeError("Pass a handler, or options followed by a handler.");
}
