/** `"a__b__c"` gives `"a" | "a__b" | "a__b__c"`: declaring a path declares its prefixes. */
export type WithPrefixes<P extends string> = P extends `${string}__${string}` ? Segments<P> : P;

/** A single name is asked about first, since it is what most paths are. */
type Segments<P extends string> = P extends `${infer H}__${infer T}` ? H | `${H}__${WithPrefixes<T>}` : never;

/** What was asked for, as a handler gets it: a flag a declared path. */
export type IncludeFlags<P extends string> = { readonly [K in WithPrefixes<P>]: boolean };

/** Every declared path with its prefixes, each once, shorter before longer. */
export function withPrefixes(paths: readonly string[]): string[] {
  const all = new Set<string>();
  for (const path of paths) {
    const segments = path.split("__");
    for (let length = 1; length <= segments.length; length++) all.add(segments.slice(0, length).join("__"));
  }
  return [...all];
}
