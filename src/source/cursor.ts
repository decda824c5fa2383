import { BadRequest } from "../define/errors.js";
import type { Keys, OrderTerm } from "./store.js";

/** Writes and reads cursors. With a key they are encrypted, so that nobody reads the values in them. */
export class CursorCodec {
  readonly #secret: string | undefined;
  #key: Promise<CryptoKey> | undefined;

  constructor(secret: string | undefined) {
    if (secret !== undefined && secret.length < SHORTEST) {
      throw new TypeError(`cursorSecret must have at least ${SHORTEST} characters, not ${secret.length}.`);
    }
    this.#secret = secret;
  }

  get hasSecret(): boolean {
    return this.#secret !== undefined;
  }

  /** @param isPrivate Whether the order uses values that the caller cannot read elsewhere. */
  async encode(order: readonly OrderTerm[], keys: Keys, isPrivate: boolean): Promise<string> {
    const bytes = new TextEncoder().encode(JSON.stringify([signatureOf(order), ...keys]));
    return toText(isPrivate ? await this.#encrypt(bytes) : bytes);
  }

  /** Reads a cursor that a client sent. @throws {BadRequest} If it is not a cursor of a list in this order. */
  async decode(order: readonly OrderTerm[], cursor: string, name: string, isPrivate: boolean): Promise<Keys> {
    const keys = await this.#read(cursor, isPrivate).catch(() => undefined);
    if (keys?.length === order.length + 1 && keys[0] === signatureOf(order)) return keys.slice(1);
    const message = `page[${name}] is not a cursor of this list in this order.`;
    throw new BadRequest(message, { source: { parameter: `page[${name}]` } });
  }

  async #read(cursor: string, isPrivate: boolean): Promise<Keys | undefined> {
    const bytes = toBytes(cursor);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(isPrivate ? await this.#decrypt(bytes) : bytes);
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return undefined;
    return value.every((key) => key === null || (typeof key === "string" && !key.includes("\0"))) ? value : undefined;
  }

  async #encrypt(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH));
    const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await this.#cryptoKey(), bytes);
    const joined = new Uint8Array(IV_LENGTH + sealed.byteLength);
    joined.set(iv);
    joined.set(new Uint8Array(sealed), IV_LENGTH);
    return joined;
  }

  async #decrypt(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const iv = bytes.slice(0, IV_LENGTH);
    const sealed = bytes.slice(IV_LENGTH);
    return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await this.#cryptoKey(), sealed));
  }

  #cryptoKey(): Promise<CryptoKey> {
    this.#key ??= importKey(this.#secret ?? "");
    return this.#key;
  }
}

const SHORTEST = 16;
const IV_LENGTH = 12;

async function importKey(secret: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  return crypto.subtle.importKey("raw", digest, "AES-GCM", false, ["encrypt", "decrypt"]);
}

function signatureOf(order: readonly OrderTerm[]): string {
  return order.map(({ path, field, order }) => `${order === "desc" ? "-" : ""}${[...path, field].join(".")}`).join(",");
}

function toText(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}
