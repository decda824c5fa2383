import type { List } from "../../define/types/list-result.js";
import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { DefinitionOf, EndpointVia, IsUnion, RelationshipsOf, TypeName } from "./access.js";

/**
 * What `fields` takes: names by type. It is the same for every operation of an API, which keeps a call cheap; that the
 * types are those that the operation gives is said by {@link Placed}.
 */
export type FieldsInput<TApi extends AnyApi> = {
  readonly [T in TypeName<TApi>]?: readonly [] | List<DefinitionOf<TApi, T>["~fieldName"] & {}>; // `& {}`: messages print the names, not the alias
};

declare const mistyped: unique symbol;

/**
 * Nobody gives one. Where a name is mistyped, TypeScript takes the bound for what was given: beside this it names no type, so
 * that what is wrong is said once, and nothing is worked out from it.
 */
export interface Mistyped {
  readonly [mistyped]: true;
}

/**
 * A sentence in place of each type that is named in `fields` and that the operation does not give. `TTypes`, the types
 * that were named, is a parameter of the methods that are called most, bound by `string`: as `keyof TChosen` it would be
 * bound by every type of the API, and worked out for each of them in each call. `infer` hides what is behind it until the
 * names are known: as a contextual type it would be worked out for nothing.
 */
export type Placed<TTypes, TApi extends AnyApi, TName extends TypeName<TApi>, TVia> =
  Misplaced<TTypes, TApi, TName, EndpointVia<TApi, TName, TVia>> extends infer TMisplaced ? TMisplaced : unknown;

type Misplaced<
  TTypes,
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TEndpoint extends ReadEndpointShape,
> = TEndpoint["sparse"] extends false
  ? {
      readonly [K in TTypes &
        string]: NotAllowed<"this operation is registered with sparse: false, and takes no fields">;
    }
  : [TTypes] extends [TName] // the usual case, and all that there is to know
    ? unknown
    : {
        readonly [K in Exclude<TTypes, TName | Reached<TApi, TName, TEndpoint["~includePath"]>> &
          string]: NotAllowed<`neither this operation nor any of its include paths gives "${K}"`>;
      };

interface ReadEndpointShape {
  readonly sparse: boolean;
  readonly "~includePath": unknown;
}

/** The types that include paths lead to. */
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

/** The names of one type's list, whatever is known of it. */
export type NameIn<TNames> = TNames extends readonly unknown[] ? TNames[number] : never;

/** Whether a list of names is known exactly: a tuple of single literals. */
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
