import type { Inner } from "./arbitrary-container.js";
import type { Dice } from "./dice.js";
import { leaf, type Recipe, wrap } from "./recipe.js";

const MARK = "({ l: [], m: { n: [] } })";

/** Schemas around one other schema. */
const WRAPPERS: readonly (readonly [kind: string, code: (inner: string) => string])[] = [
  ["optional", (inner) => `${inner}.optional()`],
  ["nullable", (inner) => `${inner}.nullable()`],
  ["readonly", (inner) => `${inner}.readonly()`],
  ["nonoptional", (inner) => `z.nonoptional(${inner}.optional())`],
  ["lazy", (inner) => `z.lazy(() => ${inner})`],
  ["brand", (inner) => `${inner}.brand("Own")`],
  ["catch", (inner) => `${inner}.catch(null)`],
  ["refine", (inner) => `${inner}.refine((v) => v !== "refused")`],
  ["pipe", (inner) => `${inner}.pipe(z.any())`],
  ["pipe", (inner) => `z.unknown().pipe(${inner})`],
  ["transform", (inner) => `${inner}.transform((v) => [v])`],
  ["preprocess", (inner) => `z.preprocess((v) => (v === "empty" ? null : v), ${inner})`],
  ["success", (inner) => `z.success(${inner})`],
];

/** Whole schemas that need code of their own. */
const IDIOMS: readonly (readonly [kind: string, code: string])[] = [
  ["default", 'z.string().default("x")'],
  ["default", "z.array(z.string()).default([])"],
  ["default", `z.object({ l: z.array(z.string()).default([]), m: z.object({ n: z.array(z.int()) }) }).default${MARK}`],
  ["default", "z.set(z.string()).default(new Set(['d']))"],
  ["default", "z.map(z.string(), z.date()).default(new Map([['k', new Date(5)]]))"],
  ["default", "z.date().default(new Date(7))"],
  ["default", "z.string().optional().default('x')"],
  ["default", "z.object({ a: z.tuple([z.array(z.int())]) }).default({ a: [[1]] }).nullable()"],
  ["prefault", 'z.string().trim().prefault(" x ")'],
  ["prefault", `z.looseObject({ l: z.unknown() }).prefault${MARK}`],
  ["catch", `z.object({ l: z.array(z.int()) }).catch${MARK}`],
  ["catch", "z.date().catch(new Date(9))"],
  ["codec", "z.codec(z.iso.datetime(), z.date(), { decode: (s) => new Date(s), encode: (d) => d.toISOString() })"],
  ["codec", "z.codec(z.date(), z.number(), { decode: (d) => d.getTime(), encode: (n) => new Date(n) })"],
  ["codec", "z.codec(z.string(), z.number(), { decode: (s) => s.length, encode: (n) => String(n) })"],
  ["stringbool", "z.stringbool()"],
  ["json", "z.json()"],
  ["pipe", "z.string().transform((s) => s.length).pipe(z.number())"],
  ["pipe", "z.bigint().transform((n) => ({ n })).pipe(z.object({ n: z.bigint() }))"],
  ["preprocess", "z.preprocess((v) => (typeof v === 'string' ? v.split(',') : v), z.array(z.string()))"],
];

export function makeWrapper(dice: Dice, inner: Inner): Recipe {
  if (dice.oneIn(3)) return leaf(...dice.pick(IDIOMS));
  const [kind, code] = dice.pick(dice.oneIn(2) ? WRAPPERS.slice(0, 5) : WRAPPERS);
  return wrap(kind, inner(), code);
}
