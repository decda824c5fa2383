/** The type of a value after it was sent as JSON: `{ at: Date; n: bigint; s: Set<1> }` becomes `{ at: string; n: string; s: 1[] }`. A Map becomes an array of entries. */
export type JsonView<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends bigint
    ? string
    : T extends { toJSON(): infer TJson }
      ? TJson
      : T extends ReadonlySet<infer TElement>
        ? JsonView<TElement>[]
        : T extends ReadonlyMap<infer TKey, infer TValue>
          ? [JsonView<TKey>, JsonView<TValue>][]
          : T extends object
            ? { [K in keyof T]: JsonView<T[K]> }
            : T;
