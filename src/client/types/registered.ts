/**
 * Only the members with these names: `RegisteredMethods<{ get: G; list: L }, "get">` is `{ get: G }`. The names are a `keyof`, because
 * TypeScript can resolve that for a type parameter: in a generic function, `client[name].list()` is the list of `name`.
 */
export type RegisteredMethods<TMethods, TName extends PropertyKey> = {
  readonly [K in TName & keyof TMethods]: TMethods[K];
};
