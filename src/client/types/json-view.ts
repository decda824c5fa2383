/** What a value is after it travelled as JSON: a Date is a string, so is a bigint; a Set is an array, a Map one of entries. */
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
