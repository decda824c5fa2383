import type { DeclaredError } from "../../define/errors.js";
import type * as endpoint from "../../define/types/endpoint.js";
import type { OutputOf } from "../../define/types/handler-args.js";
import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { Operation } from "../../define/types/operation-call.js";
import type * as optionsOf from "../../define/types/options-of.js";
import type * as options from "../../define/types/options.js";
import type { AnyResourceContext } from "../../define/types/resource-context.js";
import type { Related, ResourceRoutes } from "../../define/types/routes.js";
import type { SortKey, SortOf } from "../../define/types/sort.js";
import type { ListProblem } from "./list-problems.js";

/** What `source.routes` registers, by the method of the resource. `true` stands for no options. */
export interface RoutesOptions {
  readonly getMany?: true | options.AnyGetManyOptions;
  readonly getOne?: true | options.AnyReadOptions;
  readonly createOne?: true | options.AnyCreateOptions;
  readonly editOne?: true | options.AnyWriteOptions;
  readonly deleteOne?: true | options.AnyChangeOptions;
  readonly getRelated?: { readonly [relationship: string]: true | options.AnyGetRelatedOptions };
  readonly changeRelationship?: { readonly [relationship: string]: true | options.AnyChangeOptions };
}

/** The options of one resource, which a literal is checked against. An intersection of two interfaces cost 1 400 instantiations more. */
export interface RoutesFor<TIncluding, TGuarded, TRelationship extends PropertyKey> {
  /** `GET /{type}` */
  readonly getMany?: true | (options.GetManyOptions & TIncluding);
  /** `GET /{type}/{id}` */
  readonly getOne?: true | (options.CommonReadOptions & TIncluding);
  /** `POST /{type}` */
  readonly createOne?: true | (options.CommonCreateOptions & TIncluding);
  /** `PATCH /{type}/{id}` */
  readonly editOne?: true | (options.CommonWriteOptions & TIncluding);
  /** `DELETE /{type}/{id}` */
  readonly deleteOne?: true | (options.CommonChangeOptions & TGuarded);
  /** `GET /{type}/{id}/{relationship}`. Include paths start at the related resource. */
  readonly getRelated?: ByRelationship<TRelationship, options.GetRelatedOptions & TGuarded>;
  /** The relationships that clients may change: they set a to-one, and add to, remove from and reset a to-many. */
  readonly changeRelationship?: ByRelationship<TRelationship, options.CommonChangeOptions & TGuarded>;
}

/** Without relationships, an object without members would accept any name. */
type ByRelationship<TRelationship extends PropertyKey, TOptions> = [TRelationship] extends [never]
  ? NotAllowed<"the resource has no relationships">
  : { readonly [K in TRelationship]?: true | TOptions };

interface WithList {
  readonly getMany: options.AnyGetManyOptions;
}

/** A sentence in place of `getMany`, if no rule covers one of its filters or sorts. */
type RoutesProblem<S extends AnyResourceContext, O, TTaken, TSort extends string> = O extends WithList
  ? ListProblem<
      S,
      TTaken,
      TSort,
      OutputOf<optionsOf.FilterOf<O["getMany"]>>,
      SortOf<optionsOf.SortDeclaredBy<O["getMany"]>>["field"]
    > extends infer P
    ? [P] extends [never]
      ? unknown
      : { readonly getMany: P }
    : never
  : unknown;

// What a source throws. `make-routes.ts` has the classes. A union of them with a name would be in the declarations of clients.
type E403 = DeclaredError<403, "forbidden">;
type E404 = DeclaredError<404, "not_found">;
type E409 = DeclaredError<409, "conflict">;
type E422 = DeclaredError<422, "unprocessable_content">;

/**
 * The endpoints, by the method that registers them, and the types that the options `affects` name. An interface whose members are read:
 * an alias of their union would be in the declarations of clients, with the context.
 */
