import { LONGEST_TIMEOUT } from "../../define/model/limit.js";
import type { HubBatch, HubNotice } from "../../define/types/live.js";
import { CHANGE_EVENT, RESET_EVENT } from "../../wire/live.js";
import { Pause } from "../../retry/pause.js";
import type { Listener } from "./listener.js";
import type { SealedPositions } from "./positions.js";

/** An event of a stream. Without a name, it only moves the position. */
export interface LiveEvent {
  readonly event?: string;
  readonly id: string;
  readonly data?: unknown;
}

/** The same for all connections of a channel. */
export interface ConnectionLimits {
  readonly renewAfter: number;
  readonly heartbeat: number;
  readonly maxQueued: number;
}

const DONE = { done: true, value: undefined } as const;

/** The notices of one client, as the iterator of its events. It holds no more than `maxQueued` of them. */
export class Connection implements AsyncIterableIterator<LiveEvent> {
  #listener: Listener;
  readonly #positions: SealedPositions;
  readonly #limits: ConnectionLimits;
  readonly #renewed: () => Promise<Listener>;
  readonly #onClose: (connection: Connection) => void;
  #queue: HubNotice[] = [];
  #position: string;
  #mustReset = false;
  #isClosed = false;
  #renewAt: number;
  /** When a heartbeat is due. The first one is due at once, so that the client has a position. */
  #beatAt = 0;
  readonly #pause = new Pause();

  /**
   * @param renewed Makes the caller anew. Rejects if they may not listen any more.
   * @param onClose Called once, when the connection ends.
   */
  constructor(
    listener: Listener,
    positions: SealedPositions,
    position: string,
    limits: ConnectionLimits,
    renewed: () => Promise<Listener>,
    onClose: (connection: Connection) => void,
  ) {
    this.#listener = listener;
    this.#positions = positions;
    this.#position = position;
    this.#limits = limits;
    this.#renewed = renewed;
    this.#onClose = onClose;
    this.#renewAt = performance.now() + limits.renewAfter;
  }

  /** Adds notices that were just published. */
  hear({ notices, position }: HubBatch): void {
    this.#position = position;
    this.#add(notices.filter((notice) => this.#listener.isFor(notice)));
  }

  /** Adds notices for this listener that were published before the connection began, and that are older than all others. */
  catchUp(missed: readonly HubNotice[]): void {
    const later = this.#queue;
    this.#queue = [];
    this.#add([...missed, ...later]);
  }

  /** Makes the client read everything again. */
  reset(position = this.#position): void {
    this.#position = position;
    this.#mustReset = true;
    this.#queue = [];
    this.#pause.end();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<LiveEvent>> {
    while (!this.#isClosed) {
      if (performance.now() >= this.#renewAt) await this.#renew();
      const event = this.#take();
      if (event === undefined) {
        await this.#wait();
        continue;
      }
      const { position, ...rest } = event;
      this.#beatAt = performance.now() + this.#limits.heartbeat;
      const isChange = rest.event === CHANGE_EVENT;
      const id = await (isChange ? this.#positions.sealShared(position) : this.#positions.seal(position));
      return { done: false, value: { ...rest, id } };
    }
    return DONE;
  }

  async return(): Promise<IteratorResult<LiveEvent>> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#queue = [];
      this.#onClose(this);
      this.#pause.end();
    }
    return DONE;
  }

  #add(notices: readonly HubNotice[]): void {
    if (this.#mustReset || notices.length === 0) return; // a reset covers them
    if (this.#queue.length + notices.length > this.#limits.maxQueued) {
      this.reset();
    } else {
      this.#queue = this.#queue.concat(notices); // a call with very many arguments throws
      this.#pause.end();
    }
  }

  /** Takes what is to be sent next. What a listener may hear is decided here, by the rights that they have now. */
  #take(): (Omit<LiveEvent, "id"> & { readonly position: string }) | undefined {
    const position = this.#position;
    if (this.#mustReset) {
      this.#mustReset = false;
      return { event: RESET_EVENT, data: {}, position };
    }
    const data = this.#queue.flatMap((notice) => this.#listener.hear(notice) ?? []);
    this.#queue = [];
    if (data.length > 0) return { event: CHANGE_EVENT, data, position };
    return performance.now() >= this.#beatAt ? { position } : undefined;
  }

  async #renew(): Promise<void> {
    const renewed = await this.#renewed();
    this.#renewAt = performance.now() + this.#limits.renewAfter;
    // Notices that the new rights allow may be gone, and the data that the client may read is different.
    const hearsMore = this.#listener.hearsLessThan(renewed);
    this.#listener = renewed;
    if (hearsMore) this.reset();
  }

  /** Waits for a notice, the end, or the next time at which something is due. */
  #wait(): Promise<void> {
    const due = Math.min(this.#beatAt, this.#renewAt) - performance.now();
    return this.#pause.wait(Math.min(LONGEST_TIMEOUT, Math.max(1, Math.ceil(due))));
  }
}
