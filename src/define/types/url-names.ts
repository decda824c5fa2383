import type { NotAllowed } from "./not-allowed.js";

/**
 * The URL names of one resource, such as `"articles__item" | "articles__collection"`. It uses no alias inside, so messages
 * print the names.
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

/** The parameters of a URL: `{ id }`, except for a collection. */
export type UrlParameters<TName extends string> = TName extends `${string}__collection`
  ? NotAllowed<"the URL of a collection has no parameters">
  : { readonly id: number | string };

/** The name in a call without parameters. */
export type UrlWithoutParameters<TName extends string> = TName extends `${string}__collection`
  ? unknown
  : NotAllowed<"this URL has an id: pass { id }">;
