import { describe, expect, test } from "vitest";
import { z } from "zod";
import { schemaNote } from "../protocol/notes/schema-note.js";
import { valueKeeper } from "../protocol/document/value-writer.js";
import { derivedSchema } from "./derived-schema.js";
import { jsonShape } from "./json-shape.js";
import { nodesLeadingTo, type Purpose, reachableNodes, type Side, type UnionNode } from "./node.js";
import { schemaNode } from "./schema-node.js";
import { schemaProblem } from "./schema-problem.js";
import { tagTable } from "./tags.js";

// Work is counted, never timed: by reads of a value's members, and by calls of checks.

/** Counts the reads of members, at any depth. */
function watched(value: object, reads: { count: number }): object {
  return new Proxy(value, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof name === "string" && Object.hasOwn(target, name)) reads.count++;
      return typeof member === "object" && member !== null ? watchedOnce(member, reads) : member;
    },
  });
}

const proxies = new WeakMap<object, object>();

/** An object is always the same proxy: Zod recognizes values by identity. */
function watchedOnce(value: object, reads: { count: number }): object {
  let proxy = proxies.get(value);
  if (proxy === undefined) {
    proxy = watched(value, reads);
    proxies.set(value, proxy);
  }
  return proxy;
}

function nest(depth: number, end: unknown, around: (inside: unknown) => object): object {
  let value = end;
  for (let level = 0; level < depth; level++) value = around(value);
  return value as object;
}

type Make = () => { schema: z.ZodType; value: (depth: number) => object };

const end = { kind: "end", last: true };
const RECURSIVE: Readonly<Record<string, Make>> = {
  "a union with the tag before": () => {
    const schema: z.ZodType = z.union([
      z.object({ kind: z.literal("end"), last: z.boolean() }),
      z.object({ kind: z.literal("a"), next: z.lazy(() => schema) }),
      z.object({ kind: z.literal("b"), next: z.lazy(() => schema) }),
    ]);
    return { schema, value: (depth) => nest(depth, { ...end }, (next) => ({ kind: "b", next })) };
  },
  "a union with the tag behind": () => {
    const schema: z.ZodType = z.union([
      z.object({ last: z.boolean(), kind: z.literal("end") }),
      z.object({ next: z.lazy(() => schema), kind: z.literal("a") }),
      z.object({ next: z.lazy(() => schema), kind: z.literal("b") }),
    ]);
    return { schema, value: (depth) => nest(depth, { ...end }, (next) => ({ next, kind: "b" })) };
  },
  "a discriminated union": () => {
    const schema: z.ZodType = z.discriminatedUnion("kind", [
      z.object({ last: z.boolean(), kind: z.literal("end") }),
      z.object({ next: z.lazy(() => schema), kind: z.literal("a") }),
      z.object({ next: z.lazy(() => schema), kind: z.literal("b") }),
    ]);
    return { schema, value: (depth) => nest(depth, { ...end }, (next) => ({ next, kind: "b" })) };
  },
  "a union without a tag": () => {
    const schema: z.ZodType = z.union([
      z.object({ last: z.boolean() }),
      z.object({ next: z.lazy(() => schema), a: z.int().max(0) }),
      z.object({ next: z.lazy(() => schema), a: z.int() }),
    ]);
    return { schema, value: (depth) => nest(depth, { ...end }, (next) => ({ next, a: 1 })) };
  },
  "an exclusive union": () => {
    const schema: z.ZodType = z.xor([
      z.strictObject({ kind: z.literal("end"), last: z.boolean() }),
      z.strictObject({ next: z.lazy(() => schema), a: z.int().max(0) }),
      z.strictObject({ next: z.lazy(() => schema), a: z.int().min(1) }),
    ]);
    return { schema, value: (depth) => nest(depth, { ...end }, (next) => ({ next, a: 1 })) };
  },
  "an intersection": () => {
    const schema: z.ZodType = z
      .intersection(
        z.object({ next: z.lazy(() => schema), a: z.int() }),
        z.object({ next: z.lazy(() => schema), b: z.int() }),
      )
      .nullable();
    return { schema, value: (depth) => nest(depth, null, (next) => ({ next, a: 1, b: 2 })) };
  },
  "a union in an intersection": () => {
    const either = z.union([
      z.object({ next: z.lazy(() => schema), a: z.int().max(0) }),
      z.object({ next: z.lazy(() => schema), a: z.int() }),
    ]);
    const schema: z.ZodType = z.intersection(either, z.object({ next: z.lazy(() => schema) })).nullable();
    return { schema, value: (depth) => nest(depth, null, (next) => ({ next, a: 1 })) };
  },
  "a union of strict objects in an intersection": () => {
    const either = z.union([
      z.strictObject({ next: z.lazy(() => schema), a: z.int().max(0) }),
      z.strictObject({ next: z.lazy(() => schema), b: z.int() }),
    ]);
    const schema: z.ZodType = z.intersection(either, z.strictObject({ c: z.int() })).nullable();
    return { schema, value: (depth) => nest(depth, null, (next) => ({ next, b: 1, c: 2 })) };
  },
  "an intersection of objects with a member that objects inherit": () => {
    const schema: z.ZodType = z
      .intersection(
        z.object({ next: z.lazy(() => schema), constructor: z.int() }),
        z.object({ next: z.lazy(() => schema), toString: z.int() }),
      )
      .nullable();
    return { schema, value: (depth) => nest(depth, null, (next) => ({ next, constructor: 1, toString: 2 })) };
  },
};

