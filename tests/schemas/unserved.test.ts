import { trestle } from "trestle";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { UNSERVED } from "./kinds.js";
import { build } from "./recipe.js";

const PLACES: Readonly<Record<string, (schema: z.ZodType) => z.ZodType>> = {
  itself: (schema) => schema,
  optional: (schema) => schema.optional(),
  "a member": (schema) => z.object({ inner: z.array(schema) }),
  "a member of a union": (schema) => z.union([z.string(), z.tuple([schema])]),
  "behind a lazy": (schema) => z.lazy(() => z.record(z.string(), schema)),
};

function declare(schema: z.ZodType): unknown {
  const t = trestle();
  const things = t.resource("things", { id: z.int(), attributes: { odd: schema }, createFields: ["odd"] });
  return t.router({ things: things.routes(things.getOne(({ id }) => ({ id, odd: undefined }) as never)) });
}

describe.each(Object.entries(UNSERVED))("%s cannot travel", (_, code) => {
  test.each(Object.keys(PLACES))("declared as %s, it throws a TypeError that names the field", (place) => {
    const schema = PLACES[place]?.(build(code)) ?? z.never();
    expect(() => declare(schema)).toThrow(TypeError);
    expect(() => declare(schema)).toThrow(/odd/);
  });
});

test("what can travel may be declared in each of these places", () => {
  for (const place of Object.values(PLACES)) expect(() => declare(place(z.date()))).not.toThrow();
});
