/** Characters up to which a text is sent as it is: Node writes a short one in one piece with the head. */
const SHORT = 4096;
const SLAB = 1 << 20;

let slab: Buffer | undefined;
let used = 0;

/**
 * What Fastify is given to send a text. A long one is encoded here, straight into a piece of a larger buffer: Fastify
 * measures a text before Node joins it with the head and encodes it, which goes over a document of 20 kB four times and
 * costs a tenth of its whole request. Slabs are let go when the last answer in them is sent.
 */
export function encodeText(text: string): string | Buffer {
  if (text.length <= SHORT) return text;
  const most = text.length * 3; // bytes of UTF-8 a UTF-16 unit, at most
  if (most > SLAB / 4) return Buffer.from(text);
  if (slab === undefined || SLAB - used < most) {
    slab = Buffer.allocUnsafeSlow(SLAB);
    used = 0;
  }
  const from = used;
  used += slab.write(text, from);
  return slab.subarray(from, used);
}
