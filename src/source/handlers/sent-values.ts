import { ApiError, BadRequest, NotFound } from "../../define/errors.js";
import { filterParameter, joinSegments } from "../../wire/include-path.js";
import type { CallRules, HandlerInput } from "./handler-input.js";
import { partsOf } from "../options/joined-filters.js";
import { readFilter } from "./names.js";
import type { Entry, Registry } from "./registry.js";
import type { Condition, FieldCondition, Id, OrderTerm, Session, Slice, Store } from "../store/store.js";

/** A value of the request that only the storage can read. */
export interface SentValue {
  /** Called after a statement with the value failed. */
  canRead(session: Session): Promise<boolean>;
  /** The response if it cannot. */
  error(cause: unknown): ApiError;
}

/**
 * Runs statements with values of the request. If they fail, and the storage cannot read one of the values, that one is to blame. Every
 * other failure is the server's.
 */
export async function readingSent<T>(
  store: Store,
  session: Session,
  sent: readonly SentValue[],
  run: (session: Session) => Promise<T>,
): Promise<T> {
  if (sent.length === 0) return run(session);
  try {
    // The caller's transaction must go on after a value that cannot be read.
    return await (store.isInTransaction(session) ? store.transaction(session, run) : run(session));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    for (const each of sent) if (!(await each.canRead(session))) throw each.error(error);
    throw error;
  }
}

/** The keys of cursors: a client can make one up. */
export function sentKeys(
  store: Store,
  order: readonly OrderTerm[],
  slice: Slice & { readonly kind: "keyset" },
): SentValue[] {
  return (["after", "before"] as const).flatMap((name) => {
    const keys = slice[name];
    if (keys === undefined) return [];
    const canRead = (session: Session) => store.canReadKeys(session, order, keys);
    return { canRead, error: badParameter(`page[${name}]`, "is not a cursor of this list.") };
  });
}

/** What the filters of a request mean, and the values in them that only the storage can read. */
interface FilterConditions {
  readonly conditions: Condition[];
  readonly sent: SentValue[];
}

/** Adds the condition that a row meets all filters of one of the groups. */
export function addGroups(
  registry: Registry,
  type: string,
  groups: NonNullable<HandlerInput["any"]>,
  { filter }: CallRules,
  { conditions, sent }: FilterConditions,
): void {
  const any: Condition[] = [];
  for (const [index, group] of groups.entries()) {
    const ofGroup = filterConditions(
      registry,
      type,
      group,
      { ...(filter && { filter }) },
      undefined,
      joinSegments("any", index, ""),
    );
    any.push({ kind: "joined", of: "all", conditions: ofGroup.conditions });
    sent.push(...ofGroup.sent);
  }
  conditions.push({ kind: "joined", of: "any", conditions: any });
}

/**
 * @param path The include path in the URL, if the filters are those of an include.
 * @param within What begins the names in the URL.
 */
export function filterConditions(
  registry: Registry,
  type: string,
  filter: Readonly<Record<string, unknown>>,
  rules: CallRules,
  path?: string,
  within = "",
): FilterConditions {
  const conditions: Condition[] = rules.where === undefined ? [] : [{ kind: "native", condition: rules.where }];
  const sent: SentValue[] = [];
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined) continue;
    const rule = rules.filter?.[name];
    if (rule) {
      rejectIllegalText(within + name, value, path);
      const condition = rule(value as never); // typed by the caller's signature
      if (condition !== undefined) conditions.push({ kind: "native", condition });
      continue;
    }
    const condition = readFilter(registry, type, name, value);
    if (typeof condition === "string")
      throw new TypeError(`"${type}" has no rule for the filter "${name}": ${condition}`);
    conditions.push(condition);
    for (const part of partsOf(condition)) {
      if (part.kind === "own") rejectIllegalText(within + name, value, path);
      const sentValue = part.kind === "field" && sentFilter(registry.get(type).store, within + name, part, path);
      if (sentValue) sent.push(sentValue);
    }
  }
  return { conditions, sent };
}

/** A condition of the app's own uses the value as it is. The operators of fields find nothing with such a text. */
function rejectIllegalText(name: string, value: unknown, path: string | undefined): void {
  const found = illegalText(value);
  if (found === undefined) return;
  const parameter = filterParameter(name, path);
  throw new BadRequest(`${parameter} must not contain ${found}.`, { source: { parameter } });
}

/** The value of a filter, if only the store can read it. */
function sentFilter(
  store: Store,
  name: string,
  condition: FieldCondition,
  path: string | undefined,
): SentValue | undefined {
  const canRead = store.readCheck?.(condition);
  if (canRead === undefined) return undefined;
  const field = [...condition.path, condition.field].join(".");
  return { canRead, error: badParameter(filterParameter(name, path), `is not a value that "${field}" can have.`) };
}

/** Ids that only the store can read. One that it cannot read does not exist. */
export function sentIds({ spec, store }: Entry, ids: readonly Id[], field?: string): SentValue[] {
  const sent: SentValue[] = [];
  for (const id of ids) {
    const canRead = store.readCheck?.({ kind: "field", path: [], field: "id", operator: "eq", value: id });
    if (canRead) sent.push({ canRead, error: (cause) => noResource(spec.type, id, field, cause) });
  }
  return sent;
}

function badParameter(parameter: string, problem: string): SentValue["error"] {
  return (cause) => new BadRequest(`${parameter} ${problem}`, { cause, source: { parameter } });
}

export function noResource(type: string, id: Id, field?: string, cause?: unknown): NotFound {
  return new NotFound(`"${type}" has no resource with the id ${id}.`, { cause, ...(field !== undefined && { field }) });
}

/**
 * What a text in a value contains that Postgres cannot store or compare: the character U+0000, or half of a surrogate pair, which
 * drivers would replace by another character.
 */
export function illegalText(value: unknown): string | undefined {
  if (typeof value === "string") {
    if (value.includes("\0")) return "the character U+0000";
    return /\p{Surrogate}/u.test(value) ? "a lone surrogate" : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return firstIllegal(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  return firstIllegal(Object.keys(value)) ?? firstIllegal(Object.values(value));
}

function firstIllegal(values: readonly unknown[]): string | undefined {
  for (const each of values) {
    const found = illegalText(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
