import type { TextId } from "../types/relationship.js";
import type { RelationshipTarget } from "../types/relationship-shape.js";
import type { ReservedName, ReservedSentence } from "../types/not-allowed.js";
import type { Invariant, AnyRoutes, RegisteredRecord, Related, RoutesRecord } from "../types/routes.js";
import type { AnyDefinition } from "../types/definition.js";

/** Allows any key, so that TypeScript does not report the other resources as excess properties. */
interface AnyKey {
  readonly [name: string]: unknown;
}

/** Gives a property a message as its type, so the error is on its line: `Report<"a", "no resource">` is `{ a: "no resource" }`. */
type Report<N extends string, TSentence> = { readonly [K in N]: TSentence } & AnyKey;

/** The union of the targets that relationships may have in this router. */
type Linkable<R extends RoutesRecord> = {
  [N in keyof R & string]: RelationshipTarget<N, R[N]["~definition"]["~id"]>;
}[keyof R & string];

/** Follows a path through the resources, and returns a message for the first name that is not a relationship. */
type BadPath<
  R extends RoutesRecord,
  N extends keyof R,
  D extends AnyDefinition,
  P extends string,
  TFull extends string,
> = P extends `${infer H}__${infer T}`
  ? H extends NameInAny<D["relationships"]>
    ? BadPath<R, TargetIn<D["relationships"], H>, R[TargetIn<D["relationships"], H>]["~definition"], T, TFull>
    : `include "${TFull}": "${N & string}" has no relationship "${H}"`
  : P extends NameInAny<D["relationships"]>
    ? never
    : `include "${TFull}": "${N & string}" has no relationship "${P}"`;

// A relationship may lead to several types. A path is right if one of them has its next name.

type NameInAny<TShape> = TShape extends unknown ? keyof TShape : never;

type TargetIn<TShape, H extends string> = TShape extends {
  readonly [K in H]: { readonly target: infer T extends string };
}
  ? T
  : never;

/**
 * The messages for include paths. The first name was checked when the operation was registered, so only paths of two or more
 * names are checked here. `N` is the resource's name in messages.
 */
type BadPaths<R extends RoutesRecord, N extends keyof R, D extends AnyDefinition, P> = P extends `${string}__${string}`
  ? BadSecond<R, N, D, P>
  : never;

/** Checks the second name first, because most paths end there: see docs/evidence/type-cost.md */
type BadSecond<
  R extends RoutesRecord,
  N extends keyof R,
  D extends AnyDefinition,
  P extends string,
> = P extends `${infer H}__${infer T}`
  ? T extends keyof R[D["relationships"][H]["target"]]["~definition"]["relationships"]
    ? never
    : string extends P
      ? never
      : BadPath<R, N, D, P, P>
  : never;

type BadTarget<R extends RoutesRecord, N extends string, S> = {
  [K in keyof S & string]: S[K] extends { readonly target: infer T extends string; readonly "~id": infer I }
    ? T extends keyof R
      ? [IdIn<I, T>, R[T]["~definition"]["~id"]] extends [R[T]["~definition"]["~id"], IdIn<I, T>]
        ? never
        : `relationship "${N}.${K}": its ids have another type than those of "${T}"; pass { id: … } to toOne or toMany${ApisKind<R[T]["~definition"]["id"], S[K]>}`
      : `relationship "${N}.${K}": no resource "${T}" in this router`
    : never;
}[keyof S & string];

/** The id of the target `T`. A relationship to several types has one id type for each target. */
type IdIn<I, T> = I extends { readonly type: string; readonly id: infer TId }
  ? I extends { readonly type: T }
    ? TId
    : never
  : I;

/** Where the target has the API's kind of id: integers need no advice, because the free functions have them. */
type ApisKind<TTargetId, TRelationship> = TextId extends TTargetId
  ? `. Or use t.${TRelationship extends { readonly many: true } ? "toMany" : "toOne"}, which has the API's kind of id`
  : "";

/** Checks all relationships together first, and each of them only if that fails: see docs/evidence/type-cost.md */
type BadTargets<
  R extends RoutesRecord,
  N extends string,
  D extends AnyDefinition,
  TLinkable,
