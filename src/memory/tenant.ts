import type { ResourceSpec } from "../define/model/resource.js";
import { checkTenantOptions, tenantValues, unscoped } from "../source/options/tenant.js";
import type { StoreConfig } from "./config.js";

/** One rule for all resources whose rows have a column that says whose a row is. */
export interface MemoryTenant {
  /** The column's name in `rows`. */
  readonly column: string;
  /** The caller's tenant. New rows get it. Throw an API error, such as `Unauthorized`, for a caller without one. */
  readonly of: (ctx: never) => string | number | bigint;
  /** The tenants whose rows the caller sees, if there may be several. Default: only `of`. */
  readonly within?: (ctx: never) => readonly (string | number | bigint)[];
}

/** Adds the rule's scope and values to a source's configuration. What the source states itself comes first. */
export function tenantConfig(spec: ResourceSpec, config: StoreConfig, rule: MemoryTenant): StoreConfig {
  const { column, of, within } = rule;
  checkTenantOptions("memoryData: tenant", rule, { column: true, of: true, within: true });
  const { rows = [], scope, values } = config;
  const isEmpty = rows.length === 0 && scope === undefined; // only rows say which columns there are
  if (!isEmpty && !spec.attributes.has(column) && !rows.some((row) => column in row)) {
    if (scope === undefined) throw new TypeError(`data.source(${spec.type}): ${unscoped(column)}`);
    return config;
  }
  const inTenant = (ctx: never) => {
    const tenants: readonly unknown[] = within === undefined ? [of(ctx)] : within(ctx);
    return (row: { readonly [column: string]: unknown }) =>
      (row[column] ?? undefined) !== undefined && tenants.includes(row[column]);
  };
  return { ...config, scope: scope ?? inTenant, values: tenantValues(rule, values) } as StoreConfig; // of the app's own context
}