const LEVELS = 30;

/** Schemas that do not contain themselves, but are reached by 2^30 paths. */
const SHARED: Readonly<Record<string, Make>> = {
  "unions of objects with the same deeper union": () => {
    let schema: z.ZodType = z.object({ last: z.boolean() });
    for (let level = 0; level < LEVELS; level++) {
      const next = schema;
      schema = z.union([z.object({ next, a: z.int().max(0) }), z.object({ next, a: z.int() })]);
    }
    return { schema, value: () => nest(LEVELS, { ...end }, (next) => ({ next, a: 1 })) };
  },
  "unions of objects with lists of the same deeper union": () => {
    const last = z.object({ last: z.boolean() });
    let schema: z.ZodType = last;
    for (let level = 0; level < LEVELS; level++) {
      const next = z.array(schema);
      schema = z.union([z.object({ next, a: z.int().max(0) }), z.object({ next, a: z.int() }), last]);
    }
    return { schema, value: () => nest(LEVELS, { ...end }, (inside) => ({ next: [inside, { ...end }], a: 1 })) };
  },
  "tagged unions of objects with the same deeper union": () => {
    let schema: z.ZodType = z.object({ last: z.boolean() });
    for (let level = 0; level < LEVELS; level++) {
      const next = schema;
      schema = z.union([z.object({ next, k: z.literal("a") }), z.object({ next, k: z.literal("b") })]);
    }
    return { schema, value: () => nest(LEVELS, { ...end }, (next) => ({ next, k: "b" })) };
  },
  "intersections of objects with the same deeper intersection": () => {
    let schema: z.ZodType = z.object({ last: z.boolean() });
    for (let level = 0; level < LEVELS; level++) {
      const next = schema;
      schema = z.intersection(z.object({ next, a: z.int() }), z.object({ next, b: z.int() }));
    }
    return { schema, value: () => nest(LEVELS, { ...end }, (next) => ({ next, a: 1, b: 1 })) };
  },
  "objects with the same deeper object twice, one of them left out": () => {
    let schema: z.ZodType = z.object({ last: z.boolean() });
    for (let level = 0; level < LEVELS; level++) schema = z.object({ next: schema, other: schema.optional() });
    return { schema, value: () => nest(LEVELS, { ...end }, (next) => ({ next })) };
  },
};

describe.each(["json", "exact", "output"] as const)("parsing for %s reads each member a few times", (purpose) => {
  test.each(Object.entries(RECURSIVE))("%s that contains itself", (_name, make) => {
    const { schema, value } = make();
    const cost = (depth: number) => readsOf(schema, value(depth), purpose);
    const [short, long] = [cost(40), cost(80)];
    expect(long).toBeLessThanOrEqual(short * 2);
    expect(long).toBeLessThan(80 * 2 * 8);
  });

  test.each(Object.entries(SHARED))("%s", (_name, make) => {
    const { schema, value } = make();
    expect(readsOf(schema, value(LEVELS), purpose)).toBeLessThan(LEVELS * 3 * 8);
  });
});

