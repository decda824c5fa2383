import type { AnyApi } from "../../define/types/routes.js";

// The parameters of all types below are the API and a type's name, and never what they expand to. So TypeScript compares and
// prints an API that is a named interface by its name, and resolves only the members that a program uses.

/** The names of an API's resource types. */
export type TypeName<TApi extends AnyApi> = keyof TApi["~routes"] & string;

/** The operations of a resource. */
export type EndpointsOf<TApi extends AnyApi, TName extends TypeName<TApi>> = TApi["~routes"][TName]["~endpoints"];
/** What a resource declares. */
export type DefinitionOf<TApi extends AnyApi, TName extends TypeName<TApi>> = TApi["~routes"][TName]["~definition"];
export type AttributesOf<TApi extends AnyApi, TName extends TypeName<TApi>> = DefinitionOf<TApi, TName>["attributes"];
export type RelationshipsOf<TApi extends AnyApi, TName extends TypeName<TApi>> = DefinitionOf<
  TApi,
  TName
>["relationships"];

/** A member, or `unknown` if it is missing: `Member<{ a: 1 }, "a">` is 1, `Member<{ a: 1 }, "b">` is `unknown`. */
export type Member<T, K> = K extends keyof T ? T[K] : unknown;

/** The endpoint of one relationship, from a union: of those of `author` and `tags`, `"author"` selects the first. */
export type OfRelationship<TEndpoint, TRelationship> = TEndpoint extends { readonly relationship: TRelationship }
  ? TEndpoint
  : never;

/** The endpoint of an operation: of `"get"`, `"list"`, …, or `"articles.author"` for reading the author of an article. */
export type EndpointVia<TApi extends AnyApi, TName extends TypeName<TApi>, TVia> = TVia extends
  | "get"
  | "list"
  | "create"
  | "update"
  ? TApi["~routes"][TName]["~endpoint"][TVia]
  : TVia extends `${infer TSource extends TypeName<TApi>}.${infer TRelationship}`
    ? OfRelationship<EndpointsOf<TApi, TSource>["related"], TRelationship>
    : never;

/** Whether a type is a union, so that an argument is not known exactly: true for `"a" | "b"`, false for `"a"`. */
export type IsUnion<T, TWhole = T> = T extends unknown ? ([TWhole] extends [T] ? false : true) : never;

/** The id of a resource. A number may also be a string, as in documents: an id `z.int()` gives `number | string`. */
export type IdInput<TApi extends AnyApi, TName extends TypeName<TApi>> = DefinitionOf<TApi, TName>["~sentId"];

/** The relationships whose related resources can be read. */
export type RelatedName<TApi extends AnyApi, TName extends TypeName<TApi>> =
  Member<EndpointsOf<TApi, TName>, "related"> extends { readonly relationship: infer TRelationship extends string }
    ? TRelationship
    : never;

/**
 * Only the members with these names: `RegisteredMethods<{ get: G; list: L }, "get">` is `{ get: G }`. The names are a `keyof`, because
 * TypeScript can resolve that for a type parameter: in a generic function, `client[name].list()` is the list of `name`.
 */
export type RegisteredMethods<TMethods, TName extends PropertyKey> = {
  readonly [K in TName & keyof TMethods]: TMethods[K];
};
