import type { HubNotice, HubSubscription, LiveHub } from "../../define/types/live.js";
import { Connection, type ConnectionLimits } from "./connection.js";
import type { Listener } from "./listener.js";
import { within } from "../within.js";
import { PastPositions, SealedPositions } from "./positions.js";

/** What has been read of a hub. */
interface Subscribed {
  readonly positions: SealedPositions;
  readonly subscription: HubSubscription;
  /** The position of the last batch. */
  position: string;
}

/** Where a connection begins. Without both, it hears what happens from now on. */
export interface Start {
  /** The position that the client had, as it was sent to it. */
  readonly after?: string | undefined;
  /** Milliseconds before now. */
  readonly since?: number | undefined;
}

/** How many pages of a hub are read for one connection that continues. */
const MAX_PAGES = 20;

/** Reads a hub once for all connections of a process. It continues without connections, so that it knows what a new one has missed. */
export class Feed {
  readonly #hub: LiveHub<never>;
  readonly #fail: (error: unknown) => void;
  readonly #connections = new Set<Connection>();
  readonly #past = new PastPositions();
  /** How many connections are open, or are being opened. */
  places = 0;
  #subscribed: Promise<Subscribed> | undefined;
  /** Whether the hub is read until the last connection has ended, and no longer. */
  #isEnding = false;
  readonly #closing = new Set<Promise<void>>();

  /** @param fail Reports an error of the hub. */
  constructor(hub: LiveHub<never>, fail: (error: unknown) => void) {
    this.#hub = hub;
    this.#fail = fail;
  }

  /** Begins to read. Never rejects: a connection tries again. */
  async begin(): Promise<void> {
    await within("The hub did not begin to be read", this.#subscribe()).catch(this.#fail);
  }

  /**
   * Opens a connection.
   *
   * @param onEnd Called once, when it ends or cannot be opened.
   */
  async connect(
    listener: Listener,
    start: Start,
    limits: ConnectionLimits,
    renewed: () => Promise<Listener>,
    onEnd?: () => void,
  ): Promise<Connection> {
    this.places += 1;
    try {
      const subscribed = await within("The hub did not begin to be read", this.#subscribe());
      const { positions, position } = subscribed;
      const forget = (connection: Connection) => {
        this.#connections.delete(connection);
        this.#leave();
        onEnd?.();
      };
      const connection = new Connection(listener, positions, position, limits, renewed, forget);
      this.#connections.add(connection); // before what is older is read, so that nothing is between both
      await this.#catchUp(connection, listener, subscribed, position, start, limits.maxQueued);
      return connection;
    } catch (error) {
      this.#leave();
      onEnd?.();
      throw error;
    }
  }

  /** @param now The position from which the connection hears everything. */
  async #catchUp(
    connection: Connection,
    listener: Listener,
    { positions }: Subscribed,
    now: string,
    { after, since }: Start,
    limit: number,
  ): Promise<void> {
    if (after === undefined && since === undefined) return;
    try {
      const position = after === undefined ? this.#past.before(since ?? 0) : await positions.open(after);
      if (position === now) return;
      const read = position === undefined ? undefined : this.#missed(position, listener, limit);
      const missed = read && (await within("The hub did not say what was published", read));
      if (missed === undefined) connection.reset();
      else connection.catchUp(missed);
    } catch (error) {
      this.#fail(error);
      connection.reset();
    }
  }

  /**
   * The notices for a listener that were published after a position. Only these count to the limit: others must neither cause a reset nor be
   * noticed. Undefined if some are gone, if there are more, or if finding them takes too many pages.
   */
  async #missed(position: string, listener: Listener, limit: number): Promise<readonly HubNotice[] | undefined> {
    let missed: readonly HubNotice[] = [];
    let pages = 0;
    for await (const page of this.#hub.since(position)) {
      if (page === undefined || ++pages > MAX_PAGES) return undefined;
      missed = missed.concat(page.filter((notice) => listener.isFor(notice))); // a call with very many arguments throws
      if (missed.length > limit) return undefined;
    }
    return missed;
  }

  /** Stops reading when no connection is left. Resolves when that is done, or failed, or if there are connections. */
  async settled(): Promise<void> {
    this.#isEnding = true;
    this.#closeIfDone();
    await Promise.all(this.#closing);
  }

  #leave(): void {
    this.places -= 1;
    this.#closeIfDone();
  }

  #closeIfDone(): void {
    if (!this.#isEnding || this.places > 0 || this.#subscribed === undefined) return;
    const closed = this.#subscribed.then(({ subscription }) => subscription.close());
    const closing = within("The hub did not end its subscription", closed)
      .catch(this.#fail)
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
    this.#subscribed = undefined;
  }

  #subscribe(): Promise<Subscribed> {
    if (this.#subscribed === undefined) {
      const subscribed = this.#begin();
      this.#subscribed = subscribed;
      this.#isEnding = false;
      subscribed.catch(() => {
        if (this.#subscribed === subscribed) this.#subscribed = undefined; // the next connection tries again
      });
    }
    return this.#subscribed;
  }

  async #begin(): Promise<Subscribed> {
    const positions = new SealedPositions(await this.#hub.secret());
    let state: Subscribed | undefined;
    let heard: string | undefined;
    this.#past.clear(); // what was published before is unknown
    const move = (position: string) => {
      heard = position;
      this.#past.add(position);
      if (state) state.position = position;
    };
    const subscription = await this.#hub.subscribe({
      hear: (batch) => {
        move(batch.position);
        for (const connection of this.#connections) connection.hear(batch);
      },
      reset: (position) => {
        this.#past.clear();
        move(position);
        for (const connection of this.#connections) connection.reset(position);
      },
      fail: this.#fail,
    });
    state = { positions, subscription, position: heard ?? subscription.position };
    this.#past.add(state.position);
    return state;
  }
}
