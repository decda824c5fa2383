import type { Router } from "../define/model/router.js";
import type { AudienceOptions, ChannelOptions, DeclaredChannel, LiveChannel } from "../define/types/live.js";
import type { RoutesRecord } from "../define/types/routes.js";
import { Channel } from "../server/live/channel.js";

/** The options of `liveChannel`. Annotate the context in one of the functions: `listens: (ctx: Context) => [ctx.tenant]`. */
export type LiveChannelOptions<TContext> = ChannelOptions<TContext> & AudienceOptions<TContext>;

/**
 * Makes the live notices of an API. Pass the result to an adapter as `live`: it serves `GET {mount}/live`, a stream of server-sent events.
 * After each write that succeeded, Trestle publishes what has changed, and every listener that may know of it gets a notice. Notices contain
 * names and ids, and no data.
 *
 * @param api The router.
 * @param options `hub`; `audience` and `listens`; `hears`; limits and times.
 * @throws {TypeError} When an option is not valid.
 *
 * @example
 * ```ts
 * import { trestle } from "trestle";
 * import { fetchHandler } from "trestle/fetch";
 * import { liveChannel, memoryHub } from "trestle/live";
 * import { z } from "zod";
 *
 * interface Context {
 *   readonly tenant: string;
 * }
 *
 * const t = trestle<Context>();
 * const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
 * const api = t.router({ notes: notes.routes(notes.createOne(({ input }) => ({ id: 1, ...input }))) });
 *
 * const live = liveChannel(api, {
 *   hub: memoryHub(),
 *   listens: (ctx: Context) => [ctx.tenant],
 *   audience: ({ ctx }) => [ctx.tenant],
 * });
 * const context = t.context((request: Request) => ({ tenant: request.headers.get("tenant") ?? "none" }));
 * const handle = fetchHandler(api, { context, live });
 *
 * const leaving = new AbortController();
 * const stream = await handle(
 *   new Request("http://localhost/live", { headers: { tenant: "acme" }, signal: leaving.signal }),
 * );
 * if (stream.headers.get("content-type") !== "text/event-stream") throw new Error("unreachable");
 *
 * await live.publish({ type: "notes", id: 1, op: "update", fields: ["text"], audience: ["acme"] });
 * leaving.abort();
 * ```
 */
export function liveChannel<TRoutes extends RoutesRecord, TContext = never>(
  api: Router<TRoutes>,
  options: LiveChannelOptions<TContext>,
): LiveChannel<TRoutes> {
  const channel: unknown = new Channel(api, options as DeclaredChannel); // the class has no types of contexts and routes
  return channel as LiveChannel<TRoutes>;
}