> = D["~links"] extends TLinkable ? never : BadTarget<R, N, D["relationships"]>;

type BadAffects<R extends RoutesRecord, A> = A extends keyof R
  ? never
  : `affects "${A & string}": no resource "${A & string}" in this router`;

type BadName<N extends string, TName extends string> = N extends TName
  ? never
  : `"${TName}" is registered as "${N}"; the key must be the type's name`;

type Sentences<R extends RoutesRecord, N extends keyof R & string, TRoutes extends AnyRoutes, TLinkable> =
  | BadName<N, TRoutes["~name"]>
  | BadAffects<R, TRoutes["~affects"]>
  | BadTargets<R, N, TRoutes["~definition"], TLinkable>
  | BadPaths<R, N, TRoutes["~definition"], TRoutes["~paths"]>;

/** Adds a full stop. It also makes a new string, because TypeScript would otherwise print an alias for several messages. */
type Reported<N extends string, TSentence extends string> = [TSentence] extends [never]
  ? never
  : Report<N, `${TSentence}.`>;

type Among<R extends RoutesRecord, TLinkable> = {
  [N in keyof R & string]: N extends ReservedName
    ? Report<N, ReservedSentence<N>>
    : Reported<N, Sentences<R, N, R[N], TLinkable>>;
}[keyof R & string];

/** Routes without conflicts, include paths aside. One comparison costs less than several: see docs/evidence/type-cost.md */
interface Fitting<N, TNames, TLinkable> {
  readonly "~name": N;
  readonly "~affects": TNames;
  readonly "~definition": { readonly "~links": TLinkable };
}

type AllFitting<R extends RoutesRecord, TLinkable> = { [N in keyof R]: Fitting<N, keyof R, TLinkable> };

type AllBadPaths<R extends RoutesRecord> = {
  [N in keyof R & string]: BadPaths<R, N, R[N]["~definition"], R[N]["~paths"]>;
}[keyof R & string];

/** Checks the whole router first, and looks for the conflicts only if that fails. */
type Found<R extends RoutesRecord, TLinkable> = [Invariant<R>, AllBadPaths<R>, keyof R & ReservedName] extends [
  Invariant<AllFitting<R, TLinkable>>,
  never,
  never,
]
  ? never
  : Among<R, TLinkable>;

/**
 * The conflicts between resources, as a union of records from `Report`, or never. `infer` saves instantiations: see
 * docs/evidence/type-cost.md
 */
type Problems<R extends RoutesRecord> = Found<R, Linkable<R>> extends infer TProblems ? TProblems : never;

type PlainRoutes<R extends RegisteredRecord> = { [N in keyof R]: R[N]["~routes"] };

/** Of a relationship to several types, the result does not say whose row it is, so its type is compared where it is registered. */
type RelatedSentence<N extends string, TRelated, TAllowed> = TRelated extends TAllowed
  ? never
  : TRelated extends Related<infer TTarget extends string, infer K extends string, unknown>
    ? IsSeveral<TTarget> extends true
      ? never
      : `${N}.getRelated("${K}"): the handler does not return rows of "${TTarget}". Annotate its result with RowOf to see what differs.`
    : never;

type IsSeveral<T, TWhole = T> = true extends (T extends unknown ? ([TWhole] extends [T] ? false : true) : never)
  ? true
  : false;

type RelatedReport<N extends string, TSentence extends string> = [TSentence] extends [never]
  ? never
  : Report<N, TSentence>;

/** Checks all handlers together first, and each of them only if that fails: see docs/evidence/type-cost.md */
type BadRelated<R extends RegisteredRecord, TAllowed> = [R[keyof R]["~related"]] extends [TAllowed]
  ? never
  : { [N in keyof R & string]: RelatedReport<N, RelatedSentence<N, R[N]["~related"], TAllowed>> }[keyof R & string];

/** The conflicts between resources. If it finds none, the handlers of `getRelated` that return rows of another resource. */
export type RegisteredProblems<R extends RegisteredRecord> = (
  [Problems<PlainRoutes<R>>] extends [never]
    ? BadRelated<R, R[keyof R]["~allowed"]>
    : Problems<PlainRoutes<R>>
) extends infer TProblems
  ? TProblems
  : never;
