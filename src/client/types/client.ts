import type { AnyApi } from "../../define/routes.js";
import type { EndpointsOf, TypeName } from "./access.js";
import type { Methods } from "./methods.js";

/** A client of a whole API: a {@link ResourceClient} under each type's name. */
export type Client<TApi extends AnyApi> = {
  readonly [N in keyof TApi["~routes"]]: ResourceClient<TApi, N & string>;
};

/** The operations on one type: a method exists where its operation is registered. */
export type ResourceClient<TApi extends AnyApi, TName extends TypeName<TApi>> = {
  readonly [K in MethodName<keyof EndpointsOf<TApi, TName>>]: Methods<TApi, TName>[K];
};

/** With a list comes `find`, with related resources the relationship to them. */
type MethodName<TMethod> =
  | (TMethod & keyof Methods<AnyApi, string>)
  | ("list" extends TMethod ? "find" : never)
  | ("related" extends TMethod ? "relationship" : never);
