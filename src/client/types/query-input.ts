import type { Schema, Shape } from "../../define/types/endpoint.js";
import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { Show } from "./access.js";
import type { Sendable } from "../../define/types/client-input.js";
import type { AllValues, SomeValues } from "./values.js";

/** The part of a list's endpoint that its query is typed by. */
export interface QueryEndpoint {
  readonly filter: Shape;
  readonly sort: string;
  readonly page: unknown;
  readonly extra: Shape;
}

// An empty object type would take any object: where nothing is declared, a sentence stands instead.

/** What `filter` takes: some of the declared filters. */
export type FilterInput<TEndpoint extends Pick<QueryEndpoint, "filter">> = keyof TEndpoint["filter"] extends never
  ? NotAllowed<"this list is registered without filter">
  : SomeValues<TEndpoint["filter"]>;

/** What `sort` takes: one key. */
export type SortInput<TEndpoint extends Pick<QueryEndpoint, "sort">> = TEndpoint["sort"] extends never
  ? NotAllowed<"this list is registered without sort">
  : TEndpoint["sort"];

/** What `find` takes: the declared filters, those that are required among them. */
export type FindInput<TEndpoint extends Pick<QueryEndpoint, "filter">> = keyof TEndpoint["filter"] extends never
  ? { readonly [name: string]: never }
  : Show<AllValues<TEndpoint["filter"]>>;

/** What `extra` takes. */
export type ExtraInput<TEndpoint extends Pick<QueryEndpoint, "extra">> = keyof TEndpoint["extra"] extends never
  ? NotAllowed<"this operation is registered without extra">
  : SomeValues<TEndpoint["extra"]>;

/** What `page` takes. */
export type PageInput<TEndpoint extends Pick<QueryEndpoint, "page">> = PageOf<TEndpoint["page"]>;

type PageOf<TPage> = TPage extends { readonly "~page": "offset" }
  ? { readonly offset?: number; readonly limit?: number }
  : TPage extends { readonly "~page": "number" }
    ? number
    : TPage extends { readonly "~page": "cursor" }
      ? { readonly after?: string; readonly before?: string; readonly size?: number }
      : TPage extends Schema
        ? Sendable<TPage["_zod"]["input"]>
        : TPage extends Shape
          ? Show<AllValues<TPage>>
          : NotAllowed<"this list is registered without page">;
