import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { decodeArgs, encodeError, encodeResult, type OffloadResult } from "./offload-wire.js";

interface Task {
  readonly url: string;
  readonly args: unknown;
}

// Piscina calls a worker module's default export, if it is not given a name: this one is named.
export async function run({ url, args }: Task): Promise<OffloadResult> {
  const module: { readonly handler?: (args: unknown) => unknown } = await import(sourceOf(url));
  if (typeof module.handler !== "function") throw new TypeError(`offload: ${url} exports no function "handler".`);
  try {
    return encodeResult(await module.handler(decodeArgs(args)));
  } catch (error) {
    const result = encodeError(error);
    if (result === undefined) throw error;
    return result;
  }
}

/** Under a TypeScript loader, `./render.js` names what is `./render.ts` on disk. */
function sourceOf(url: string): string {
  if (!url.startsWith("file:") || !url.endsWith(".js") || existsSync(fileURLToPath(url))) return url;
  const source = url.replace(/\.js$/, ".ts");
  return existsSync(fileURLToPath(source)) ? source : url;
}
