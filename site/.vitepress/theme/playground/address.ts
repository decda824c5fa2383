import { type Choices, firstChoices } from "./choices.js";

// What the playground shows, in the page's address: `#code=` and the code of a call, or `#form=` and what the controls say. Both
// deflated, as base64url.

export type Shared = { readonly code: string } | { readonly choices: Choices };

export async function toAddress(shared: Shared): Promise<string> {
  const [start, text] = "code" in shared ? ["#code=", shared.code] : ["#form=", JSON.stringify(shared.choices)];
  const deflated = await bytesOf(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  const encoded = btoa(String.fromCharCode(...deflated));
  return start + encoded.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Undefined for an address that shows nothing, and "damaged" for one that was cut. */
export async function fromAddress(hash: string): Promise<Shared | "damaged" | undefined> {
  const [, kind, encoded = ""] = /^#(code|form)=(.*)$/.exec(hash) ?? [];
  if (kind === undefined) return undefined;
  try {
    const bytes = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const deflated = Uint8Array.from(bytes, (character) => character.charCodeAt(0));
    const inflated = await bytesOf(new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
    const text = new TextDecoder().decode(inflated);
    return kind === "code" ? { code: text } : { choices: choicesOf(JSON.parse(text)) };
  } catch {
    return "damaged";
  }
}

/** Anybody can write a link, so what the controls cannot say is left out. */
function choicesOf(said: Readonly<Record<string, unknown>>): Choices {
  const known = Object.entries(firstChoices).map(([name, first]) => {
    const value = said[name];
    return [name, typeof value === typeof first ? value : first];
  });
  return Object.fromEntries(known); // the names and kinds of values of firstChoices
}

async function bytesOf(stream: ReadableStream<BufferSource>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream as BodyInit).arrayBuffer());
}
