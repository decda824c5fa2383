import { expectTypeOf, test } from "vitest";

test("a type test is checked by the compiler", () => {
  expectTypeOf<1>().toEqualTypeOf<1>();
  // @ts-expect-error two types that differ
  expectTypeOf<1>().toEqualTypeOf<2>();
});
