/** Characters up to which a text is sent as it is: Node writes a short one in one piece with the head. */
const SHORT = 4096;
/**
 * Small, since each is held until its last answer is sent and another slab began: one that outlives two scavenges is let go
 * by a full collection alone, which comes the sooner for it, and takes with it the optimized code of each closure that no
 * request holds just then. Slabs of 1 MB made for one in every three rounds of the benchmark; these make for none.
 */
const SLAB = 1 << 18;

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
  if (most > SLAB) return Buffer.from(text);
  if (slab === undefined || SLAB - used < most) {
    slab = Buffer.allocUnsafeSlow(SLAB);
    used = 0;
  }
  const from = used;
  used += slab.write(text, from);
  return slab.subarray(from, used);
}
