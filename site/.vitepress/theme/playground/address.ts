import { type Choices, firstChoices } from "./choices.js";

// What the playground shows, in the page's address: `#code=` and the code of a call, `#form=` and what the controls say, or `#api=` and the reader's
// own API with the code of a call. All deflated, as base64url.

export type Shared = { readonly code: string; readonly api?: string | undefined } | { readonly choices: Choices };

export async function toAddress(shared: Shared): Promise<string> {
  const [start, text] = textOf(shared);
  const deflated = await bytesOf(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  const encoded = btoa(String.fromCharCode(...deflated));
  return start + encoded.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function textOf(shared: Shared): readonly [start: string, text: string] {
  if ("choices" in shared) return ["#form=", JSON.stringify(shared.choices)];
  const { code, api } = shared;
  return api === undefined ? ["#code=", code] : ["#api=", JSON.stringify({ api, code })];
}

/** Undefined for an address that shows nothing, and "damaged" for one that was cut. */
export async function fromAddress(hash: string): Promise<Shared | "damaged" | undefined> {
  const [, kind, encoded = ""] = /^#(code|form|api)=(.*)$/.exec(hash) ?? [];
  if (kind === undefined) return undefined;
  try {
    const bytes = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const deflated = Uint8Array.from(bytes, (character) => character.charCodeAt(0));
    const inflated = await bytesOf(new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
    const text = new TextDecoder().decode(inflated);
    if (kind === "code") return { code: text };
    if (kind === "form") return { choices: choicesOf(JSON.parse(text)) };
    const { api, code } = JSON.parse(text);
    return { api: String(api), code: String(code) };
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
