import type { AnyApi } from "../define/types/routes.js";
import { LIVE } from "../wire/live.js";
import { actions, isActionKind, later, stream } from "./actions.js";
import { planned } from "./atomic/plan.js";
import { withLoaded, withSafe } from "./send/call.js";
import { copied } from "./send/input.js";
import { lazyMembers } from "./send/members.js";
import type { ClientOptions, SendOptions } from "./send/options.js";
import { resourceClient } from "./resource.js";
import { Transport } from "./send/transport.js";
import type { StreamOptions } from "./types/action.js";
import type { Client } from "./types/client.js";

/**
 * Creates the client of an API from its type alone, without code generation, and without schemas in the bundle.
 *
 * Reads (`get`, `find`, `list`, `related`) are lazy: the client sends them when you await them or call `.fetch()`. It sends
 * writes at once. Both reject with a `ResponseError`, and have `.safe()`, which returns `{ data }` or `{ error }` and never
 * rejects.
 *
 * @typeParam TApi An interface: `export interface Api extends ApiOf<typeof api> {}`. If you pass
 *   `typeof api` instead, the compiler's messages print the whole API.
 * @param options See {@link ClientOptions}.
 *
 * @example
 * ```ts
 * import { createClient } from "trestle/client";
 * import { type Api, handle } from "./newsroom.js";
 *
 * // `handle` is a fetchHandler. Without `fetch`, requests go to the network.
 * const client = createClient<Api>({ url: "http://localhost:3000/api", fetch: handle });
 * const page = await client.articles.list().filter({ title__contains: "zod" }).include("author");
 * console.log(page[0]?.author?.username);
 * ```
 */
export function createClient<TApi extends AnyApi>(options: ClientOptions): Client<TApi> {
  const transport = new Transport(options, later);
  const members = lazyMembers((name) => {
    if (name === "~") return transport; // "~" cannot be the name of a type
    if (name === "atomic") return batches(transport);
    if (name === LIVE)
      return (options: StreamOptions) =>
        stream(transport, { type: undefined, segments: [LIVE], input: undefined, options });
    return isActionKind(name) ? actions(transport, undefined, name) : resourceClient(transport, name);
  });
  return members as unknown as Client<TApi>; // only the types know the members
}

/** Sends the operations that a callback plans as one request: see types/atomic.ts. */
function batches(transport: Transport) {
  return (plan: (tx: object) => unknown, options?: SendOptions) => {
    const make = () => [planned(plan), copied(options)] as const;
    return withSafe(withLoaded(later, ({ sendBatch }, planned) => sendBatch(transport, ...planned), make));
  };
}
