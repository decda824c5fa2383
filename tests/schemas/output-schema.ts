import { z } from "zod";
import { askZod, issuesOf } from "./ask-zod.js";
import { type Definition, definition, instanceClass, isExclusive, lazyInner } from "./definition.js";
import { Uncertain } from "./judgement.js";
import { isPlainObject } from "./plain.js";

type Mapper = (schema: z.ZodType) => z.ZodType;

/** The schema of what a schema gives, with all checks: what decides between the members of a union. */
export const strictOutput: Mapper = memoized((schema, of) => {
  const def = definition(schema);
  switch (def.type) {
    case "string":
    case "number":
    case "boolean":
    case "bigint":
    case "date":
      return def.coerce ? copy(schema, { coerce: false }) : schema;
    case "transform":
      return z.any();
    case "success":
      return z.boolean();
    case "default":
      return withChecks(z.nonoptional(of(def.innerType)), def);
    case "prefault":
    case "catch":
    case "readonly":
      return withChecks(of(def.innerType), def);
    case "pipe":
      return withChecks(of(def.out), def);
    case "union":
      return withChecks(
        isExclusive(def) ? z.xor((def.options ?? []).map(of)) : z.union((def.options ?? []).map(of)),
        def,
      );
    default:
      return mapped(schema, def, of, {});
  }
});

/** The schema of what a schema gives, without checks: kinds alone. A union asks the checks which of its members is meant. */
export const looseOutput: Mapper = memoized((schema, of) => loose(schema, of, false));

/** The same, where strict objects strip what they would refuse. */
export const strippedOutput: Mapper = memoized((schema, of) => loose(schema, of, true));

function loose(schema: z.ZodType, of: (inner: z.ZodType | undefined) => z.ZodType, isStripping: boolean): z.ZodType {
  const def = definition(schema);
  switch (def.type) {
    case "string":
    case "template_literal":
      return z.string();
    case "number":
    case "int":
      return z.number();
    case "boolean":
      return z.boolean();
    case "bigint":
      return z.bigint();
    case "date":
      return z.date();
    case "void":
    case "undefined":
      return z.undefined().optional();
    case "literal":
      return (def.values ?? []).includes(undefined) ? schema.optional() : schema;
    case "success":
      return z.boolean();
    case "any":
    case "unknown":
    case "transform":
      return z.any().optional();
    case "custom":
      return customOutput(schema);
    case "default":
      return z.nonoptional(of(def.innerType));
    case "prefault":
    case "catch":
    case "readonly":
      return of(def.innerType);
    case "pipe":
      return of(def.out);
    case "union":
      return strictOutput(schema)._zod.optout === "optional" ? choice(def, of).optional() : choice(def, of);
    case "object":
      return looseObject(schema, def, of, isStripping);
    case "record":
      return looseRecord(schema, def, of, isStripping);
    default:
      return mapped(schema, def, of, { checks: [] });
  }
}

/** Keeps what was made for a schema. One that is met inside itself is read later. */
function memoized(make: (schema: z.ZodType, of: (inner: z.ZodType | undefined) => z.ZodType) => z.ZodType): Mapper {
  const made = new WeakMap<z.ZodType, z.ZodType>();
  const underway = new Set<z.ZodType>();
  const map: Mapper = (schema) => {
    const known = made.get(schema);
    if (known) return known;
    if (underway.has(schema)) return z.lazy(() => made.get(schema) ?? z.never());
    underway.add(schema);
    const result = make(schema, (inner) => map(inner ?? z.any()));
    made.set(schema, result);
    underway.delete(schema);
    return result;
  };
  return map;
}

function copy(schema: z.ZodType, change: object): z.ZodType {
  return z.core.clone(schema, { ...schema._zod.def, ...change } as never); // the same definition with some members changed
}

function withChecks(schema: z.ZodType, { checks = [] }: Definition): z.ZodType {
  return checks.length === 0 ? schema : schema.check(...(checks as never[])); // checks as Zod made them
}

