import { fromBase64url, toBase64url } from "../../sealed/base64url.js";
import { Sealer } from "../../sealed/sealer.js";

/** Milliseconds that are remembered. */
const WINDOW = 10_000;

/** Of the positions in this time, in milliseconds, at most two are kept. */
const GRAIN = 100;

interface PastPosition {
  /** When everything up to the position had been heard, by a clock that is never set. */
  readonly at: number;
  readonly position: string;
}

/** The positions that a reader of a hub had in the last seconds. A connection can begin at one of them. */
export class PastPositions {
  readonly #past: PastPosition[] = [];

  /** Adds the position of now. */
  add(position: string): void {
    const at = performance.now();
    const beforeLast = this.#past.at(-2);
    // A position that is missing only makes a connection begin a little earlier.
    if (beforeLast !== undefined && at - beforeLast.at < GRAIN) this.#past.pop();
    this.#past.push({ at, position });
    while ((this.#past[1]?.at ?? at) < at - WINDOW) this.#past.shift();
  }

  /** Forgets all, because notices are missing after them. */
  clear(): void {
    this.#past.length = 0;
  }

  /** A position from which one reads at least what was published in the last `time` milliseconds. Undefined if none is known. */
  before(time: number): string | undefined {
    const begin = performance.now() - time;
    return this.#past.findLast(({ at }) => at <= begin)?.position;
  }
}

/** All positions get a length that is a multiple of this, so that their length says nothing. */
const BLOCK = 64;

/**
 * Encrypts the positions that listeners carry. A position in plain text would say how much others write. Each text is new, so that two
 * connections, or two heartbeats, do not even say whether others wrote between them.
 */
export class SealedPositions {
  readonly #sealer: Sealer;
  #last: { readonly position: string; readonly text: Promise<string> } | undefined;

  constructor(secret: string) {
    this.#sealer = new Sealer(secret);
  }

  async seal(position: string): Promise<string> {
    const padded = position.padEnd(Math.ceil(position.length / BLOCK) * BLOCK);
    return toBase64url(await this.#sealer.seal(new TextEncoder().encode(padded)));
  }

  /**
   * Like `seal`, with one text for all connections. Encrypting is most of what a small event costs. Only for an event with notices: who gets
   * it knows that something was written.
   */
  sealShared(position: string): Promise<string> {
    if (this.#last?.position !== position) this.#last = { position, text: this.seal(position) };
    return this.#last.text;
  }

  /** Returns undefined for a text that was not sealed with the same secret. */
  async open(text: string): Promise<string | undefined> {
    try {
      return new TextDecoder().decode(await this.#sealer.open(fromBase64url(text))).trimEnd();
    } catch {
      return undefined;
    }
  }
}
