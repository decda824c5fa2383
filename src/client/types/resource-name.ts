import type { AnyApi } from "../../define/types/routes.js";
import type { TypeName } from "./access.js";
import type { Methods } from "./methods.js";

/**
 * The names of an API's resources: all of them, or those that have a method of the client. As a bound it types a function
 * for any resource: in it, `client[name]` has the methods that every resource of the bound has.
 *
 * @example
 * ```ts
 * import type { ResourceName } from "trestle/client";
 * import type { Api } from "./newsroom.js";
 *
 * async function read<Name extends ResourceName<Api, "get">>(name: Name, id: string) {
 *   return client[name].get(id);
 * }
 * (await read("users", "7")).username; // "ann"
 * ```
 */
export type ResourceName<TApi extends AnyApi, TMethod extends keyof Methods<AnyApi, string> & {} = never> = [
  TMethod,
] extends [never]
  ? TypeName<TApi>
  : WithMethod<TApi, TMethod>;

// `& {}`: messages print the names, not the alias.
type WithMethod<TApi extends AnyApi, TMethod> = {
  [N in TypeName<TApi>]: TMethod extends keyof TApi["~routes"][N]["~methods"] ? N : never;
}[TypeName<TApi>] & {};
