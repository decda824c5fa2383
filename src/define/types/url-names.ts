/**
 * The specification's URL names, for one resource and what is registered on it. The union over a router's resources is
 * written out where it is used, and this one holds no alias: a message would print the alias, not the names.
 */
export type ResourceUrlName<N extends string, R> = R extends { readonly "~endpoints": infer TEndpoints }
  ?
      | (keyof TEndpoints & ("get" | "update" | "delete") extends never ? never : `${N}__item`)
      | (keyof TEndpoints & ("list" | "create") extends never ? never : `${N}__collection`)
      | (TEndpoints extends { related: { relationship: infer K extends string } }
          ? `${N}__${K}__related` | `${N}__${K}__relationship`
          : never)
      | (TEndpoints extends { relationship: { relationship: infer K extends string } }
          ? `${N}__${K}__relationship`
          : never)
      | (TEndpoints extends { rpc: { action: infer A extends string } } ? `${N}__rpc__${A}` : never)
  : never;

/** A collection's URL needs no parameters; every other names a resource. */
export type UrlParameters<TName extends string> = TName extends `${string}__collection`
  ? []
  : [parameters: { readonly id: number | string }];
