// The code of a call in the page's address: `#code=`, deflated, as base64url.

const START = "#code=";

export async function toAddress(code: string): Promise<string> {
  const deflated = await bytesOf(new Blob([code]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  const text = btoa(String.fromCharCode(...deflated));
  return START + text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Undefined for an address without code, and for code that was cut. */
export async function fromAddress(hash: string): Promise<string | undefined> {
  if (!hash.startsWith(START)) return undefined;
  try {
    const text = atob(hash.slice(START.length).replaceAll("-", "+").replaceAll("_", "/"));
    const deflated = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const inflated = await bytesOf(new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
    return new TextDecoder().decode(inflated);
  } catch {
    return undefined;
  }
}

async function bytesOf(stream: ReadableStream<BufferSource>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream as BodyInit).arrayBuffer());
}
