import type { ActionKind } from "./operation-info.js";
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
      | (R extends { readonly "~actions": infer TActions } ? ActionUrlName<`${N}__`, TActions> : never)
  : never;

/** The URL names of actions. Those of the API begin with the kind: `"command__login"`. */
export type ActionUrlName<TPrefix extends string, TActions> = {
  [K in keyof TActions & string]: TActions[K] extends {
    readonly kind: infer TKind extends string;
    readonly place: infer TPlace;
  }
    ? `${TPrefix}${TPlace extends "collection" ? "collection__" : ""}${TKind}__${K}`
    : never;
}[keyof TActions & string];

/** The names of URLs without an id. */
type WithoutId = `${string}__collection` | `${string}__collection__${string}` | `${ActionKind}__${string}`;

/** The parameters of a URL: `{ id }`, except for a collection, its actions and those of the API. */
export type UrlParameters<TName extends string> = TName extends WithoutId
  ? NotAllowed<"this URL has no parameters">
  : { readonly id: number | string };

/** The name in a call without parameters. */
export type UrlWithoutParameters<TName extends string> = TName extends WithoutId
  ? unknown
  : NotAllowed<"this URL has an id: pass { id }">;
