import type { AnyRoutes, RoutesRecord } from "./routes.js";

/** Index signature: the other resources of the literal are not "excess". */
interface AnyKey {
  readonly [name: string]: unknown;
}

/** The offending property gets the sentence as its type, so the error stands on its line. */
type Report<N extends string, TSentence> = { readonly [K in N]: TSentence } & AnyKey;

type Relationships<R extends RoutesRecord, N extends keyof R> = R[N]["~definition"]["relationships"];

type Target<R extends RoutesRecord, N extends keyof R, K extends keyof Relationships<R, N>> = Relationships<
  R,
  N
>[K]["target"] &
  keyof R;

/** Follows a path from resource to resource; gives the sentence for the first segment that does not resolve. */
type BadPath<
  R extends RoutesRecord,
  N extends keyof R,
  P extends string,
  TFull extends string,
> = P extends `${infer H}__${infer T}`
  ? H extends keyof Relationships<R, N> & string
    ? BadPath<R, Target<R, N, H>, T, TFull>
    : `include "${TFull}": "${N & string}" has no relationship "${H}"`
  : P extends keyof Relationships<R, N>
    ? never
    : `include "${TFull}": "${N & string}" has no relationship "${P}"`;

/** Single names were checked where the operation was registered. */
type BadPaths<R extends RoutesRecord, N extends keyof R, P> = P extends `${string}__${string}`
  ? BadPath<R, N, P, P>
  : never;

type BadTarget<R extends RoutesRecord, N extends string, S> = {
  [K in keyof S & string]: S[K] extends { readonly target: infer T extends string; readonly "~id": infer I }
    ? T extends keyof R
      ? [I, R[T]["~definition"]["id"]["_zod"]["output"]] extends [R[T]["~definition"]["id"]["_zod"]["output"], I]
        ? never
        : `relationship "${N}.${K}": its ids are not of the kind of "${T}"; give toOne or toMany the option { id: … }`
      : `relationship "${N}.${K}": no resource "${T}" in this router`
    : never;
}[keyof S & string];

type BadAffects<R extends RoutesRecord, A> = A extends keyof R
  ? never
  : `affects "${A & string}": no resource "${A & string}" in this router`;

type BadName<N extends string, TRoutes extends AnyRoutes> = N extends TRoutes["~name"]
  ? never
  : `"${TRoutes["~name"]}" is registered as "${N}"; the key must be the type's name`;

type Sentences<R extends RoutesRecord, N extends keyof R & string> =
  | BadName<N, R[N]>
  | BadAffects<R, R[N]["~affects"]>
  | BadTarget<R, N, Relationships<R, N>>
  | BadPaths<R, N, R[N]["~endpoints"][keyof R[N]["~endpoints"]]["~paths"]>;

/**
 * Everything wrong between resources, as a union of small records; never when all is well. A mapped type over the
 * router would be resolved even then, and cost a sixth more. The full stop makes new strings of the sentences: of
 * several, TypeScript would otherwise print the alias that they came from.
 */
export type Problems<R extends RoutesRecord> = {
  [N in keyof R & string]: [Sentences<R, N>] extends [never] ? never : Report<N, `${Sentences<R, N>}.`>;
}[keyof R & string];
