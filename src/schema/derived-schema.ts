import { dropped } from "./dropped.js";
import { z } from "zod";
import { copyJson, isAnyJson, NOT_JSON } from "./any-json.js";
import { cloneWith } from "./clone-with.js";
import { copyValue } from "./copy-value.js";
import { decoderOf } from "./decoder.js";
import { keysFirst, rejecting, unwaited, waitedChecks, type Step, stepSchema, intersectionStep } from "./step.js";
import { hasChoiceInside } from "./may-be.js";
import { mayWait } from "./run-schema.js";
import { allowsUndefined, type Purpose, type SchemaNode, type Side, type UnionNode } from "./node.js";
import { isInherited, memberOf, ownMembersOnly } from "./own-members.js";
import { ParseState } from "./parse-state.js";
import { schemaNode } from "./schema-node.js";
import { isTagged, type TagTable, tagTable } from "./tags.js";
import { decodeTree, type Matches } from "./tree-decoder.js";

type Schema = z.core.$ZodType;

/** A cache of derived schemas. `unfinished` detects a schema that contains itself. */
class Derived {
  readonly known = new WeakMap<Schema, Schema>();
  readonly unfinished = new Set<Schema>();
  /** The placeholders for unfinished schemas. */
  readonly lazies: z.core.$ZodLazy[] = [];
}

const derived: Readonly<Record<Purpose, Derived>> = {
  json: new Derived(),
  exact: new Derived(),
  output: new Derived(),
};

/**
 * Derives a schema that behaves like the original, except that
 *
 * - it parses JSON or validates output, depending on its purpose;
 * - a union parses with the option that the tag selects, and runs each option once per value. Zod repeats them at each
 *   level, which takes exponential time for nested unions and intersections;
 * - it copies defaults, so that no two requests share one.
 */
export function derivedSchema(schema: Schema, purpose: Purpose): Schema {
  return new Deriver(purpose).derive(schema);
}

class Deriver {
  readonly #purpose: Purpose;
  readonly #side: Side;
  readonly #derived: Derived;

  constructor(purpose: Purpose) {
    this.#purpose = purpose;
    this.#side = purpose === "output" ? "output" : "input";
    this.#derived = derived[purpose];
  }

  derive(schema: Schema): Schema {
    const { known, unfinished, lazies } = this.#derived;
    const found = known.get(schema);
    if (found !== undefined) return found;
    if (unfinished.has(schema)) {
      const lazy = new z.core.$ZodLazy({ type: "lazy", getter: () => this.derive(schema) });
      lazies.push(lazy);
      return lazy;
    }
    unfinished.add(schema);
    let made: Schema;
    try {
      made = this.#make(schema as z.core.$ZodTypes); // `schemaNode` throws for other kinds
    } catch (error) {
      lazies.length = 0;
      throw error;
    } finally {
      unfinished.delete(schema);
    }
    known.set(schema, made);
    // Zod looks for cycles at its first parse. It would follow every path through lazies that are not resolved yet.
    if (unfinished.size === 0) for (const lazy of lazies.splice(0)) void lazy._zod.innerType;
    return made;
  }

