export {
  type DrizzleConfig,
  type DrizzleData,
  drizzleData,
  type Scoped,
  type ScopedWithout,
  type TableWrite,
} from "./drizzle-data.js";
export { drizzleQuery } from "./drizzle-query.js";
export { fromTable, tableResource } from "./from-table.js";
export {
  byColumn,
  byType,
  type Composite,
  compositeId,
  hasMany,
  type Mapped,
  mapped,
  type MemberOptions,
  manyToMany,
} from "./config/stored-as.js";
export type { After, RowChange } from "../source/options/row-change.js";
export type { Source } from "../source/types/source.js";
export type { Children } from "./config/table-problems.js";
export type { TenantRule } from "./tables/tenant.js";

// Users do not write these types. TypeScript prints them in the declarations of programs that export handlers of sources.
export type { ListResult, NoRule } from "../source/types/list-problems.js";
export type { RegisterRoutes } from "../source/types/routes.js";
export type {
  ChangeRules,
  FilterRules,
  InsertRules,
  ListRules,
  SourceChangeArgs,
  SourceCreateArgs,
  SourceDeleteArgs,
  SourceEditArgs,
  SourceIdArgs,
  SourceListArgs,
  SourceReadArgs,
  SourceRelatedArgs,
  WriteRules,
} from "../source/types/source.js";
export type { ByColumn, ByType, ManyToMany } from "./config/store-config.js";
export type { FromTable } from "./config/table-fields.js";
