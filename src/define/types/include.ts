/** `"a__b__c"` gives `"a" | "a__b" | "a__b__c"`: declaring a path declares its prefixes. */
export type WithPrefixes<P extends string> = P extends `${string}__${string}` ? Segments<P> : P;

/** A single name is asked about first, since it is what most paths are. */
type Segments<P extends string> = P extends `${infer H}__${infer T}` ? H | `${H}__${WithPrefixes<T>}` : never;

/** What was asked for, as a handler gets it: a flag a declared path. */
export type IncludeFlags<P extends string> = { readonly [K in WithPrefixes<P>]: boolean };
