import { Bench, type SourceTest, type SourceTestBed } from "./bed.js";
import { filterTests } from "./filter-tests.js";
import { idTests } from "./id-tests.js";
import { listTests } from "./list-tests.js";
import { versionTests } from "./version-tests.js";
import { writeTests } from "./write-tests.js";

/**
 * The tests that every store must pass, for any test runner. Fill the store with `sourceTestRows`, and make sources of
 * `sourceTestResources` as {@link SourceTestBed} describes.
 *
 * @param makeBed Makes the bed. It is called once, by the first test that runs.
 *
 * @example
 * ```ts no-run
 * import { memoryData } from "trestle/memory";
 * import { type SourceTestBed, sourceTests } from "trestle/source";
 * import { test } from "vitest";
 *
 * declare function makeBed(): Promise<SourceTestBed>;
 *
 * for (const { name, run } of sourceTests(makeBed)) test(name, run);
 * ```
 */
export function sourceTests(makeBed: () => SourceTestBed | Promise<SourceTestBed>): readonly SourceTest[] {
  let made: Promise<SourceTestBed> | undefined;
  return Object.entries({ ...filterTests, ...listTests, ...writeTests, ...versionTests, ...idTests }).map(
    ([name, test]) => ({
      name,
      run: async () => {
        made ??= Promise.resolve(makeBed());
        const bed = await made;
        await bed.reset();
        await test(new Bench(bed));
      },
    }),
  );
}
