import { isFromFilter } from "./from-filter.js";
import { isJoined } from "./joined-filters.js";
import type { OwnName } from "../store/store.js";

/** A rule that a source declares by name, with what it reads: required where fields are hidden or writeOnly. */
export interface Reading<TRule> {
  /** The fields that the rule reads, as paths: `["author__email"]`. */
  readonly reads: readonly string[];
  readonly rule: TRule;
}

/** Reads the types of declared filters. Messages about a wrong name do not print it. */
export type OwnRules<TRules> = { readonly [K in keyof TRules]: TRules[K] extends string ? unknown : TRules[K] };

/** The type of the values that a declared filter takes. Another name of a filter takes any, and so does a rule that states no type. */
export type Taken<TRule> = TRule extends TakingRule<infer V> | { readonly rule: TakingRule<infer V> }
  ? [V] extends [never]
    ? unknown
    : V
  : unknown;
type TakingRule<TValue> = (value: TValue, ...more: never) => unknown;

/** What the engine must know of declared filters: a text is an alias. */
export function ownFilters(filters: Readonly<Record<string, unknown>> = {}): ReadonlyMap<string, OwnName> {
  return new Map(
    Object.entries(filters).map(([name, filter]) => [
      name,
      typeof filter === "string"
        ? { alias: filter }
        : isJoined(filter)
          ? { joined: filter }
          : { reads: readsOf(filter) },
    ]),
  );
}

/** The same of declared sorts. */
export function ownSorts(sorts: Readonly<Record<string, unknown>> = {}): ReadonlyMap<string, OwnName> {
  return new Map(
    Object.entries(sorts).map(([name, sort]) => {
      const rule = ruleOf(sort);
      return [name, { reads: readsOf(sort), filter: isFromFilter(rule) ? rule["~filter"] : undefined }];
    }),
  );
}

function readsOf(rule: unknown): readonly string[] | undefined {
  return isReading(rule) ? rule.reads : undefined;
}

/** The rule itself. */
export function ruleOf<TRule>(rule: TRule | Reading<TRule>): TRule {
  return isReading(rule) ? (rule.rule as TRule) : rule; // which `reading` took
}

function isReading(rule: unknown): rule is Reading<unknown> {
  return typeof rule === "object" && rule !== null && "reads" in rule && "rule" in rule;
}
