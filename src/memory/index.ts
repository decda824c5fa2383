export type { MemoryConfig, Predicate } from "./config.js";
export type { After, RowChange } from "../source/options/row-change.js";
export type { Source } from "../source/types/source.js";
export { type MemoryData, type MemoryWrite, memoryData } from "./memory-data.js";
export type { MemoryRow } from "./memory-row.js";
export type { MemoryTenant } from "./tenant.js";

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
