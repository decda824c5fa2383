import { Problems } from "../define/model/problems.js";
import type { ResourceSpec } from "../define/model/resource.js";
import { isValueList, valueTypes } from "../define/model/value-types.js";
import { accepts } from "../schema/run-schema.js";
import { partsOf } from "./options/joined-filters.js";
import type { MemberValue } from "./options/member-value.js";
import { readFilter } from "./handlers/names.js";
import { type Entry, entryAt, type Registry } from "./handlers/registry.js";

/** A field that a value reads, in the resource that has it. */
type Read = readonly [of: ResourceSpec, field: string];

// A declared type, so that the compiler knows that such a function throws.
type Fail = (problem: string) => never;

/** The parts of the condition that a filter of members stands for. */
function conditionsOf(registry: Registry, { spec }: Entry, name: string, fail: Fail, value?: unknown) {
  const condition = readFilter(registry, spec.type, name, value);
  return typeof condition === "string"
    ? fail(`has no rule for the filter "${name}": ${condition}`)
    : partsOf(condition);
}

/** The fields that a filter reads, and the relationships that lead to them. Undefined: it does not say. */
function filterReads(registry: Registry, target: Entry, name: string, fail: Fail): readonly Read[] | undefined {
  const all: Read[] = [];
  for (const condition of conditionsOf(registry, target, name, fail)) {
    if (condition.kind === "own") {
      const { reads } = target.store.filters.get(condition.name) ?? {};
      if (reads === undefined) return undefined;
      for (const path of reads) all.push(...(filterReads(registry, target, path, fail) ?? []));
    }
    const steps = condition.kind === "field" ? [...condition.path, condition.field] : [];
    for (const [index, step] of steps.entries()) {
      const { spec } = entryAt(registry, target, steps.slice(0, index));
      all.push([spec, step]); // the name of a type is a field of none
    }
  }
  return all;
}

/** The types whose rows a value depends on, apart from its own. */
export function memberTypes(registry: Registry, { spec }: Entry, value: MemberValue): ReadonlySet<string> {
  const target = registry.get(spec.relationships.get(value["~members"])?.target ?? "");
  const types = new Set([target.spec.type]);
  for (const name of Object.keys(value.filter)) {
    for (const [of, field] of filterReads(registry, target, name, failed) ?? []) {
      types.add(of.type);
      const { many, target } = of.relationships.get(field) ?? {};
      if (many && target !== undefined) types.add(target);
    }
  }
  return types;
}

function failed(problem: string): never {
  throw new TypeError(problem); // not after `checkMemberValues`
}

/** Throws for values of members that cannot be computed, and for those that would tell what is hidden. Called when all sources are known. */
export function checkMemberValues(
  registry: Registry,
  spec: Entry["spec"],
  values: ReadonlyMap<string, MemberValue>,
): void {
  const problems = new Problems();
  for (const [name, value] of values) problems.collect(() => checkMemberValue(registry, spec, name, value));
  problems.throwAll(`data.source(${spec.type})`);
}

function checkMemberValue(registry: Registry, spec: ResourceSpec, name: string, value: MemberValue): void {
  const where = `data.source(${spec.type}): columns: "${name}": ${value.text}`;
  const fail: Fail = (problem) => {
    throw new TypeError(`${where} ${problem}`);
  };
  const { "~members": members, use, field, filter } = value;
  const attribute = spec.attributes.get(name);
  if (attribute === undefined) fail("is for an attribute.");
  const { many, target: type = "" } = spec.relationships.get(members) ?? {};
  if (!many) {
    const toMany = [...spec.relationships].flatMap(([each, { many }]) => (many ? each : []));
    const use = toMany.length === 0 ? `"${spec.type}" has none.` : `Use ${toMany.join(", ")}.`;
    fail(`needs a to-many relationship, and "${members}" is not one. ${use}`);
  }
  for (const list of ["createFields", "editFields", "writeOnly"] as const) {
    if (spec[list].has(name)) fail(`is computed, so "${name}" is only read. Remove it from ${list}.`);
  }
  if (spec.version?.field === name) fail("cannot be the version. Name another attribute.");
  if (!registry.has(type)) return; // a problem of the relationship
  const target = registry.get(type);
  const reads: Read[] = [[spec, members]];
  if (field !== undefined) reads.push([target.spec, field]);
  for (const each of Object.keys(filter)) reads.push(...checkFilter(registry, target, each, filter[each], fail));
  checkTypes(name, attribute, use, field, target.spec, fail);
  checkReads(registry, spec, name, reads, fail);
}

