export { type DrizzleConfig, type DrizzleData, drizzleData, type Scoped, type TableWrite } from "./drizzle-data.js";
export { drizzleQuery } from "./drizzle-query.js";
export { hasMany, type Mapped, mapped, type MemberOptions, manyToMany } from "./stored-as.js";
export type { Source } from "../source/source.js";
export type { Children } from "./table-problems.js";
