import type { z } from "zod";
import { joinSegments, segmentsOf } from "../wire/include-path.js";
import { OPERATIONS } from "../wire/operations.js";
import { fail, methodOf, type OperationSpec, operationName } from "../define/model/operation.js";
import { Problems } from "../define/model/problems.js";
import { targetTypes } from "../define/model/resource.js";
import type { OperationInfo } from "../define/types/operation-info.js";
import { isValueList, memberSchemas, valueTypes } from "../define/model/value-types.js";
import { isLinkedPage, sortNames } from "../define/model/list-options.js";
import type { CursorCodec } from "./handlers/cursor.js";
import { relatedOrder } from "./handlers/members.js";
import { namesIn, partsOf } from "./options/joined-filters.js";
import { unlikeMembers } from "./options/members-filter.js";
import { cursorProblem, hiddenField, orderOf, ownFilter, readFilter, readSort } from "./handlers/names.js";
import { type Entry, entryAt, type Registry, relationshipOf } from "./handlers/registry.js";
import { type FieldCondition, LIST_OPERATORS, OPERATORS } from "./store/store.js";

/** What an operation's options ask of a source. */
interface Checked {
  readonly operation: OperationSpec;
  readonly registry: Registry;
  /** The source of the rows that the operation lists. */
  readonly listed: Entry;
  readonly cursors: CursorCodec;
}

/**
 * Throws for what no rule covers. `t.router` calls it for handlers that are passed as they are.
 *
 * @param served The operation that the handler was made for.
 */
export function checkOperation(
  operation: OperationSpec,
  served: OperationInfo,
  registry: Registry,
  entry: Entry,
  cursors: CursorCodec,
  hasTransaction: boolean,
): void {
  const problems = new Problems();
  problems.collect(() => registry.prepare());
  problems.collect(() => {
    if (!registry.isSound(entry)) return; // what follows would follow from it
    checkServed(operation, served, entry);
    checkVersion(operation, hasTransaction);
    const { relationship } = operation.info;
    const among = relationship === undefined ? [entry] : relatedEntries(registry, entry, relationship);
    for (const listed of among) {
      const checked = { operation, registry, listed, cursors };
      checkFilters(checked);
      checkSorts(checked);
    }
    checkIncludes(operation, registry, among);
    checkWritten(operation, entry);
    checkRemovals(operation, entry);
    checkCreate(operation, entry);
  });
  problems.throwAll(operationName(operation.info));
}

/**
 * Throws what is wrong with the sources. It also throws if an operation of one source could tell what other scopes contain, also one whose
 * handler the app wrote.
 */
export function checkSources(operations: readonly OperationSpec[], registry: Registry, entry: Entry): void {
  const problems = new Problems();
  problems.collect(() => registry.prepare());
  if (registry.isSound(entry)) {
    for (const operation of operations) problems.collect(() => checkConflicts(operation, entry));
  }
  problems.throwAll(`data.source(${entry.spec.type})`);
}

/** Their handlers may write by the source, so those of actions may write all that clients can. */
function checkConflicts(operation: OperationSpec, { spec, store }: Entry): void {
  const { kind, relationship } = operation.info;
  const isAction = OPERATIONS[kind].target === "action" && methodOf(operation) !== "GET";
  const isInsert = kind === "createOne" || isAction;
  if (isInsert) store.checkWritten?.(spec.createFields, true);
  if (kind === "editOne" || isAction) store.checkWritten?.(spec.editFields, false);
  if (RELATING.has(kind) && relationship !== undefined) store.checkWritten?.([relationship], false);
}

/** A response must show the row as its own write left it, so both are in one transaction. */
function checkVersion(operation: OperationSpec, hasTransaction: boolean): void {
  const { info, resource } = operation;
  if (resource.version === undefined) return;
  if (resource.version.kind === "date") {
    const must = `a source counts versions, so the version "${resource.version.field}" must be z.int().`;
    throw new TypeError(`data.source(${info.type}): ${must}`); // one problem for all operations, as the next
  }
  if (hasTransaction || OPERATIONS[info.kind].method === "GET") return;
  throw new TypeError(
    `t.router: "${info.type}" has a version, so its writes need a transaction. Write t.router(routes, { transaction: data.transaction }).`,
  );
}

function relatedEntries(registry: Registry, entry: Entry, name: string): Entry[] {
  return targetTypes(relationshipOf(entry, name)).map((type) => {
    const target = registry.get(type);
    return { ...target, orderBy: relatedOrder(entry, name, target) };
  });
}

