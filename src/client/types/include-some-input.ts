import type { Shape } from "../../define/types/endpoint.js";
import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { EndpointsOf, Member, RelationshipsOf, TypeName } from "./access.js";
import type { EndpointFilter, EndpointSort } from "./query-input.js";

/** The argument of `includeSome`: `{ comments: { filter: { open: true }, sort: ["-created_at"], limit: 3 } }`. */
export type IncludeSomeInput<TApi extends AnyApi, TName extends TypeName<TApi>, TPath extends string> = {
  readonly [P in TPath]: IncludeQuery<RelatedAt<TApi, TName, P>> | undefined;
};

interface IncludedList<TRelationship> {
  readonly relationship: TRelationship;
  readonly included: true;
  readonly filter: Shape;
  readonly sort: string;
}

/** The related list that an include path ends at, if includes take its filters. It is a union behind a relationship to several types. */
type RelatedAt<TApi extends AnyApi, TName extends TypeName<TApi>, TPath> =
  TName extends TypeName<TApi>
    ? TPath extends `${infer THead}__${infer TTail}`
      ? RelatedAt<TApi, RelationshipsOf<TApi, TName>[THead]["target"], TTail>
      : Extract<Member<EndpointsOf<TApi, TName>, "related">, IncludedList<TPath>>
    : never;

type IncludeQuery<TEndpoint extends IncludedList<unknown>> = [TEndpoint] extends [never]
  ? NotAllowed<"the related list of this path is not registered with included: true">
  : {
      /** As for the related list. A member must match all of them. */
      readonly filter?: EndpointFilter<TEndpoint>;
      /** It replaces the order of the relationship. */
      readonly sort?: readonly EndpointSort<TEndpoint>[];
      /** The most members of each item. */
      readonly limit?: number;
    };