interface Registered<S extends AnyResourceContext, O> {
  readonly getMany: O extends { readonly getMany: infer M } ? ListOf<S, M> : never;
  readonly getOne: O extends { readonly getOne: infer M } ? GetOf<S, M> : never;
  readonly createOne: O extends { readonly createOne: infer M } ? CreateOf<S, M> : never;
  readonly editOne: O extends { readonly editOne: infer M } ? EditOf<S, M> : never;
  readonly deleteOne: O extends { readonly deleteOne: infer M } ? DeleteOf<S, M> : never;
  readonly getRelated: O extends { readonly getRelated: infer M }
    ? { [K in keyof M & string]: RelatedOf<S, K, M[K]> }[keyof M & string]
    : never;
  readonly changeRelationship: O extends { readonly changeRelationship: infer M }
    ? {
        [K in keyof M & string]: ChangeOf<S, K, K extends S["~toOne"] ? "set" : "add" | "remove" | "reset", M[K]>;
      }[keyof M & string]
    : never;
}

type ListOf<S extends AnyResourceContext, O> = endpoint.ListEndpoint<
  optionsOf.FilterOf<O>,
  SortKey<optionsOf.SortDeclaredBy<O>>,
  O extends { readonly page: infer P } ? P : undefined,
  optionsOf.ExtraOf<O>,
  optionsOf.IncludeOf<O>,
  optionsOf.SparseOf<O>,
  optionsOf.ErrorOf<S, O>,
  optionsOf.AlternativesOf<O>
>;
type GetOf<S extends AnyResourceContext, O> = endpoint.GetEndpoint<
  optionsOf.IncludeOf<O>,
  optionsOf.SparseOf<O>,
  optionsOf.ErrorOf<S, O> | E404
>;
type CreateOf<S extends AnyResourceContext, O> = endpoint.CreateEndpoint<
  optionsOf.IncludeOf<O>,
  optionsOf.SparseOf<O>,
  optionsOf.ErrorOf<S, O> | E403 | E404 | E409 | E422,
  optionsOf.KeyOf<O>
>;
type EditOf<S extends AnyResourceContext, O> = endpoint.UpdateEndpoint<
  optionsOf.IncludeOf<O>,
  optionsOf.SparseOf<O>,
  optionsOf.ErrorOf<S, O> | E403 | E404 | E409 | E422
>;
type DeleteOf<S extends AnyResourceContext, O> = endpoint.DeleteEndpoint<optionsOf.ErrorOf<S, O> | E403 | E404 | E409>;
type RelatedOf<S extends AnyResourceContext, K extends string, O> = endpoint.RelatedEndpoint<
  K,
  optionsOf.FilterOf<O>,
  SortKey<optionsOf.SortDeclaredBy<O>>,
  O extends { readonly page: infer P } ? P : undefined,
  optionsOf.ExtraOf<O>,
  optionsOf.IncludeOf<O>,
  optionsOf.SparseOf<O>,
  optionsOf.ErrorOf<S, O> | E404,
  optionsOf.AlternativesOf<O>,
  optionsOf.IncludedOf<O>
>;
type ChangeOf<
  S extends AnyResourceContext,
  K extends string,
  A extends endpoint.RelationshipAction,
  O,
> = A extends unknown
  ? endpoint.RelationshipEndpoint<K, A, optionsOf.ErrorOf<S, O> | E403 | E404 | E409 | E422>
  : never;

/** The types that the options `affects` name. Most resources have none, and one comparison shows it. */
type AffectedBy<O> = O extends Unaffecting
  ? never
  :
      | optionsOf.AffectsOf<O[keyof O & ("createOne" | "editOne" | "deleteOne")]>
      | (O extends { readonly changeRelationship: infer M } ? optionsOf.AffectsOf<M[keyof M]> : never);
interface Unaffecting {
  readonly createOne?: Silent;
  readonly editOne?: Silent;
  readonly deleteOne?: Silent;
  readonly changeRelationship?: { readonly [relationship: string]: Silent };
}
type Silent = true | { readonly [option: string]: unknown; readonly affects?: undefined };

/** The type of `source.routes`. */
export interface RegisterRoutes<S extends AnyResourceContext, TTaken, TSort extends string> {
  <O extends { [K in keyof RoutesOptions]: RoutesOptions[K] }, T extends readonly Operation<S["~name"]>[]>(
    options: (O extends object ? RoutesFor<S["~including"], S["~guarded"], S["~relationship"]> : O) &
      RoutesProblem<S, O, TTaken, TSort>,
    ...operations: T
  ): ResourceRoutes<
    S["~name"],
    S["~definition"],
    Registered<S, O>[keyof RoutesOptions] | T[number]["~endpoint"],
    AffectedBy<O> | T[number]["~affects"],
    T[number]["~related"],
    Related<S["~name"], string, S["~results"]["related"]>
  >;
}