/** The compiler compares rows and ids only, and those of two relationships can be the same. */
function checkServed(operation: OperationSpec, served: OperationInfo, entry: Entry): void {
  const { type, kind, relationship } = operation.info;
  const isOfRows = kind === "getRelationship" && served.kind === "getRelated"; // linkage is made from rows, too
  const isServed = type === served.type && relationship === served.relationship && (kind === served.kind || isOfRows);
  if (!isServed) {
    const method = relationship === undefined ? kind : `${kind}("${relationship}")`;
    fail(
      operation,
      `the handler is from a source, for ${operationName(served)}. Pass ${method} of the source of "${type}".`,
    );
  }
  if (operation.resource === entry.spec) return;
  fail(
    operation,
    `the handler is from a source of another resource named "${type}". Make the source of this resource.`,
  );
}

function checkFilters({ operation, registry, listed }: Checked): void {
  for (const [name, schema] of Object.entries(operation.options.filter ?? {})) {
    const read = readFilter(registry, listed.spec.type, name);
    if (typeof read === "string") fail(operation, `no rule for the filter "${name}": ${read}`);
    for (const part of partsOf(read)) {
      const unlike =
        part.kind === "field"
          ? unlikeField(registry, listed, part, schema)
          : part.kind === "members"
            ? unlikeMembers(part, schema)
            : undefined;
      if (unlike !== undefined) fail(operation, `no rule for the filter "${name}": ${unlike}`);
    }
    checkReads(operation, registry, listed, "filter", name);
  }
}

/** The sentence for a filter whose values are of another type than its field. The compiler does not see the fields of related resources. */
function unlikeField(registry: Registry, listed: Entry, condition: FieldCondition, schema: z.ZodType) {
  const { path, field, part, inside, operator } = condition;
  const given = valueTypes(schema);
  const { spec } = entryAt(registry, listed, path);
  const { target, targets } = spec.relationships.get(field) ?? {};
  if (targets) {
    const takes = part === undefined ? ["boolean"] : part === "type" ? ["string"] : ["string", "number"];
    if (given === undefined || [...given].every((type) => takes.includes(type))) return undefined;
    const what = part === undefined ? '"isnull"' : `"${joinSegments(field, part)}"`;
    return `${what} takes ${takes.join(" or ")}, but its schema gives ${[...given].join(" or ")}. Change the schema.`;
  }
  const holder = target === undefined ? spec : registry.get(target).spec;
  const attribute = inside?.schema ?? (target === undefined ? spec.attributes.get(field) : undefined);
  const [member] = (given && !inside && attribute ? memberSchemas(attribute)?.keys() : undefined) ?? [];
  if (member !== undefined && operator !== "isnull") {
    const use = `Name a value in it, such as "${joinSegments(field, member, operator)}".`;
    return `"${field}" of "${spec.type}" is an object, which has no "${operator}". ${use}`;
  }
  const isList = attribute !== undefined && isValueList(attribute);
  const isOfList = LIST_OPERATORS.has(operator);
  if (isOfList !== isList && operator !== "isnull" && inside === undefined) {
    const use = OPERATORS.filter((each) => each === "isnull" || LIST_OPERATORS.has(each) === isList).join(", ");
    return `"${field}" of "${spec.type}" is ${isList ? "a list" : "not a list"}, which has no "${operator}". Use ${use}.`;
  }
  if (isOfList && isValueList(schema) === (operator === "has")) {
    return `"${operator}" takes ${operator === "has" ? "one value" : "a list"}. Change the schema.`;
  }
  const held = attribute ? valueTypes(attribute) : new Set([holder.idKind === "int" ? "number" : "string"]);
  const wanted = operator === "isnull" ? new Set(["boolean"]) : held;
  if (given === undefined || wanted === undefined || [...given].some((type) => wanted.has(type))) return undefined;
  const what =
    operator === "isnull" ? '"isnull"' : `"${[field, ...(inside?.members ?? [])].join(".")}" of "${spec.type}"`;
  return `${what} takes ${[...wanted].join(" or ")}, but its schema gives ${[...given].join(" or ")}. Change the schema.`;
}

function checkSorts({ operation, registry, listed, cursors }: Checked): void {
  const { sort, page } = operation.options;
  for (const { field } of listed.orderBy) {
    const read = readSort(registry, listed.spec.type, field);
    if (typeof read === "string") fail(operation, `no rule for "${field}" in the source's orderBy: ${read}`);
    if (read.by) fail(operation, `"${field}" in the source's orderBy needs a filter, which a request may leave out.`);
  }
  const names = [...(sortNames(sort ?? [])?.keys() ?? [])];
  for (const name of names) {
    const read = readSort(registry, listed.spec.type, name);
    if (typeof read === "string") fail(operation, `no rule for the sort "${name}": ${read}`);
    const { filter } = read.by ?? {};
    if (filter !== undefined && operation.options.filter?.[filter] === undefined)
      fail(operation, `the sort "${name}" needs the filter "${filter}". Declare it: filter: { ${filter}: … }.`);
    checkReads(operation, registry, listed, "sort", name);
  }
  if (page === undefined || !isLinkedPage(page) || page["~page"] !== "cursor") return;
  for (const name of [...names, ...listed.orderBy.map(({ field }) => field)]) {
    const { type } = listed.spec;
    const order = orderOf(registry, type, [{ field: name, order: "asc" }]);
    const problem = cursorProblem(registry, type, order, cursors);
    if (problem !== undefined) fail(operation, `the sort "${name}" ${problem}`);
  }
}