function readsOf(schema: z.ZodType, value: object, purpose: Purpose): number {
  const reads = { count: 0 };
  expect(z.safeParse(derivedSchema(schema, purpose), watched(value, reads)).success).toBe(true);
  return reads.count;
}

describe("writing reads each member a few times", () => {
  test.each([...Object.entries(RECURSIVE), ...Object.entries(SHARED)])("%s", (_name, make) => {
    const { schema, value } = make();
    const keep = valueKeeper(schema);
    const reads = { count: 0 };
    const row = value(LEVELS);
    expect(JSON.stringify(keep(watched(row, reads)))).toContain("next");
    expect(reads.count).toBeLessThan(LEVELS * 3 * 16);
  });

  test("also where each value of a list is a union that contains itself", () => {
    const { schema, value } = (RECURSIVE["a union without a tag"] as Make)();
    const keep = valueKeeper(z.array(schema));
    const cost = (length: number) => {
      const reads = { count: 0 };
      keep(
        watched(
          Array.from({ length }, () => value(10)),
          reads,
        ),
      );
      return reads.count;
    };
    expect(cost(40)).toBeLessThanOrEqual(cost(20) * 2 + 2);
  });
});

describe("a value that does not fit is refused at the same cost", () => {
  test.each([...Object.entries(RECURSIVE), ...Object.entries(SHARED)])("%s", (_name, make) => {
    const { schema, value } = make();
    const wrong = JSON.parse(JSON.stringify(value(LEVELS)).replace(/\{"kind":"end".*?\}|null/, '"wrong"'));
    for (const purpose of ["json", "output"] as const) {
      const reads = { count: 0 };
      expect(z.safeParse(derivedSchema(schema, purpose), watched(structuredClone(wrong), reads)).success).toBe(false);
      // Zod merges both sides of an intersection at each level, also where one of them was refused.
      expect(reads.count).toBeLessThan(LEVELS * LEVELS * 3);
    }
    const reads = { count: 0 };
    expect(() => valueKeeper(schema)(watched(structuredClone(wrong), reads))).toThrow();
    expect(reads.count).toBeLessThan(LEVELS * LEVELS * 3);
  });
});

describe("a chain of many intersections refuses a value", () => {
  const chain = (make: (index: number) => z.ZodType) =>
    Array.from({ length: 800 }, (_, index) => make(index)).reduce((all, next) => z.intersection(all, next));
  const shared = z.object({ shared: z.string() });

  // Where each side compares all issues of the sides before it, these take minutes.
  test.each<[name: string, schema: z.ZodType, value: unknown, issues: number]>([
    ["that no side takes", chain((index) => z.object({ [`m${index}`]: z.string() })), "text", 800],
    ["in which all members are missing", chain((index) => z.object({ [`m${index}`]: z.string() })), {}, 800],
    ["with one side many times", chain((index) => (index % 2 ? shared : z.object({ m: z.string() }))), {}, 401],
    ["with dates", chain((index) => z.object({ [`m${index}`]: z.date() })), [], 800],
  ])("%s", (_name, schema, value, issues) => {
    for (const purpose of ["json", "exact", "output"] as const) {
      expect(z.safeParse(derivedSchema(schema, purpose), value).error?.issues).toHaveLength(issues);
    }
  });
});

