import { RetryWaits } from "../retry/retry-waits.js";
import type { Listen } from "./listen.js";

/** Listens until it is stopped. If a connection is lost, it makes another one. */
export class KeptListening {
  readonly #listen: Listen;
  readonly #channel: string;
  readonly #wake: () => void;
  readonly #fail: (error: unknown) => void;
  readonly #waits = new RetryWaits();
  /** What ends the current connection. It never rejects. */
  #current: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(listen: Listen, channel: string, wake: () => void, fail: (error: unknown) => void) {
    this.#listen = listen;
    this.#channel = channel;
    this.#wake = wake;
    this.#fail = fail;
    this.#begin();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await endListening(await this.#current).catch(this.#fail);
  }

  #begin(): void {
    let isOver = false;
    const again = (error: unknown) => {
      if (isOver) return; // a connection that breaks while it begins to listen says so twice
      isOver = true;
      this.#current = Promise.resolve();
      if (this.#isStopped) return;
      this.#fail(error);
      this.#timer = setTimeout(() => this.#begin(), this.#waits.next());
    };
    this.#current = Promise.resolve(this.#listen(this.#channel, this.#wake, again)).then((end) => {
      this.#waits.succeeded();
      this.#wake(); // for what was published before it listened
      return end;
    }, again);
  }
}

async function endListening(end: unknown): Promise<void> {
  if (typeof end === "function") await end();
  else if (typeof end === "object" && end !== null && "unlisten" in end && typeof end.unlisten === "function")
    await end.unlisten();
}
