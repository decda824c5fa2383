import type { Flatten } from "../../define/types/row.js";
import type { Schema, Shape } from "../../define/types/endpoint.js";
import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { Sendable } from "../../define/types/client-input.js";
import type { List } from "../../define/types/name-list.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { DefinitionOf, EndpointVia, IsUnion, RelationshipsOf, TypeName } from "./access.js";

/** The part of a list's endpoint that types its query. */
export interface QueryEndpoint {
  readonly filter: Shape;
  readonly any: boolean;
  readonly sort: string;
  readonly page: unknown;
  readonly extra: Shape;
}

// An empty object type would accept any object. So if nothing is declared, the type is an error message.

/** The argument of `filter`, any of the declared filters: `{ title: z.string() }` becomes `{ title?: string }`. */
export type EndpointFilter<TEndpoint extends Pick<QueryEndpoint, "filter">> = keyof TEndpoint["filter"] extends never
  ? NotAllowed<"this list is registered without filter">
  : SomeValues<TEndpoint["filter"]>;

/** An argument of `any`: as for `filter`. */
export type Alternative<TEndpoint extends Pick<QueryEndpoint, "filter" | "any">> = TEndpoint["any"] extends true
  ? SomeValues<TEndpoint["filter"]>
  : NotAllowed<"this list is registered without alternatives">;

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

/**
 * The argument of `fields`, names by type: `{ articles: ["title"], users: ["username"] }`. It is the same for every operation of
 * an API, so that a call is cheap to check. {@link CheckedTypes} checks that the operation returns these types.
 */
export type FieldsInput<TApi extends AnyApi> = {
  readonly [T in TypeName<TApi>]?: readonly [] | List<DefinitionOf<TApi, T>["~fieldName"] & {}>; // `& {}`: messages print the names, not the alias
};

declare const mistyped: unique symbol;

/**
 * No argument has this type. If a name is mistyped, TypeScript infers the constraint as the argument. With this type in the
 * constraint, that lists no resource type, so the mistake is reported once and TypeScript resolves nothing from it.
 */
export interface Mistyped {
  readonly [mistyped]: true;
}

/**
 * An error message for each type in `fields` that the operation does not return: for a list of articles without includes,
 * `"users"` gives `{ users: NotAllowed<"…"> }`, and `"articles"` gives `unknown`.
 *
 * `TTypes` is a parameter of the methods that are called most, because its constraint is then `string`: `keyof TChosen` would be
 * resolved for every type of the API in each call. `infer` delays the check until the names are known.
 */
export type CheckedTypes<TTypes, TApi extends AnyApi, TName extends TypeName<TApi>, TVia> =
  UnreturnedTypes<TTypes, TApi, TName, EndpointVia<TApi, TName, TVia>> extends infer TMisplaced ? TMisplaced : unknown;

type UnreturnedTypes<
  TTypes,
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TEndpoint extends ReadEndpointShape,
> = TEndpoint["sparse"] extends false
  ? {
      readonly [K in TTypes &
        string]: NotAllowed<"this operation is registered with sparse: false, and takes no fields">;
    }
  : [TTypes] extends [TName] // the usual case
    ? unknown
    : {
        readonly [K in Exclude<TTypes, TName | Reached<TApi, TName, TEndpoint["~includePath"]>> &
          string]: NotAllowed<`neither this operation nor any of its include paths gives "${K}"`>;
      };

interface ReadEndpointShape {
  readonly sparse: boolean;
  readonly "~includePath": unknown;
}

/** The type that an include path leads to: for articles, `"author__comments"` gives `"comments"`. */
type Reached<TApi extends AnyApi, TName extends TypeName<TApi>, TPath> = TPath extends `${infer THead}__${infer TTail}`
  ? Reached<TApi, Target<TApi, TName, THead>, TTail>
  : Target<TApi, TName, TPath>;

type Target<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TRelationship,
> = TRelationship extends keyof RelationshipsOf<TApi, TName>
  ? RelationshipsOf<TApi, TName>[TRelationship]["target"] & TypeName<TApi>
  : never;

/** The names in the list of one type: `["title", "body"]` gives `"title" | "body"`. */
export type NameIn<TNames> = TNames extends readonly unknown[] ? TNames[number] : never;

/** Whether a list of names is known exactly: true for `["title"]`, false for `string[]` and for `["title" | "body"]`. */
export type IsExact<TNames> =
  IsUnion<TNames> extends true
    ? false
    : TNames extends readonly unknown[]
      ? number extends TNames["length"]
        ? false
        : true extends { [K in keyof TNames]: IsUnion<TNames[K]> }[number]
          ? false
          : true
      : false;
