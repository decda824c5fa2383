import type { AnyApi } from "../../define/routes.js";
import type {
  AttributesOf,
  DefinitionOf,
  EndpointVia,
  IsUnion,
  NotAllowed,
  RelationshipsOf,
  TypeName,
} from "./access.js";
import type { IncludePath } from "./include.js";

/** The fields of a type that can be read. */
export type FieldName<TApi extends AnyApi, TName extends TypeName<TApi>> = Exclude<
  keyof AttributesOf<TApi, TName> | keyof RelationshipsOf<TApi, TName>,
  DefinitionOf<TApi, TName>["~writeOnly"]
> &
  string;

/**
 * What `fields` takes: names by type. It is the same for every operation of an API, which keeps a call cheap; that the
 * types are those that the operation gives is said by {@link Choice}.
 */
export type FieldsInput<TApi extends AnyApi> = {
  readonly [T in TypeName<TApi>]?: readonly (FieldName<TApi, T> & {})[]; // `& {}`: messages print the names, not the alias
};

/** What was given to `fields`, with a sentence in place of each type that the operation does not give. */
export type Choice<TChosen, TApi extends AnyApi, TName extends TypeName<TApi>, TVia> = TChosen &
  Misplaced<TChosen, TApi, TName, EndpointVia<TApi, TName, TVia>>;

type Misplaced<TChosen, TApi extends AnyApi, TName extends TypeName<TApi>, TEndpoint> = TEndpoint extends {
  readonly sparse: false;
}
  ? {
      readonly [K in keyof TChosen]: NotAllowed<"this operation is registered with sparse: false, and takes no fields">;
    }
  : {
      readonly [K in Exclude<keyof TChosen, TName | Reached<TApi, TName, IncludePath<TEndpoint>>> &
        string]: NotAllowed<`neither this operation nor any of its include paths gives "${K}"`>;
    };

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
export type NameIn<TNames> = TNames extends readonly (infer TName)[] ? TName : never;

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
