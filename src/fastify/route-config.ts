import type { FastifyRequest } from "fastify";
import type { Route } from "../server/router.js";

type FindRoute = (request: FastifyRequest) => Route | undefined;

const FIND = Symbol("find the operation");

/** The part of a Fastify route's `config` that finds the operation of a request before its body is parsed. */
export function routeConfig(find: FindRoute): object {
  return { [FIND]: find };
}

/** Whether the operation of a request takes a JSON body as text: a command does, and an rpc reads its own body. */
export function takesText(request: FastifyRequest): boolean {
  const { [FIND]: find } = request.routeOptions.config as { readonly [FIND]?: FindRoute }; // set by `routeConfig`
  try {
    const { info, options } = find?.(request)?.operation ?? {};
    return info?.kind === "command" && options?.input !== undefined;
  } catch {
    return false; // the path cannot be decoded
  }
}