/**
 * Throws where a declared filter or sort tells a field that some callers cannot see. The core compares names only, so an alias or
 * an expression would hide what it reads.
 */
function checkReads(
  operation: OperationSpec,
  registry: Registry,
  listed: Entry,
  option: "filter" | "sort",
  name: string,
  within: readonly string[] = [],
): void {
  const { spec, store } = listed;
  const rule = option === "filter" ? ownFilter(registry, spec.type, name, within) : store.sorts.get(name);
  if (rule === undefined && within.length === 0) return;
  const names = rule?.joined ? namesIn(rule.joined) : rule?.alias;
  if (names !== undefined) {
    for (const each of [names].flat()) checkReads(operation, registry, listed, option, each, [...within, name]);
    return;
  }
  const reads = rule ? rule.reads : [name];
  if (reads === undefined) {
    if (spec.visible.size === 0 && spec.writeOnly.size === 0) return;
    fail(operation, `the ${option} "${name}" must say what it reads: { reads: ["…"], … }, or reads: [] for no field.`);
  }
  for (const path of reads) {
    const hidden = hiddenField(registry, spec, segmentsOf(path));
    if (hidden === undefined) continue;
    const why = hidden.isWriteOnly ? "is writeOnly." : "some callers cannot see. Use the field's own name.";
    fail(operation, `the ${option} "${within[0] ?? name}" reads "${hidden.field}", which ${why}`);
  }
}

function checkIncludes(operation: OperationSpec, registry: Registry, among: readonly Entry[]): void {
  for (const path of operation.options.include ?? []) {
    let entries = among;
    for (const name of segmentsOf(path)) {
      const next: Entry[] = [];
      for (const entry of entries) {
        for (const type of targetTypes(entry.spec.relationships.get(name))) {
          if (registry.has(type)) registry.get(type); // throws what is wrong with it, from which the next would follow
          if (entry.store.relationship(name) === undefined)
            fail(operation, `include "${path}": nothing says how "${name}" of "${entry.spec.type}" is stored.`);
          next.push(registry.get(type));
        }
      }
      entries = next;
    }
  }
}

/** A handler that is passed as it is sets no other columns. */
function checkCreate(operation: OperationSpec, { store }: Entry): void {
  if (operation.info.kind !== "createOne") return;
  const { createFields, omittable, version } = operation.resource;
  const filled = new Set(version && [version.field]);
  for (const name of createFields) if (!omittable.has(name)) filled.add(name);
  const column = store.unfilled?.(filled);
  if (column === undefined) return;
  fail(operation, `nothing fills "${column}", which must not be null. Set it: values: (ctx) => ({ ${column}: … }).`);
}

const RELATING: ReadonlySet<string> = new Set(["editRelationship", "addToRelationship", "resetRelationship"]);

/** A handler that is passed as it is writes the fields as they were sent. */
function checkWritten(operation: OperationSpec, { store }: Entry): void {
  const { kind, relationship } = operation.info;
  if (store.readOnly !== undefined && OPERATIONS[kind].method !== "GET") fail(operation, store.readOnly);
  const list = kind === "createOne" ? "createFields" : kind === "editOne" ? "editFields" : undefined;
  const written = RELATING.has(kind) && relationship !== undefined ? [relationship] : [];
  const fields = list ? operation.resource[list] : written;
  const problem = store.unwritable?.(fields, kind !== "createOne");
  if (problem !== undefined) fail(operation, `${problem} ${list ? `Remove it from ${list}` : "Remove the operation"}.`);
  for (const name of fields) {
    const unfilled = store.unfilledPairs?.(name);
    if (unfilled !== undefined) fail(operation, unfilled);
  }
}

/** A member that cannot be without a parent cannot be removed from one. */
function checkRemovals(operation: OperationSpec, { store }: Entry): void {
  const { info, resource } = operation;
  const names =
    info.kind === "removeFromRelationship" || info.kind === "resetRelationship"
      ? [info.relationship ?? ""]
      : info.kind === "editOne"
        ? [...resource.editFields]
        : [];
  for (const name of names) {
    const reason = store.relationship(name)?.keepsMembers;
    if (reason !== undefined) {
      fail(operation, `members of "${name}" cannot be removed: ${reason}.`);
    }
  }
}
