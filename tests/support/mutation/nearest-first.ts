import { dirname, relative, resolve } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Runs the tests that are likeliest to kill a mutant first: the one beside the mutated file, those of its folder, other
 * units, and then what starts servers. Stryker names the mutated file as Vitest's `related`.
 */
export class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { related = [], root } = this.ctx.config;
    const mutated = related.length === 1 ? resolve(root, related[0] ?? "") : undefined;
    const distance = ({ moduleId }: TestSpecification) => distanceOf(moduleId, mutated, root);
    return files.toSorted((a, b) => distance(a) - distance(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

/** By what their tests cost, the cheapest first. */
const FOLDERS = ["src", "tests/conformance", "tests/integration", "tests/security"];

function distanceOf(test: string, mutated: string | undefined, root: string): number {
  if (mutated !== undefined) {
    if (test === mutated.replace(/\.ts$/, ".test.ts")) return 0;
    if (dirname(test) === dirname(mutated)) return 1;
  }
  return 2 + FOLDERS.findIndex((folder) => relative(root, test).startsWith(folder));
}