  /** Derives a child of a schema whose children Zod may parse concurrently. */
  #inside(outside: Schema, schema: Schema): Schema {
    const isNever = schema._zod.def.type === "never"; // Zod recognizes a strict object by this type
    return mayWait(outside) && !isNever ? rejecting(this.derive(schema)) : this.derive(schema);
  }

  #make(schema: z.core.$ZodTypes): Schema {
    if (this.#purpose === "json" && decodesTree(schema)) return this.#withDecodedTree(schema);
    const copy = this.#withChildren(schema);
    const decode = this.#purpose === "json" ? decoderOf(schema) : undefined;
    if (decode === undefined) return copy;
    return stepSchema(copy, (payload, context) => {
      payload.value = decode(payload.value);
      return copy._zod.run(payload, context);
    });
  }

  /** Decodes the whole value before Zod parses it as typed values. */
  #withDecodedTree(schema: Schema): Schema {
    const exact = derivedSchema(schema, "exact");
    const node = schemaNode(schema, "input");
    return stepSchema(exact, (payload, context) => {
      payload.value = decodeTree(
        node,
        payload.value,
        (option, value) => matchesJson(option, value, context),
        ParseState.of(context),
      );
      return exact._zod.run(payload, context);
    });
  }

  #withChildren(schema: z.core.$ZodTypes): Schema {
    const { def } = schema._zod;
    switch (def.type) {
      case "array":
        return this.#copy(schema, { element: this.#inside(schema, def.element) });
      case "set":
        return this.#copy(schema, { valueType: this.#inside(schema, def.valueType) });
      case "map":
        return this.#copy(schema, {
          keyType: this.#inside(schema, def.keyType),
          valueType: this.#inside(schema, def.valueType),
        });
      case "record": {
        const waits = mayWait(def.keyType);
        const key = derivedSchema(def.keyType, "exact"); // keys are not JSON
        const keyType = waits ? unwaited(key) : key;
        const copy = this.#copy(schema, { keyType, valueType: this.#inside(schema, def.valueType) });
        const record = waits ? keysFirst(copy, keyType) : copy;
        return [...(def.keyType._zod.values ?? [])].some(isInherited) ? ownMembersOnly(record) : record;
      }
      case "tuple": {
        const items = def.items.map((item) => this.#inside(schema, item));
        return this.#copy(schema, {
          items: sameOr(def.items, items),
          rest: def.rest && this.#inside(schema, def.rest),
        });
      }
      case "object": {
        const names = Object.keys(def.shape);
        const members = names.map((name) => this.#inside(schema, def.shape[name] as Schema));
        const isSame = names.every((name, index) => def.shape[name] === members[index]);
        const shape = isSame ? def.shape : Object.fromEntries(names.map((name, index) => [name, members[index]]));
        const copy = this.#copy(schema, { shape, catchall: def.catchall && this.#inside(schema, def.catchall) });
        return names.some(isInherited) ? ownMembersOnly(copy) : copy;
      }
      case "union":
        return this.#union(schema, def);
      case "intersection": {
        const sides = { left: this.#inside(schema, def.left), right: this.#inside(schema, def.right) };
        const { schema: copy, step } = intersectionStep(sides, (both) => this.#copy(schema, both));
        return stepSchema(copy, once(copy, schemaNode(schema, this.#side), step));
      }
      case "nullable":
      case "optional":
      case "nonoptional":
      case "readonly":
        return this.#copy(schema, { innerType: this.derive(def.innerType) });
      case "success":
        if (this.#side === "output") return new z.core.$ZodBoolean({ type: "boolean" });
        return this.#copy(schema, { innerType: this.derive(def.innerType) });
      case "default":
      case "prefault":
        return this.#withDefault(schema, def);
      case "catch": {
        const innerType = this.derive(def.innerType);
        if (this.#side === "output") return plusChecks(innerType, def);
        return this.#copy(schema, {
          innerType,
          catchValue: (context: z.core.$ZodCatchCtx) => copyValue(def.catchValue(context)),
        });
      }
      case "lazy":
        return plusChecks(this.derive((schema as z.core.$ZodLazy)._zod.innerType), def);
      case "pipe":
        if (this.#side === "output") return plusChecks(this.derive(def.out), def);
        // The second schema gets the first one's output, which is not JSON.
        return this.#copy(schema, { in: this.derive(def.in), out: derivedSchema(def.out, "exact") });
      case "string":
      case "number":
      case "boolean":
      case "bigint":
      case "date": // an output value is already converted
        return this.#copy(schema, this.#side === "output" ? { coerce: undefined } : {});
      case "transform":
        return this.#side === "output"
          ? plusChecks(new z.core.$ZodUnknown({ type: "unknown" }), def)
          : this.#copy(schema, {});
      default:
        return this.#copy(schema, {});
    }
  }

  #withDefault(schema: Schema, def: z.core.$ZodDefaultDef | z.core.$ZodPrefaultDef): Schema {
    const innerType = this.derive(def.innerType);
    if (this.#side === "output") {
      const isFilledIn = def.type === "default" && allowsUndefined(schemaNode(def.innerType, "output"));
      return plusChecks(isFilledIn ? new z.core.$ZodNonOptional({ type: "nonoptional", innerType }) : innerType, def);
    }
    const properties = { innerType };
    Object.defineProperty(properties, "defaultValue", { get: () => copyValue(def.defaultValue), enumerable: true });
    return cloneWith(schema, properties);
  }

  #union(schema: Schema, def: z.core.$ZodUnionDef): Schema {
    const options = def.options.map((option, place) =>
      this.#option(schema, this.derive(option), place, mayWait(option)),
    );
    const all = this.#copy(schema, { options: sameOr(def.options, options) });
    const node = schemaNode(schema, this.#side) as UnionNode; // of a union
    const table = tagTable(node, this.#side);
    const single = (option: Schema) => plusChecks(new z.core.$ZodUnion({ type: "union", options: [option] }), def);
    const pick = table === undefined ? () => all : picker(table, options.map(single), all);
    const step: Step = (payload, context) => pick(payload.value)._zod.run(payload, context);
    const parsed = once(all, node, step);
    if (!isAnyJson(node)) return stepSchema(all, parsed);
    return stepSchema(all, (payload, context) => {
      const copy = copyJson(payload.value);
      if (copy === NOT_JSON) return parsed(payload, context);
      payload.value = copy;
      return payload;
    });
  }

  /** For output, records the option if it accepts the value, or if only checks and undeclared members fail. */
  #option(union: Schema, option: Schema, place: number, waits: boolean): Schema {
    if (this.#purpose !== "output") return waits ? unwaited(option) : option;
    return stepSchema(option, (payload, context) => {
      const { value } = payload;
      const result = option._zod.run(payload, context);
      if (result instanceof Promise)
        dropped(result); // writing a response is synchronous
      else if (result.issues.length === 0) ParseState.of(context).choose(union, value, place);
      else if (!z.core.util.aborted(result)) ParseState.of(context).chooseIfNone(union, value, place);
      return result;
    });
  }

  /** Copies a schema with other children. Returns the schema itself if they are the same. */
  #copy(schema: Schema, children: Readonly<Record<string, unknown>>): Schema {
    const def = schema._zod.def as unknown as Readonly<Record<string, unknown>>; // read by the names of the children
    const { checks } = schema._zod.def;
    const changes = checks === undefined ? children : { ...children, checks: waitedChecks(checks) };
    const isSame = Object.entries(changes).every(([name, child]) => def[name] === child);
    return isSame ? schema : cloneWith(schema, changes);
  }
}

/** Whether a schema accepts plain JSON. Asynchronous checks count as passed. */
function matchesJson(schema: Schema, value: unknown, context: z.core.ParseContextInternal): ReturnType<Matches> {
  const result = derivedSchema(schema, "json")._zod.run({ value, issues: [] }, context);
  if (result instanceof Promise) {
    dropped(result);
    return "yes";
  }
  if (result.issues.length === 0) return "yes";
  return z.core.util.aborted(result) ? "no" : "nearly";
}

/** Whether the values of a kind must be decoded before Zod parses them: see `decodeTree`. */
function decodesTree(schema: z.core.$ZodTypes): boolean {
  const { type } = schema._zod.def;
  return type === "intersection" || type === "set" || type === "map";
}

/** Selects the option by the value's tag, or `all` if the tag matches none. */
function picker({ key, optionOf }: TagTable, options: readonly Schema[], all: Schema): (value: unknown) => Schema {
  return (value) => {
    const place = isTagged(value) ? optionOf.get(memberOf(value, key)) : undefined;
    return place === undefined ? all : (options[place] as Schema);
  };
}

const NEGATIVE_ZERO = Symbol("-0"); // a map does not distinguish it from 0

/** Runs a step once per value, and repeats its result. */
function once(schema: Schema, node: SchemaNode, step: Step): Step {
  const repeatsScalars = hasChoiceInside(node);
  return (payload, context) => {
    const { value } = payload;
    if (!repeatsScalars && (typeof value !== "object" || value === null)) return step(payload, context);
    const key = Object.is(value, -0) ? NEGATIVE_ZERO : value;
    const state = ParseState.of(context);
    const known = state.recall(schema, key, payload);
    if (known !== undefined) return known;
    const before = payload.issues.length;
    const result = step(payload, context);
    state.keep(schema, key, result, before);
    return result;
  };
}

/** Adds the checks of the schema that is replaced. */
function plusChecks(schema: Schema, { checks = [] }: z.core.$ZodTypeDef): Schema {
  if (checks.length === 0) return schema;
  return cloneWith(schema, { checks: waitedChecks([...(schema._zod.def.checks ?? []), ...checks]) });
}

function sameOr(before: readonly Schema[], after: readonly Schema[]): readonly Schema[] {
  return before.every((schema, index) => schema === after[index]) ? before : after;
}
