/** The sentence for a table without the tenant's column whose source states no scope. */
export type Unscoped<TColumn extends string> =
  `the table has no column "${TColumn}", so say which rows a tenant sees: scope: through("…"), scope: (ctx) => …, or scope: "none".`;

export function unscoped<TColumn extends string>(column: TColumn): Unscoped<TColumn> {
  return `the table has no column "${column}", so say which rows a tenant sees: scope: through("…"), scope: (ctx) => …, or scope: "none".`;
}
