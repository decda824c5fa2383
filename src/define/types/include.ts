/** `WithPrefixes<"a__b__c">` is `"a" | "a__b" | "a__b__c"`, because a path also declares its prefixes. */
export type WithPrefixes<P extends string> = P extends `${string}__${string}` ? Segments<P> : P;

/** The same, for a path of two or more names. */
type Segments<P extends string> = P extends `${infer H}__${infer T}` ? H | `${H}__${WithPrefixes<T>}` : never;

/** The flags of a handler. `IncludeFlags<"a__b">` is `{ readonly a: boolean; readonly a__b: boolean }`. */
export type IncludeFlags<P extends string> = { readonly [K in WithPrefixes<P>]: boolean } & {};
