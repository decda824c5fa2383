export type { MemoryConfig, Predicate } from "./config.js";
export type { Source } from "../source/source.js";
export { type MemoryData, type MemoryWrite, memoryData } from "./memory-data.js";
