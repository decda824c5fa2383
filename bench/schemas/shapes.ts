// Schemas that cost the most: those that contain themselves, that are reached by many paths, or that take long lists.
import { z } from "zod";

/** A value as the client sends it, as Zod takes it, and as a handler returns it. */
export interface Value {
  readonly json: unknown;
  readonly decoded: unknown;
}

export interface Shape {
  readonly name: string;
  readonly title: string;
  /** A new schema each time, as another module would declare it. */
  readonly make: (depth: number) => z.ZodType;
  /** `width` values, each `depth` levels deep. */
  readonly value: (depth: number, width: number) => Value;
  readonly depth: number;
  readonly width: number;
  /** What grows when the depth or the width doubles; both unless it says otherwise. */
  readonly grows?: readonly Axis[];
  /** Whether the value does not fit: a request gets a 422, and a response becomes a 500. */
  readonly isWrong?: boolean;
}

export type Axis = "depth" | "width";

const DATE = "2026-01-31T12:00:00.000Z";
const LAST = { last: true, kind: "end" };

function nest(depth: number, end: unknown, around: (inside: unknown, level: number) => unknown): unknown {
  let value = end;
  for (let level = 0; level < depth; level++) value = around(value, level);
  return value;
}

function list(width: number, make: (index: number) => unknown): unknown[] {
  return Array.from({ length: width }, (_, index) => make(index));
}

/** A shape whose values are the same in JSON and decoded. */
function plain(make: (depth: number) => unknown): Shape["value"] {
  return (depth, width) => ({ json: list(width, () => make(depth)), decoded: list(width, () => make(depth)) });
}

const recursive = { depth: 40, width: 20 };

const taggedTree = (last: unknown) => (depth: number) => nest(depth, last, (next) => ({ next, kind: "b" }));
const untaggedTree = (last: unknown) => (depth: number) => nest(depth, last, (next) => ({ next, a: 1 }));

function taggedUnion(): z.ZodType {
  const schema: z.ZodType = z.discriminatedUnion("kind", [
    z.object({ last: z.boolean(), kind: z.literal("end") }),
    z.object({ next: z.lazy(() => schema), kind: z.literal("a") }),
    z.object({ next: z.lazy(() => schema), kind: z.literal("b") }),
  ]);
  return z.array(schema);
}

function inferredUnion(): z.ZodType {
  const schema: z.ZodType = z.union([
    z.object({ last: z.boolean(), kind: z.literal("end") }),
    z.object({ next: z.lazy(() => schema), kind: z.literal("a") }),
    z.object({ next: z.lazy(() => schema), kind: z.literal("b") }),
  ]);
  return z.array(schema);
}

function untaggedUnion(): z.ZodType {
  const schema: z.ZodType = z.union([
    z.object({ last: z.boolean() }),
    z.object({ next: z.lazy(() => schema), a: z.int().max(0) }),
    z.object({ next: z.lazy(() => schema), a: z.int() }),
  ]);
  return z.array(schema);
}

function intersection(): z.ZodType {
  const schema: z.ZodType = z
    .intersection(
      z.object({ next: z.lazy(() => schema), a: z.int() }),
      z.object({ next: z.lazy(() => schema), b: z.int() }),
    )
    .nullable();
  return z.array(schema);
}

/** Sets and arrays look the same in JSON, so only the schema decides. */
function dateArraySet(): z.ZodType {
  const schema: z.ZodType = z.union([z.date(), z.array(z.lazy(() => schema)), z.set(z.lazy(() => schema))]);
  return z.array(schema);
}

/** Objects that each hold all others. */
function mutual(count: number): z.ZodType {
  const all: z.ZodType[] = list(count, (own) => {
    const shape = { at: z.date() };
    for (let other = 0; other < count; other++) {
      const get = () => (all[other] as z.ZodType).optional(); // there are as many as `count`
      Object.defineProperty(shape, `to${other}`, { enumerable: true, configurable: true, get });
    }
    return z.object(shape).meta({ own });
  }) as z.ZodType[]; // `list` gives what it was given
  return z.array(all[0] as z.ZodType); // there is at least one
}

const mutualValue =
  (count: number): Shape["value"] =>
  (depth, width) => {
    const made = (at: unknown) =>
      list(width, () => nest(depth, { at }, (next, level) => ({ at, [`to${level % count}`]: next })));
    return { json: made(DATE), decoded: made(new Date(DATE)) };
  };

/** `depth` levels of schemas that are each used twice: 2^depth paths lead to the last. */
function shared(depth: number, level: (next: z.ZodType) => z.ZodType): z.ZodType {
  let schema: z.ZodType = z.object({ last: z.boolean() });
  for (let at = 0; at < depth; at++) schema = level(schema);
  return z.array(schema);
}

const taggedElement = () =>
  z.array(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("a"), a: z.int() }),
      z.object({ kind: z.literal("b"), b: z.string() }),
    ]),
  );
const untaggedElement = () => z.array(z.union([z.object({ a: z.int().max(0) }), z.object({ a: z.int() })]));

