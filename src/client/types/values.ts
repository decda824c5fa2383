import type { Shape } from "../../define/types/endpoint.js";
import type { Sendable } from "../../define/types/client-input.js";

/** All values of a shape, each optional: `{ a: z.string() }` becomes `{ a?: string }`. With `& {}`, messages print the values and not the alias. */
export type SomeValues<TShape extends Shape> = {
  readonly [K in keyof TShape]?: Sendable<TShape[K]["_zod"]["input"]>;
} & {};

/** The values of a shape, required if the schema requires them: `{ a: z.string(), b: z.int().optional() }` becomes `{ a: string; b?: number }`. */
export type AllValues<TShape extends Shape> = SomeValues<TShape> & {
  readonly [K in keyof Pick<TShape, RequiredName<TShape>>]: Sendable<TShape[K]["_zod"]["input"]>;
};

type RequiredName<TShape extends Shape> = {
  [K in keyof TShape]: undefined extends TShape[K]["_zod"]["input"] ? never : K;
}[keyof TShape];
