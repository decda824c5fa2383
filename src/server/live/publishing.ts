import { Pause } from "../../retry/pause.js";
import { RetryWaits } from "../../retry/retry-waits.js";
import { LIMIT, within } from "../within.js";

/** Milliseconds before a publish that failed is repeated: they double, up to the most. */
const FIRST_WAIT = 100;
const LONGEST_WAIT = 5000;

/** Milliseconds after which a publish is given up. */
const GIVE_UP_AFTER = 60_000;

/** Milliseconds that the last attempt has before the server stops waiting for it. */
const LAST_ATTEMPT = 1000;

/** Publishes what was written. A hub that fails is tried again, because its connection may only have been replaced. */
export class Publishing {
  readonly #fail: (error: unknown) => void;
  readonly #running = new Set<Publish>();

  /** @param fail Gets the first error of a publish, and the last one if it is given up. */
  constructor(fail: (error: unknown) => void) {
    this.#fail = fail;
  }

  /** Never throws, and does not wait. */
  start(publish: () => Promise<void>): void {
    const running = new Publish(publish, this.#fail);
    this.#running.add(running);
    running.done.then(() => this.#running.delete(running));
  }

  /** Resolves when everything is published, or when the time for it is over. */
  async settled(): Promise<void> {
    const all = [...this.#running];
    for (const publish of all) publish.hurry();
    await within("The hub did not publish all notices", Promise.all(all.map(({ done }) => done))).catch(this.#fail);
  }
}

/** Notices of one write, which are published until it succeeds. */
class Publish {
  /** Resolves when they are published, or given up. */
  readonly done: Promise<void>;
  readonly #fail: (error: unknown) => void;
  #until = performance.now() + GIVE_UP_AFTER;
  #waits = new RetryWaits(FIRST_WAIT, LONGEST_WAIT);
  readonly #pause = new Pause();

  constructor(publish: () => Promise<void>, fail: (error: unknown) => void) {
    this.#fail = fail;
    this.done = this.#repeat(publish);
  }

  /** Tries again now and then often, because the server waits for it. */
  hurry(): void {
    this.#until = Math.min(this.#until, performance.now() + LIMIT - LAST_ATTEMPT);
    this.#waits = new RetryWaits(FIRST_WAIT, FIRST_WAIT);
    this.#pause.end();
  }

  async #repeat(publish: () => Promise<void>): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await publish();
      } catch (error) {
        const isLast = performance.now() > this.#until;
        if (isFirst || isLast) this.#fail(error);
        if (isLast) return;
      }
      await this.#pause.wait(this.#waits.next());
    }
  }
}
