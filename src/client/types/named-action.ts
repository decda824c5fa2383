import type { AnyApi } from "../../define/types/routes.js";
import type { Sendable } from "../../define/types/client-input.js";
import type { TypeName } from "./access.js";
import type { AnyActionEndpoint, ResultOfAction } from "./action.js";

/** The actions of a type; with null, those of the API itself. */
type ActionsOf<TApi extends AnyApi, TName extends TypeName<TApi> | null> =
  TName extends TypeName<TApi> ? TApi["~routes"][TName]["~actions"] : TApi["~actions"];

type EndpointOf<
  TApi extends AnyApi,
  TName extends TypeName<TApi> | null,
  TAction extends keyof ActionsOf<TApi, TName>,
> = ActionsOf<TApi, TName>[TAction] extends infer E extends AnyActionEndpoint ? E : never;

/**
 * The input of a command, a query or a stream: of a type, or with null of the API itself.
 *
 * @example
 * ```ts
 * import { trestle } from "trestle";
 * import type { ActionInput } from "trestle/client";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const tickets = t.resource("tickets", { id: z.int(), attributes: { title: z.string() } });
 * const merge = tickets.command({ input: z.object({ into: z.int(), at: z.date() }) }, () => undefined);
 * const api = t.router({ tickets: tickets.routes().actions({ merge }) });
 * type ApiType = typeof api;
 * interface Api extends ApiType {}
 *
 * const input: ActionInput<Api, "tickets", "merge"> = { into: 8, at: new Date() };
 * ```
 */
export type ActionInput<
  TApi extends AnyApi,
  TName extends TypeName<TApi> | null,
  TAction extends keyof ActionsOf<TApi, TName>,
> = Sendable<EndpointOf<TApi, TName, TAction>["input"]>;

/**
 * The result of a command or a query, or an event of a stream: of a type, or with null of the API itself. The last argument lists the
 * included paths, as in `Item`.
 *
 * @example
 * ```ts
 * import { trestle } from "trestle";
 * import type { ActionResult } from "trestle/client";
 * import { z } from "zod";
 *
 * const t = trestle();
 * const me = t.query({ output: z.object({ name: z.string() }) }, () => ({ name: "ann" }));
 * const api = t.router({}, { actions: { me } });
 *
 * const cached: ActionResult<typeof api, null, "me"> = { name: "ann" };
 * ```
 */
export type ActionResult<
  TApi extends AnyApi,
  TName extends TypeName<TApi> | null,
  TAction extends keyof ActionsOf<TApi, TName>,
  TInclude extends string = never,
> = ResultOfAction<TApi, EndpointOf<TApi, TName, TAction>, TInclude>;
