import { type CancelReason, TestRunner } from "vitest";

type ImportArgs = Parameters<TestRunner["importFile"]>;

/**
 * One failed test kills a mutant. Vitest's `bail` then skips the tests of the files that are left, but would still import
 * each of them, which is most of what they cost.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads a runner by its default export.
export default class StopAtFailure extends TestRunner {
  #cancelled = false;

  override cancel(reason: CancelReason): void {
    this.#cancelled = true;
    super.cancel(reason);
  }

  override importFile(...args: ImportArgs): unknown {
    return this.#cancelled ? undefined : super.importFile(...args);
  }
}
