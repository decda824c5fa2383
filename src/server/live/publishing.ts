import { RetryWaits } from "../../retry/retry-waits.js";
import { within } from "./within.js";

/** Milliseconds before a publish that failed is repeated: they double, up to the most. */
const FIRST_WAIT = 100;
const LONGEST_WAIT = 5000;

/** Milliseconds after which a publish is given up. */
const GIVE_UP_AFTER = 60_000;

/** Publishes what was written. A hub that fails is tried again, because its connection may only have been replaced. */
export class Publishing {
  readonly #fail: (error: unknown) => void;
  readonly #running = new Set<Promise<void>>();
  /** Ends the waits of those that failed. */
  readonly #waits = new Set<() => void>();

  /** @param fail Gets the first error of a publish, and the last one if it is given up. */
  constructor(fail: (error: unknown) => void) {
    this.#fail = fail;
  }

  /** Never throws, and does not wait. */
  start(publish: () => Promise<void>): void {
    const done = this.#run(publish).finally(() => this.#running.delete(done));
    this.#running.add(done);
  }

  /** Resolves when everything is published, or after a while. What has failed is tried once more, now. */
  async settled(): Promise<void> {
    for (const end of this.#waits) end();
    await within("The hub did not publish all notices", Promise.all(this.#running)).catch(this.#fail);
  }

  async #run(publish: () => Promise<void>): Promise<void> {
    const until = performance.now() + GIVE_UP_AFTER;
    const waits = new RetryWaits(FIRST_WAIT, LONGEST_WAIT);
    for (let isFirst = true, isLast = false; ; isFirst = false) {
      if (!isFirst) isLast = (await this.#wait(waits.next())) || performance.now() > until;
      try {
        return await publish();
      } catch (error) {
        if (isFirst || isLast) this.#fail(error);
        if (isLast) return;
      }
    }
  }

  /** Resolves to whether everything ends. */
  #wait(time: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isEnding: boolean) => {
        clearTimeout(timer);
        this.#waits.delete(endNow);
        resolve(isEnding);
      };
      const endNow = () => end(true);
      const timer = setTimeout(() => end(false), time);
      this.#waits.add(endNow);
    });
  }
}
