import type { Schema, Shape } from "./endpoint.js";

/** `page[offset]` and `page[limit]`: see {@link offsetPage}. */
export interface OffsetPage {
  readonly "~page": "offset";
  readonly limit: number;
  readonly maxLimit: number;
}

/** `page`: see {@link numberPage}. */
export interface NumberPage {
  readonly "~page": "number";
  readonly size: number;
}

/** A declaration of paging. For `offsetPage` and `numberPage` Trestle makes the links; for a schema or a shape the handler returns them. */
export type PageDeclaration = OffsetPage | NumberPage | Schema | Shape | undefined;

/** The type of `page` in a handler. `PageOf<OffsetPage>` is `{ readonly offset: number; readonly limit: number }`. */
export type PageOf<P> = P extends undefined
  ? undefined
  : P extends { readonly "~page": "offset" }
    ? { readonly offset: number; readonly limit: number }
    : P extends { readonly "~page": "number" }
      ? { readonly number: number; readonly size: number }
      : P extends Schema
        ? P["_zod"]["output"]
        : { readonly [K in keyof P]: P[K] extends Schema ? P[K]["_zod"]["output"] : never };

/** A page declaration from which Trestle makes the links. The handler must return `total` or `hasMore`. */
export interface LinkedPage {
  readonly "~page": "offset" | "number";
}
