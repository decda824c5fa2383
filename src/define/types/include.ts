import type { RelationshipShape } from "./relationship-shape.js";

/** `WithPrefixes<"a__b__c">` is `"a" | "a__b" | "a__b__c"`, because a path also declares its prefixes. */
export type WithPrefixes<P extends string> = P extends `${string}__${string}` ? Segments<P> : P;

/** The same, for a path of two or more names. */
type Segments<P extends string> = P extends `${infer H}__${infer T}` ? H | `${H}__${WithPrefixes<T>}` : never;

/** The flags of a handler. `IncludeFlags<"a__b">` is `{ readonly a: boolean; readonly a__b: boolean }`. */
export type IncludeFlags<P extends string> = { readonly [K in WithPrefixes<P>]: boolean } & {};

// The names are a type parameter, so that editors find their definitions. A member, because hovers print the name of an alias.
export interface OwnPaths<R extends RelationshipShape, TPath extends keyof R> {
  /** The same flags, for paths that start at the relationships `R`. */
  readonly flags: { readonly [K in TPath]: FlagOf<R> };
}

/** A boolean. A mapped type keeps `R`, where the definitions are, only if its members mention it. */
type FlagOf<_R> = boolean;