describe("scalars in nested unions and intersections are checked a few times", () => {
  // Without a cache, the check would be called 2^12 times.
  const DEEP = 12;
  let calls = 0;
  const scalar = (accepts: boolean) =>
    z.union([z.string(), z.number()]).refine(() => {
      calls++;
      return accepts;
    });
  const levels: readonly [name: string, around: (inner: z.ZodType) => z.ZodType][] = [
    ["unions", (inner) => z.union([inner, z.lazy(() => inner)])],
    ["unions of wrappers", (inner) => z.union([inner.nullable(), inner.optional(), inner.readonly()])],
    ["unions of defaults", (inner) => z.union([inner.default("a"), inner.prefault("a")])],
    ["unions of required values", (inner) => z.union([inner.nonoptional(), z.lazy(() => inner).readonly()])],
    ["unions of the first schemas of pipes", (inner) => z.union([inner.pipe(z.any()), inner.readonly()])],
    ["unions of the second schemas of pipes", (inner) => z.union([z.any().pipe(inner), z.unknown().pipe(inner)])],
    ["exclusive unions", (inner) => z.xor([inner.nullable(), z.never(), z.object({})])],
    ["intersections", (inner) => z.intersection(inner, inner.readonly())],
    ["unions of intersections", (inner) => z.union([z.intersection(inner, z.any()), z.intersection(z.any(), inner)])],
  ];

  test.each(levels)("%s", (_name, around) => {
    for (const accepts of [true, false]) {
      let schema: z.ZodType = scalar(accepts);
      for (let level = 0; level < DEEP; level++) schema = around(schema);
      const texts = z.record(schema as z.core.$ZodRecordKey, z.int());
      for (const [parsed, value] of [
        [schema, "text"],
        [schema, -0],
        [z.set(schema), ["text"]],
        [texts, { text: 1 }],
      ] as const) {
        for (const purpose of ["json", "exact", "output"] as const) {
          calls = 0;
          z.safeParse(derivedSchema(parsed, purpose), value);
          expect(calls).toBeLessThan(DEEP * 2);
        }
      }
    }
  });

  test.each(levels)("writing %s", (_name, around) => {
    let schema: z.ZodType = scalar(true);
    for (let level = 0; level < DEEP; level++) schema = around(schema);
    for (const value of ["text", -0, true]) {
      calls = 0;
      const keep = valueKeeper(z.array(schema));
      try {
        expect(keep([value])).toEqual([value]);
      } catch (error) {
        if (value !== true) throw error;
      }
      expect(calls).toBeLessThan(DEEP * 2);
    }
  });

  test("and keep the sign of zero", () => {
    const inner = z.union([z.number(), z.string()]);
    const schema = z.array(z.union([inner, z.lazy(() => inner)]));
    expect(z.parse(derivedSchema(schema, "json"), [0, -0, 0])).toEqual([0, -0, 0]);
  });
});

describe("asynchronous checks are called once for each value", () => {
  test.each([true, false])("where the schema contains itself: %s", async (isRecursive) => {
    let calls = 0;
    const checked = z.string().refine(async () => {
      calls++;
      return true;
    });
    const eitherOf = (next: z.ZodType) =>
      z.union([z.object({ next, a: z.int().max(0) }), z.object({ next, a: z.int() }), checked]);
    let schema: z.ZodType = z.lazy(() => (isRecursive ? eitherOf(schema) : checked));
    if (!isRecursive) for (let level = 0; level < LEVELS; level++) schema = eitherOf(schema);
    const value = nest(LEVELS, "end", (next) => ({ next, a: 1 }));
    expect((await z.safeParseAsync(derivedSchema(schema, "json"), value)).success).toBe(true);
    expect(calls).toBeLessThan(5);
  });
});

/** Objects that each hold all others: 50 schemas that can be walked in endless ways. */
function manyObjects(count: number, reads: { count: number }): z.ZodType {
  const all: z.ZodType[] = Array.from({ length: count }, (_, own) => {
    const shape: z.core.$ZodShape = { at: z.date() };
    for (let other = 0; other < count; other++) {
      const member = z.lazy(() => {
        reads.count++;
        return z.nullable(all[other] as z.ZodType);
      });
      Object.defineProperty(shape, `to${other}`, { enumerable: true, value: member });
    }
    return z.object(shape).meta({ own });
  });
  return all[0] as z.ZodType;
}

