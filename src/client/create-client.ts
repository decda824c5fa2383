import type { AnyApi } from "../define/types/routes.js";
import type { ClientOptions } from "./request/options.js";
import { type ResourceClient, resourceClient } from "./resource.js";
import { Transport } from "./request/transport.js";
import type { Client } from "./types/client.js";

/**
 * Makes a client of an API from nothing but its type: no code is generated, no schema is in the bundle.
 *
 * Reads (`get`, `find`, `list`, `related`) are lazy: sent when awaited, or by `.fetch()`. Writes are sent at once. Both
 * reject with a `ResponseError`, and have `.safe()`, which gives `{ data }` or `{ error }` and never rejects.
 *
 * @param options.url Where the API is mounted.
 * @param options.name What stands for the API in the keys of `trestle/query`; the URL by default.
 * @param options.fetch Sends requests in place of the global `fetch`.
 * @param options.headers Headers of every request, or a function that gives them, sync or async.
 * @param options.allowOrigins Other origins that links may lead to.
 * @param options.timeout Milliseconds for a whole response, of an rpc for its head; no limit by default.
 *
 * @example
 * ```ts
 * import { createClient } from "trestle/client";
 * import { type Api, handle } from "./newsroom.js"; // `handle` is its fetchHandler; left out, the network is asked
 *
 * const client = createClient<Api>({ url: "http://localhost:3000/api", fetch: handle });
 * const page = await client.articles.list().filter({ title__contains: "zod" }).include("author");
 * console.log(page[0]?.author?.username);
 * ```
 */
export function createClient<TApi extends AnyApi>(options: ClientOptions): Client<TApi> {
  const transport = new Transport(options);
  const resources: Record<string, ResourceClient> = Object.create(null);
  const members: ProxyHandler<object> = {
    get(_target, type) {
      // A client is no promise and no JSON, whoever asks; everything else is the name of a type.
      if (typeof type === "symbol" || type === "then" || type === "toJSON") return undefined;
      if (type === "~") return transport; // no type is called so
      resources[type] ??= resourceClient(transport, type);
      return resources[type];
    },
  };
  return new Proxy({}, members) as Client<TApi>; // its members exist as types, and by name once asked for
}
