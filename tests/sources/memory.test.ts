import { sourceTests } from "trestle/source";
import { describe, test } from "vitest";
import { memoryBed } from "./memory-bed.js";

describe("sources in memory", () => {
  for (const { name, run } of sourceTests(memoryBed)) test(name, run);
});
