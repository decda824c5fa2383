/** What a value is after it travelled as JSON: a Date is a string, so is a bigint. */
export type JsonView<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends bigint
    ? string
    : T extends { toJSON(): infer TJson }
      ? TJson
      : T extends object
        ? { [K in keyof T]: JsonView<T[K]> }
        : T;