/** The same kind, with other schemas inside. */
function mapped(
  schema: z.ZodType,
  def: Definition,
  of: (inner: z.ZodType | undefined) => z.ZodType,
  change: object,
): z.ZodType {
  switch (def.type) {
    case "object": {
      const shape = Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, inner]) => [name, of(inner)]));
      return copy(schema, { ...change, shape, ...(def.catchall && { catchall: of(def.catchall) }) });
    }
    case "array":
      return copy(schema, { ...change, element: of(def.element) });
    case "set":
      return copy(schema, { ...change, valueType: of(def.valueType) });
    case "map":
      return copy(schema, { ...change, keyType: of(def.keyType), valueType: of(def.valueType) });
    case "record": // its keys are kinds: they say which members there are
      return copy(schema, { ...change, valueType: of(def.valueType) });
    case "tuple":
      return copy(schema, { ...change, items: def.items?.map(of), rest: def.rest ? of(def.rest) : null });
    case "intersection":
      return copy(schema, { ...change, left: of(def.left), right: of(def.right) });
    case "optional":
    case "nullable":
    case "nonoptional":
      return copy(schema, { ...change, innerType: of(def.innerType) });
    case "lazy":
      return z.lazy(() => of(lazyInner(schema)));
    case "literal":
    case "enum":
      return copy(schema, change);
    default:
      return schema;
  }
}

/** Zod takes any object that is not a list; and a strict object refuses what others strip. */
function looseObject(
  schema: z.ZodType,
  def: Definition,
  of: (inner: z.ZodType | undefined) => z.ZodType,
  isStripping: boolean,
): z.ZodType {
  const isStrict = def.catchall !== undefined && definition(def.catchall).type === "never";
  const catchall = isStrict && isStripping ? { catchall: undefined } : {};
  const object = copy(mapped(schema, def, of, { checks: [] }), catchall);
  return z.any().transform((value, ctx) => {
    const result = askZod(object, value);
    const isInstance = typeof value === "object" && value !== null && !Array.isArray(value) && !isPlainObject(value);
    const mayPass = () => otherKeys(def, isInstance ? {} : value).some((other) => askZod(object, other).success);
    if (isInstance && (result.success || def.catchall || mayPass())) throw new Uncertain("instance");
    if (result.success) return result.data;
    if (isUnrecognized(result)) throw new Uncertain("strictRow");
    if (isPlain(value) && mayPass()) throw new Uncertain("absentKey");
    ctx.issues.push({ code: "custom", input: value, message: issuesOf(result) });
    return z.NEVER;
  });
}

function isUnrecognized({ error }: z.ZodSafeParseError<unknown>): boolean {
  return error.issues.every(({ code, path }) => code === "unrecognized_keys" && path.length === 0);
}

/** Keys of an enum are members. Of others, the checks of the key's schema are checks. */
function looseRecord(
  schema: z.ZodType,
  def: Definition,
  of: (inner: z.ZodType | undefined) => z.ZodType,
  isStripping: boolean,
): z.ZodType {
  const names = def.keyType?._zod.values;
  const record = mapped(schema, def, of, { checks: [] });
  const anyKey = z.record(z.string(), of(def.valueType));
  return z.any().transform((value, ctx) => {
    const result = askZod(record, value);
    if (result.success) return result.data;
    if (names && isUnrecognized(result)) {
      if (!isStripping) throw new Uncertain("strictRow");
      const known = Object.entries(value).filter(([name]) => names.has(name));
      return record.parse(Object.fromEntries(known));
    }
    if (!names && askZod(anyKey, value).success) throw new Uncertain("recordKey");
    ctx.issues.push({ code: "custom", input: value, message: issuesOf(result) });
    return z.NEVER;
  });
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && isPlainObject(value);
}

/** The same object without its undefined members, and with all that are declared. */
function otherKeys({ shape = {} }: Definition, value: object): object[] {
  const defined = Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
  const blank = Object.fromEntries(Object.keys(shape).map((name) => [name, undefined]));
  return [defined, { ...blank, ...value }];
}

function customOutput(schema: z.ZodType): z.ZodType {
  return z.any().transform((value, ctx) => {
    if (askZod(schema, value).success) return value;
    if (instanceClass(schema) === undefined) throw new Uncertain("customRow");
    ctx.issues.push({ code: "custom", input: value, message: "no instance" });
    return z.NEVER;
  });
}

/** The member that Zod chooses, with what Zod strips. */
function choice(def: Definition, of: (inner: z.ZodType | undefined) => z.ZodType): z.ZodType {
  const options = (def.options ?? []).map((option) => ({ option, loose: of(option) }));
  return z.any().transform((value, ctx) => {
    const chosen = options.filter(({ option }) => askZod(strictOutput(option), value).success);
    if (isExclusive(def) && chosen.length > 1) throw new Uncertain("severalXor");
    if (chosen[0]) {
      const result = askZod(chosen[0].loose, value);
      if (result.success) return result.data;
    }
    if (options.some(({ loose }) => askZod(loose, value).success)) throw new Uncertain("onlyChecks");
    ctx.issues.push({ code: "custom", input: value, message: "no member of the union" });
    return z.NEVER;
  });
}
