const IV_LENGTH = 12;

/** Encrypts bytes that clients carry, so that they can neither read nor change them (AES-GCM). */
export class Sealer {
  readonly #secret: string;
  #key: Promise<CryptoKey> | undefined;

  constructor(secret: string) {
    this.#secret = secret;
  }

  async seal(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH));
    const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await this.#cryptoKey(), bytes);
    const joined = new Uint8Array(IV_LENGTH + sealed.byteLength);
    joined.set(iv);
    joined.set(new Uint8Array(sealed), IV_LENGTH);
    return joined;
  }

  /** Rejects bytes that were not sealed with the same secret. */
  async open(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const iv = bytes.slice(0, IV_LENGTH);
    const sealed = bytes.slice(IV_LENGTH);
    return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await this.#cryptoKey(), sealed));
  }

  #cryptoKey(): Promise<CryptoKey> {
    this.#key ??= importKey(this.#secret);
    return this.#key;
  }
}

async function importKey(secret: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  return crypto.subtle.importKey("raw", digest, "AES-GCM", false, ["encrypt", "decrypt"]);
}