/** @returns What the filter reads. */
function checkFilter(registry: Registry, target: Entry, name: string, value: unknown, fail: Fail): readonly Read[] {
  if (value === undefined) fail(`has no value for the filter "${name}". Remove it, or give it one.`);
  for (const condition of conditionsOf(registry, target, name, fail, value)) {
    if (condition.kind !== "field") continue;
    const { path, field, inside, operator } = condition;
    const schema = inside?.schema ?? entryAt(registry, target, path).spec.attributes.get(field);
    const wanted = operator === "isnull" ? new Set(["boolean"]) : schema && valueTypes(schema);
    const odd = [value].flat().find((each) => each !== null && wanted?.has(kindOf(each)) === false);
    if (odd !== undefined)
      fail(`gives the filter "${name}" a ${kindOf(odd)}, but it takes ${[...(wanted ?? [])].join(" or ")}.`);
  }
  const reads = filterReads(registry, target, name, fail);
  const { visible, writeOnly } = target.spec;
  if (reads === undefined && visible.size + writeOnly.size > 0)
    fail(`uses the filter "${name}", which must say what it reads: { reads: ["…"], … }, or reads: [] for no field.`);
  return reads ?? [];
}

function kindOf(value: unknown): string {
  return value instanceof Date ? "Date" : typeof value;
}

const COMPARABLE: ReadonlySet<string> = new Set(["number", "bigint", "string", "Date"]);

/** The compiler knows neither the members' attribute nor, in memory, the type of a count. */
function checkTypes(
  name: string,
  attribute: NonNullable<ReturnType<ResourceSpec["attributes"]["get"]>>,
  use: MemberValue["use"],
  field: string | undefined,
  target: ResourceSpec,
  fail: Fail,
): void {
  const schema = field === undefined ? undefined : target.attributes.get(field);
  if (field !== undefined && schema === undefined)
    fail(
      `reads "${field}", but "${target.type}" has no such attribute. Use ${[...target.attributes.keys()].join(", ")}.`,
    );
  const held = schema ? valueTypes(schema) : new Set(["number"]);
  const isOdd =
    schema !== undefined && (isValueList(schema) || ![...(held ?? [""])].every((kind) => COMPARABLE.has(kind)));
  if (isOdd || (use === "sum" && held?.has("Date")))
    fail(
      `reads "${field}" of "${target.type}", which is ${use === "sum" ? "not a number" : "neither a number nor a text nor a date"}.`,
    );
  const given = valueTypes(attribute);
  if (isValueList(attribute) || (held && given && ![...given].some((kind) => held.has(kind))))
    fail(
      `gives ${[...(held ?? [])].join(" or ")}, but "${name}" is ${[...(given ?? ["of another type"])].join(" or ")}. Change its schema.`,
    );
  const nothing = use === "max" || use === "min" ? null : held?.has("bigint") ? 0n : held?.has("string") ? "0" : 0;
  if (accepts(attribute, nothing) || (nothing === null && accepts(attribute, undefined))) return;
  if (nothing === null) fail(`is null without members, but "${name}" may not. Declare it .nullable().`);
  fail(`is ${nothing} without members, but the schema of "${name}" refuses that. Change its schema.`);
}

/** Throws where a value would tell a field that some callers cannot see, and where it would depend on another such value. */
function checkReads(registry: Registry, spec: ResourceSpec, name: string, reads: readonly Read[], fail: Fail): void {
  for (const [of, field] of reads) {
    const what = `reads "${field}" of "${of.type}"`;
    if (of.writeOnly.has(field)) fail(`${what}, which is writeOnly.`);
    if (registry.get(of.type).members?.has(field))
      fail(`${what}, which is computed from members, too. Write SQL for that.`);
    const rule = of.visible.get(field);
    if (rule === undefined || rule === spec.visible.get(name)) continue;
    fail(`${what}, which some callers cannot see. Hide both by the same function: visible: { ${name}: … }.`);
  }
}
