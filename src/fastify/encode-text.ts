/** The maximum length in characters of a text that is not encoded here. Node writes a short text together with the head. */
const SHORT = 4096;
/** The size of a buffer. A small one is free again before the garbage collector moves it to the old generation. */
const SLAB = 1 << 18;

let slab: Buffer | undefined;
let used = 0;

/**
 * Returns a payload for Fastify. A long text is encoded into a part of a shared buffer, because Fastify would measure it
 * first and Node would then copy and encode it. A buffer is free when the last response in it is sent.
 */
export function encodeText(text: string): string | Buffer {
  if (text.length <= SHORT) return text;
  const maxBytes = text.length * 3; // a UTF-16 unit has at most 3 bytes in UTF-8
  if (maxBytes > SLAB) return Buffer.from(text);
  if (slab === undefined || SLAB - used < maxBytes) {
    slab = Buffer.allocUnsafeSlow(SLAB);
    used = 0;
  }
  const from = used;
  used += slab.write(text, from);
  return slab.subarray(from, used);
}
