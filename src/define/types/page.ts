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

/** `page[after]`, `page[before]` and `page[size]`: see {@link cursorPage}. */
export interface CursorPage {
  readonly "~page": "cursor";
  readonly size: number;
  readonly maxSize: number;
}

/** A declaration of paging. For `offsetPage`, `numberPage` and `cursorPage` Trestle makes the links; for a schema or a shape the handler returns them. */
export type PageDeclaration = OffsetPage | NumberPage | CursorPage | Schema | Shape | undefined;

/** The type of `page` in a handler. `PageOf<OffsetPage>` is `{ readonly offset: number; readonly limit: number }`. */
export type PageOf<P> = P extends undefined
  ? undefined
  : P extends { readonly "~page": "offset" }
    ? { readonly offset: number; readonly limit: number }
    : P extends { readonly "~page": "number" }
      ? { readonly number: number; readonly size: number }
      : P extends { readonly "~page": "cursor" }
        ? CursorSlice
        : P extends Schema
          ? P["_zod"]["output"]
          : { readonly [K in keyof P]: P[K] extends Schema ? P[K]["_zod"]["output"] : never };

/** The part of a list that a request asks for: rows after one cursor, before another, or both. */
export interface CursorSlice {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly size: number;
}

/** A page declaration from which Trestle makes the links. The handler must return `total`, `hasMore` or `cursors`. */
export interface LinkedPage {
  readonly "~page": "offset" | "number" | "cursor";
}
