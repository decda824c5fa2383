import type { Flatten } from "../../define/types/row.js";
import type { Schema, Shape } from "../../define/types/endpoint.js";
import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { Sendable } from "../../define/types/client-input.js";

/** The part of a list's endpoint that types its query. */
export interface QueryEndpoint {
  readonly filter: Shape;
  readonly sort: string;
  readonly page: unknown;
  readonly extra: Shape;
}

// An empty object type would accept any object. So if nothing is declared, the type is an error message.

/** The argument of `filter`, any of the declared filters: `{ title: z.string() }` becomes `{ title?: string }`. */
export type EndpointFilter<TEndpoint extends Pick<QueryEndpoint, "filter">> = keyof TEndpoint["filter"] extends never
  ? NotAllowed<"this list is registered without filter">
  : SomeValues<TEndpoint["filter"]>;

/** An argument of `sort`: a key such as `"-title"`. */
export type EndpointSort<TEndpoint extends Pick<QueryEndpoint, "sort">> = TEndpoint["sort"] extends never
  ? NotAllowed<"this list is registered without sort">
  : TEndpoint["sort"];

/** The argument of `find`: as for `filter`, but required filters are required here: `{ title: string }`. */
export type FindInput<TEndpoint extends Pick<QueryEndpoint, "filter">> = keyof TEndpoint["filter"] extends never
  ? { readonly [name: string]: never }
  : Flatten<AllValues<TEndpoint["filter"]>>;

/** The argument of `extra`: `{ lang: z.string() }` becomes `{ lang?: string }`. */
export type ExtraInput<TEndpoint extends Pick<QueryEndpoint, "extra">> = keyof TEndpoint["extra"] extends never
  ? NotAllowed<"this operation is registered without extra">
  : SomeValues<TEndpoint["extra"]>;

/** The argument of `page`: `{ offset?, limit? }` for offset pages, a number for numbered pages. */
export type EndpointPage<TEndpoint extends Pick<QueryEndpoint, "page">> = PageInputOf<TEndpoint["page"]>;

type PageInputOf<TPage> = TPage extends { readonly "~page": "offset" }
  ? { readonly offset?: number; readonly limit?: number }
  : TPage extends { readonly "~page": "number" }
    ? number
    : TPage extends { readonly "~page": "cursor" }
      ? { readonly after?: string; readonly before?: string; readonly size?: number }
      : TPage extends Schema
        ? Sendable<TPage["_zod"]["input"]>
        : TPage extends Shape
          ? Flatten<AllValues<TPage>>
          : NotAllowed<"this list is registered without page">;

/** All values of a shape, each optional: `{ a: z.string() }` becomes `{ a?: string }`. With `& {}`, messages print the values and not the alias. */
type SomeValues<TShape extends Shape> = {
  readonly [K in keyof TShape]?: Sendable<TShape[K]["_zod"]["input"]>;
} & {};

/** The values of a shape, required if the schema requires them: `{ a: z.string(), b: z.int().optional() }` becomes `{ a: string; b?: number }`. */
type AllValues<TShape extends Shape> = SomeValues<TShape> & {
  readonly [K in keyof Pick<TShape, RequiredName<TShape>>]: Sendable<TShape[K]["_zod"]["input"]>;
};

type RequiredName<TShape extends Shape> = {
  [K in keyof TShape]: undefined extends TShape[K]["_zod"]["input"] ? never : K;
}[keyof TShape];
