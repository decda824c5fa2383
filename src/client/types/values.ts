import type { Shape } from "../../define/types/endpoint.js";
import type { Sendable } from "../../define/types/client-input.js";

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
