import { checkOptionNames } from "../../define/model/names.js";

/** The parts of a tenant's rule that are alike in every store. */
interface AnyTenantRule<TCtx = never> {
  readonly column: string;
  readonly of: (ctx: TCtx) => unknown;
  readonly within?: unknown;
}

/** Throws for what is not an option of a tenant's rule, and for a tenant that no request could change. */
export function checkTenantOptions(where: string, rule: AnyTenantRule, options: Readonly<Record<string, true>>): void {
  checkOptionNames(where, rule, options);
  for (const name of ["of", "within"] as const) {
    if (rule[name] !== undefined && typeof rule[name] !== "function")
      throw new TypeError(`${where}: ${name} must be a function of the context.`);
  }
}

/** The values of a new row or pair. Null without a tenant: the default of the column could be one. */
export function tenantValues<TCtx>(rule: AnyTenantRule<TCtx>, values: ((ctx: TCtx) => object) | undefined) {
  const { column, of } = rule;
  return (ctx: TCtx) => ({ [column]: of(ctx) ?? null, ...values?.(ctx) });
}

/** The sentence for a table without the tenant's column whose source states no scope. */
export type Unscoped<TColumn extends string> =
  `the table has no column "${TColumn}", so say which rows a tenant sees: scope: through("…"), scope: (ctx) => …, or scope: "none".`;

export function unscoped<TColumn extends string>(column: TColumn): Unscoped<TColumn> {
  return `the table has no column "${column}", so say which rows a tenant sees: scope: through("…"), scope: (ctx) => …, or scope: "none".`;
}
