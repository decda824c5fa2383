import type { SendableId } from "../../define/types/client-input.js";
import type { AnyApi } from "../../define/types/routes.js";

// Everything below is keyed by the API and a type's name, never by what they expand to: an API that is a named interface
// is then compared and printed by its name, and only the members that are asked for are resolved.

/** The names of an API's resource types. */
export type TypeName<TApi extends AnyApi> = keyof TApi["~routes"] & string;

export type EndpointsOf<TApi extends AnyApi, TName extends TypeName<TApi>> = TApi["~routes"][TName]["~endpoints"];
export type DefinitionOf<TApi extends AnyApi, TName extends TypeName<TApi>> = TApi["~routes"][TName]["~definition"];
export type AttributesOf<TApi extends AnyApi, TName extends TypeName<TApi>> = DefinitionOf<TApi, TName>["attributes"];
export type RelationshipsOf<TApi extends AnyApi, TName extends TypeName<TApi>> = DefinitionOf<
  TApi,
  TName
>["relationships"];

/** A member that may not be there. */
export type Member<T, K> = K extends keyof T ? T[K] : unknown;

/** The endpoint of one relationship, out of the union of all. */
export type OfRelationship<TEndpoint, TRelationship> = TEndpoint extends { readonly relationship: TRelationship }
  ? TEndpoint
  : never;

/** What is read: `"get"`, `"list"`, or `"articles.author"` for what is related to an article as its author. */
export type EndpointVia<TApi extends AnyApi, TName extends TypeName<TApi>, TVia> = TVia extends
  | "get"
  | "list"
  | "create"
  | "update"
  ? TApi["~routes"][TName]["~endpoint"][TVia]
  : TVia extends `${infer TSource extends TypeName<TApi>}.${infer TRelationship}`
    ? OfRelationship<EndpointsOf<TApi, TSource>["related"], TRelationship>
    : never;

/** One flat object type in place of an intersection, its alias dropped: hovers and messages print the columns. */
export type Show<T> = { [K in keyof T]: T[K] } & {};

/** Whether a type is a union: such an argument is not known exactly. */
export type IsUnion<T, TWhole = T> = T extends unknown ? ([TWhole] extends [T] ? false : true) : never;

/** The id of a resource: a number may also be given as the string that documents have. */
export type IdInput<TApi extends AnyApi, TName extends TypeName<TApi>> = SendableId<
  DefinitionOf<TApi, TName>["id"]["_zod"]["input"]
>;

/** The relationships whose related resources can be read. */
export type RelatedName<TApi extends AnyApi, TName extends TypeName<TApi>> =
  Member<EndpointsOf<TApi, TName>, "related"> extends { readonly relationship: infer TRelationship extends string }
    ? TRelationship
    : never;
