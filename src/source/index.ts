export { joinId, splitId } from "./options/composite-id.js";
export { CursorCodec } from "./handlers/cursor.js";
export { type FromFilter, fromFilter } from "./options/from-filter.js";
export { allOf, anyOf, noneOf } from "./options/joined-filters.js";
export { type Through, through } from "./options/through.js";
export { makeSource, type SourceParts } from "./make-source.js";
export { countOf, type MemberValue, maxOf, minOf, sumOf } from "./options/member-value.js";
export { type Entry, Registry, resourceSpec } from "./handlers/registry.js";
export { Violation, type ViolationKind, type ViolationOptions } from "./store/violation.js";
export type { ViolationRule, ViolationTexts } from "./options/violation-error.js";
export type { ChangeRules, ListRules, SortTerm, Source, WriteRules } from "./types/source.js";
export type {
  Access,
  Branch,
  ChildSelection,
  Condition,
  CountOperator,
  FieldCondition,
  Found,
  FoundRow,
  Id,
  JoinedFilters,
  Keys,
  ListQuery,
  MembersCondition,
  Operator,
  OrderTerm,
  OwnName,
  Selection,
  Session,
  Slice,
  Store,
  StoredRelationship,
  Values,
  WriteOptions,
} from "./store/store.js";
export type { SourceTest, SourceTestBed } from "./contract/bed.js";
export { type SourceTestContext, sourceTestResources } from "./contract/resources.js";
export { sourceTestRows } from "./contract/rows.js";
export { sourceTests } from "./contract/source-tests.js";

// Users do not write this type. TypeScript prints it in the declarations of programs that export a resource's description.
export type { ResourceSpec } from "../define/model/resource.js";
