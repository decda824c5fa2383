import type { RelationshipTarget } from "../types/relationship-shape.js";
import type { Invariant } from "../types/compare-whole.js";
import type { AnyDefinition } from "../types/resource-type.js";
import type { AnyRoutes, RegisteredRecord, Related, RoutesRecord } from "../types/routes.js";

/** Index signature: the other resources of the literal are not "excess". */
interface AnyKey {
  readonly [name: string]: unknown;
}

/** The offending property gets the sentence as its type, so the error stands on its line. */
type Report<N extends string, TSentence> = { readonly [K in N]: TSentence } & AnyKey;

/** What the router has for relationships to lead to. */
type Linkable<R extends RoutesRecord> = {
  [N in keyof R & string]: RelationshipTarget<N, R[N]["~definition"]["~id"]>;
}[keyof R & string];

/** Follows a path from resource to resource; gives the sentence for the first segment that does not resolve. */
type BadPath<
  R extends RoutesRecord,
  N extends keyof R,
  D extends AnyDefinition,
  P extends string,
  TFull extends string,
> = P extends `${infer H}__${infer T}`
  ? H extends keyof D["relationships"]
    ? BadPath<R, D["relationships"][H]["target"], R[D["relationships"][H]["target"]]["~definition"], T, TFull>
    : `include "${TFull}": "${N & string}" has no relationship "${H}"`
  : P extends keyof D["relationships"]
    ? never
    : `include "${TFull}": "${N & string}" has no relationship "${P}"`;

/**
 * Single names were checked where the operation was registered, and so was the first of two. Paths that are no literals are
 * checked when they are registered. `N` names the resource in sentences.
 */
type BadPaths<R extends RoutesRecord, N extends keyof R, D extends AnyDefinition, P> = P extends `${string}__${string}`
  ? BadSecond<R, N, D, P>
  : never;

/** The second segment is asked about first: most paths end there. */
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
      ? [I, R[T]["~definition"]["~id"]] extends [R[T]["~definition"]["~id"], I]
        ? never
        : `relationship "${N}.${K}": its ids are not of the kind of "${T}"; give toOne or toMany the option { id: … }`
      : `relationship "${N}.${K}": no resource "${T}" in this router`
    : never;
}[keyof S & string];

/** All relationships are asked about at once: what is wrong is worked out only where something is. */
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

type Reported<N extends string, TSentence extends string> = [TSentence] extends [never]
  ? never
  : Report<N, `${TSentence}.`>;

type Among<R extends RoutesRecord, TLinkable> = {
  [N in keyof R & string]: Reported<N, Sentences<R, N, R[N], TLinkable>>;
}[keyof R & string];

/** What is true of routes where nothing is wrong but paths. Comparing it costs less than to ask one question after the other. */
interface Fitting<N, TNames, TLinkable> {
  readonly "~name": N;
  readonly "~affects": TNames;
  readonly "~definition": { readonly "~links": TLinkable };
}

type AllFitting<R extends RoutesRecord, TLinkable> = { [N in keyof R]: Fitting<N, keyof R, TLinkable> };

type AllBadPaths<R extends RoutesRecord> = {
  [N in keyof R & string]: BadPaths<R, N, R[N]["~definition"], R[N]["~paths"]>;
}[keyof R & string];

/** Most routers have no problems: that is asked first, and only then what they are. */
type Found<R extends RoutesRecord, TLinkable> = [Invariant<R>, AllBadPaths<R>] extends [
  Invariant<AllFitting<R, TLinkable>>,
  never,
]
  ? never
  : Among<R, TLinkable>;

/**
 * Everything wrong between resources, as a union of small records; never when all is well. A mapped type over the
 * router would be resolved even then, and cost a sixth more. The full stop makes new strings of the sentences: of
 * several, TypeScript would otherwise print the alias that they came from. `infer` hides what is behind it until the router
 * is known: as a contextual type it would be worked out for every resource.
 */
type Problems<R extends RoutesRecord> = Found<R, Linkable<R>> extends infer TProblems ? TProblems : never;

type PlainRoutes<R extends RegisteredRecord> = { [N in keyof R]: R[N]["~routes"] };

type RelatedSentence<N extends string, TRelated, TAllowed> = TRelated extends TAllowed
  ? never
  : TRelated extends Related<infer TTarget extends string, infer K extends string, unknown>
    ? `${N}.getRelated("${K}"): the handler does not return rows of "${TTarget}". Annotate its result with RowOf to see what differs.`
    : never;

type RelatedReport<N extends string, TSentence extends string> = [TSentence] extends [never]
  ? never
  : Report<N, TSentence>;

/** All handlers are asked about at once: which of them is wrong is worked out only where one is. */
type BadRelated<R extends RegisteredRecord, TAllowed> = [R[keyof R]["~related"]] extends [TAllowed]
  ? never
  : { [N in keyof R & string]: RelatedReport<N, RelatedSentence<N, R[N]["~related"], TAllowed>> }[keyof R & string];

/** The problems between resources. If it finds nothing, those of handlers that return rows of another resource. */
export type RegisteredProblems<R extends RegisteredRecord> = (
  [Problems<PlainRoutes<R>>] extends [never]
    ? BadRelated<R, R[keyof R]["~allowed"]>
    : Problems<PlainRoutes<R>>
) extends infer TProblems
  ? TProblems
  : never;