const wideArrays: readonly Shape[] = [1_000, 10_000, 100_000].flatMap((width) =>
  [false, true].flatMap((isWrong) => {
    const common = { depth: 1, width, isWrong, grows: ["width"] as const };
    const suffix = `${width.toLocaleString("en").replaceAll(",", " ")} ${isWrong ? "wrong" : "fitting"} elements`;
    const a = isWrong ? "1" : 1;
    return [
      {
        name: `tagged-${width}${isWrong ? "-wrong" : ""}`,
        title: `array of tagged unions, ${suffix}`,
        make: taggedElement,
        value: plain(() => ({ kind: "a", a })),
        ...common,
      },
      {
        name: `untagged-${width}${isWrong ? "-wrong" : ""}`,
        title: `array of unions without a tag, ${suffix}`,
        make: untaggedElement,
        value: plain(() => ({ a })),
        ...common,
      },
    ];
  }),
);

export const shapes: readonly Shape[] = [
  {
    name: "discriminated",
    title: "`z.discriminatedUnion` of itself, tag after the children",
    make: taggedUnion,
    value: plain(taggedTree(LAST)),
    ...recursive,
  },
  {
    name: "inferred-tag",
    title: "`z.union` of itself, tag after the children",
    make: inferredUnion,
    value: plain(taggedTree(LAST)),
    ...recursive,
  },
  {
    name: "inferred-tag-wrong",
    title: "the same, wrong at the last level",
    make: inferredUnion,
    value: plain(taggedTree({ last: "no", kind: "end" })),
    isWrong: true,
    ...recursive,
  },
  {
    name: "untagged",
    title: "`z.union` of itself without a tag",
    make: untaggedUnion,
    value: plain(untaggedTree({ last: true })),
    ...recursive,
  },
  {
    name: "untagged-wrong",
    title: "the same, wrong at the last level",
    make: untaggedUnion,
    value: plain(untaggedTree({ last: "no" })),
    isWrong: true,
    ...recursive,
  },
  {
    name: "intersection",
    title: "intersection of itself",
    make: intersection,
    value: plain((depth) => nest(depth, null, (next) => ({ next, a: 1, b: 2 }))),
    ...recursive,
  },
  {
    name: "intersection-wrong",
    title: "the same, wrong at the last level",
    make: intersection,
    value: plain((depth) => nest(depth, "no", (next) => ({ next, a: 1, b: 2 }))),
    isWrong: true,
    ...recursive,
  },
  {
    name: "date-array-set",
    title: "`date \\| array \\| set` of itself",
    make: dateArraySet,
    value: (depth, width) => ({
      json: list(width, () => nest(depth, DATE, (inside) => [inside])),
      decoded: list(width, () =>
        nest(depth, new Date(DATE), (inside, level) => (level % 2 === 0 ? [inside] : new Set([inside]))),
      ),
    }),
    ...recursive,
  },
  {
    name: "json",
    title: "`z.json()`",
    make: () => z.json(),
    value: plain((depth) => nest(depth, true, (next) => ({ next, a: [1] }))),
    ...recursive,
  },
  ...[9, 50, 100].map(
    (count): Shape => ({
      name: `mutual-${count}`,
      title: `${count} objects that hold each other (${count * count} members)`,
      make: () => mutual(count),
      value: mutualValue(count),
      ...recursive,
    }),
  ),
  {
    name: "shared-unions",
    title: "30 levels of unions, each used twice",
    make: (depth) =>
      shared(depth, (next) => z.union([z.object({ next, a: z.int().max(0) }), z.object({ next, a: z.int() })])),
    value: plain(untaggedTree({ last: true })),
    depth: 30,
    width: 20,
  },
  {
    name: "shared-intersections",
    title: "30 levels of intersections, each used twice",
    make: (depth) =>
      shared(depth, (next) => z.intersection(z.object({ next, a: z.int() }), z.object({ next, b: z.int() }))),
    value: plain((depth) => nest(depth, { last: true }, (next) => ({ next, a: 1, b: 2 }))),
    depth: 30,
    width: 20,
  },
  {
    name: "map",
    title: "map of 1 000 dates",
    make: () => z.map(z.string(), z.date()),
    value: (_depth, width) => ({
      json: list(width, (index) => [`key${index}`, DATE]),
      decoded: new Map(list(width, (index) => [`key${index}`, new Date(DATE)] as const) as [string, Date][]), // as made
    }),
    depth: 1,
    width: 1_000,
    grows: ["width"],
  },
  {
    name: "set",
    title: "set of 1 000 dates",
    make: () => z.set(z.date()),
    value: (_depth, width) => {
      const time = (index: number) => Date.parse(DATE) + index;
      return {
        json: list(width, (index) => new Date(time(index)).toISOString()),
        decoded: new Set(list(width, (index) => new Date(time(index)))),
      };
    },
    depth: 1,
    width: 1_000,
    grows: ["width"],
  },
  ...wideArrays,
];
