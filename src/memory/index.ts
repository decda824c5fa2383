export type { MemoryConfig, Predicate } from "./config.js";
export { type MemoryData, memoryData } from "./memory-data.js";