describe("what is learned from a schema is learned once", () => {
  const steps: readonly [name: string, learn: (schema: z.ZodType, side: Side) => unknown][] = [
    ["its nodes", (schema, side) => reachableNodes(schemaNode(schema, side))],
    ["its notes", schemaNote],
    ["its JSON shape", jsonShape],
    ["its problems", schemaProblem],
    [
      "its nodes that lead to others",
      (schema, side) => nodesLeadingTo(schemaNode(schema, side), (node) => node.inCycle),
    ],
    ["what it keeps", valueKeeper],
    ...(["json", "exact", "output"] as const).map((purpose): [string, (schema: z.ZodType) => unknown] => [
      `a schema for ${purpose}`,
      (schema) => derivedSchema(schema, purpose),
    ]),
  ];

  test.each(steps)("%s, of objects that each hold all others", (_name, learn) => {
    const reads = { count: 0 };
    const schema = manyObjects(50, reads);
    for (const side of ["input", "output"] as const) learn(schema, side);
    expect(reads.count).toBeLessThanOrEqual(50 * 50);
  });

  test.each(Object.entries(SHARED))("%s", (_name, make) => {
    const { schema } = make();
    for (const side of ["input", "output"] as const) {
      for (const [, learn] of steps) learn(schema, side);
      const node = schemaNode(schema, side);
      if (node.kind === "union") tagTable(node, side);
      expect(reachableNodes(node).length).toBeLessThan(LEVELS * 8);
    }
  });

  const MANY = 3000;
  const many = (make: (index: number) => z.ZodType) => Array.from({ length: MANY }, (_, index) => make(index));

  // Where each option costs as much as all options before it, these run out of memory.
  test.each<[name: string, schema: z.ZodType]>([
    ["objects", z.union(many((index) => z.object({ [`m${index}`]: z.date() })))],
    ["objects with a common member", z.union(many((index) => z.object({ [`m${index}`]: z.date(), at: z.date() })))],
    [
      "objects with a rest",
      z.union(many((index) => z.object({ [`m${index}`]: z.date() }).catchall(z.array(z.date())))),
    ],
    ["tagged objects in a union", z.union([z.union(many((index) => z.object({ tag: z.literal(index) }))), z.null()])],
    ["literals as a tag", z.union([z.object({ tag: z.union(many((index) => z.literal(index))) }), z.null()])],
    ["tuples", z.union(many((index) => z.tuple([z.date(), z.array(z.literal(index))])))],
    ["records", z.union(many(() => z.record(z.string(), z.tuple([z.date()]))))],
  ])("a union of many %s", (_name, schema) => {
    for (const side of ["input", "output"] as const) {
      schemaNote(schema, side);
      tagTable(schemaNode(schema, side) as UnionNode, side);
    }
    for (const purpose of ["json", "exact", "output"] as const) derivedSchema(schema, purpose);
    valueKeeper(schema);
  });

  test("the shape of an intersection of many objects", () => {
    const schema = z.array(z.lazy(() => wide));
    const wide = z.intersection(
      z.object(Object.fromEntries(many(() => z.date()).map((date, index) => [`wide${index}`, date]))),
      z.object({}),
    );
    let all: z.ZodType = wide;
    for (let level = 0; level < 1000; level++) all = z.intersection(all, z.object({ [`m${level}`]: z.string() }));
    expect(jsonShape(all, "output").object?.members.size).toBe(MANY + 1000);
    expect(schemaNote(schema, "output")).toBe("per value");
  });

  test("tags of unions of unions that are shared", () => {
    let union = z.union([z.object({ k: z.literal("a") }), z.object({ k: z.literal("b") })]) as z.ZodType;
    for (let level = 0; level < LEVELS; level++) union = z.union([union, z.lazy(() => union).readonly()]);
    let shared = z.union([z.object({ k: z.literal("c") }), z.object({ k: z.literal("d") })]) as z.ZodType;
    for (let level = 0; level < LEVELS; level++) shared = z.union([shared, shared.readonly()]);
    expect(tagTable(schemaNode(shared, "output") as UnionNode, "output")).toBeUndefined();
  });

  test("objects that each hold all others are parsed and written at the cost of the value", () => {
    const schema = manyObjects(50, { count: 0 });
    const leaf = {
      at: "2026-01-31",
      ...Object.fromEntries(Array.from({ length: 50 }, (_, other) => [`to${other}`, null])),
    };
    const value = { ...leaf, to1: { ...leaf, to2: leaf }, to3: leaf };
    expect(z.safeParse(derivedSchema(schema, "json"), value).success).toBe(true);
    const row = JSON.parse(JSON.stringify(value), (name, member) => (name === "at" ? new Date(member) : member));
    expect(z.safeParse(derivedSchema(schema, "output"), row).success).toBe(true);
    expect(valueKeeper(schema)(row)).toEqual(row);
  });
});
