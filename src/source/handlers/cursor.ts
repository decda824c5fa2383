import { BadRequest } from "../../define/errors.js";
import { fromBase64url, toBase64url } from "../../sealed/base64url.js";
import { Sealer } from "../../sealed/sealer.js";
import type { Keys, OrderTerm } from "../store/store.js";

/** Writes and reads cursors. With a key they are encrypted, so that nobody reads the values in them. */
export class CursorCodec {
  readonly hasSecret: boolean;
  readonly #sealer: Sealer;

  constructor(secret: string | undefined) {
    if (secret !== undefined && secret.length < SHORTEST) {
      throw new TypeError(`cursorSecret must have at least ${SHORTEST} characters, not ${secret.length}.`);
    }
    this.hasSecret = secret !== undefined;
    this.#sealer = new Sealer(secret ?? "");
  }

  /** @param isPrivate Whether the order uses values that the caller cannot read elsewhere. */
  async encode(order: readonly OrderTerm[], keys: Keys, isPrivate: boolean): Promise<string> {
    const bytes = bytesOf(await signatureOf(order), keys);
    return toBase64url(isPrivate ? await this.#sealer.seal(bytes) : bytes);
  }

  /** Reads a cursor that a client sent. @throws {BadRequest} If it is not a cursor of a list in this order. */
  async decode(order: readonly OrderTerm[], cursor: string, name: string, isPrivate: boolean): Promise<Keys> {
    const keys = await this.#read(cursor, isPrivate).catch(() => undefined);
    if (keys?.length === order.length + 1 && keys[0] === (await signatureOf(order))) return keys.slice(1);
    const message = `page[${name}] is not a cursor of this list in this order.`;
    throw new BadRequest(message, { source: { parameter: `page[${name}]` } });
  }

  async #read(cursor: string, isPrivate: boolean): Promise<Keys | undefined> {
    const bytes = fromBase64url(cursor);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(isPrivate ? await this.#sealer.open(bytes) : bytes);
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return undefined;
    return value.every((key) => key === null || (typeof key === "string" && !key.includes("\0"))) ? value : undefined;
  }
}

const SHORTEST = 16;

/** The cursor of a list by the id, after a member. */
export function memberCursor(order: OrderTerm["order"], id: string): string {
  return toBase64url(bytesOf(namesIn([{ path: [], field: "id", order }]), [id]));
}

function bytesOf(signature: string, keys: Keys): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify([signature, ...keys]));
}

async function signatureOf(order: readonly OrderTerm[]): Promise<string> {
  const values = order.flatMap(({ by }) => (by ? [by.value] : []));
  return namesIn(order) + (values.length > 0 ? ` ${await hashOf(values)}` : "");
}

function namesIn(order: readonly OrderTerm[]): string {
  const names = order.map(({ path, field, inside, order }) => {
    const members = inside === undefined ? [] : inside.members;
    return `${order === "desc" ? "-" : ""}${[...path, field, ...members].join(".")}`;
  });
  return names.join(",");
}

/** A cursor of one search does not continue another. A value may be long, so the cursor holds its hash. */
async function hashOf(values: readonly unknown[]): Promise<string> {
  const text = JSON.stringify(values, (_, value) => (typeof value === "bigint" ? String(value) : value));
  return toBase64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}
