import { deepEqual } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE = 20_000;
const PAUSE = 30;

/** Asks until the answer is this one; in the end it throws how they differ. */
export async function eventually<T>(ask: () => T | Promise<T>, expected: T): Promise<void> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    try {
      return deepEqual(answer, expected);
    } catch (difference) {
      if (performance.now() > end) throw difference;
    }
    await sleep(PAUSE);
  }
}
