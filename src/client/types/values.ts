import type { Shape } from "../../define/endpoint.js";

/** What may be given for a value: the schema's input, and for what JSON cannot carry also its text. */
export type Sendable<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends bigint | Date
    ? T | string
    : T extends object
      ? { readonly [K in keyof T]: Sendable<T[K]> }
      : T;

/** What may be given for an id: in documents an id is always a string, so one that was read is as good. */
export type SendableId<TId> = TId extends string ? TId : TId | string;

/** Every value of a shape may be left out: chained calls add to each other. `& {}`: messages print the values, not the alias. */
export type SomeValues<TShape extends Shape> = {
  readonly [K in keyof TShape]?: Sendable<TShape[K]["_zod"]["input"]>;
} & {};

/** The values of a shape, those without which the server would refuse required. */
export type AllValues<TShape extends Shape> = SomeValues<TShape> & {
  readonly [K in keyof Pick<TShape, RequiredName<TShape>>]: Sendable<TShape[K]["_zod"]["input"]>;
};

type RequiredName<TShape extends Shape> = {
  [K in keyof TShape]: undefined extends TShape[K]["_zod"]["input"] ? never : K;
}[keyof TShape];
