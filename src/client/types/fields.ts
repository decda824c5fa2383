import type { List } from "../../define/types/list-result.js";
import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { DefinitionOf, EndpointVia, IsUnion, RelationshipsOf, TypeName } from "./access.js";

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
