import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { OffloadModule } from "./offload.js";
import type { OffloadResult } from "./offload-message.js";

// Piscina calls this function by its name.
export async function run({ url, args }: { readonly url: string; readonly args: unknown }): Promise<OffloadResult> {
  const source = sourceOf(url);
  if (/\.[cm]?ts$/.test(source)) {
    loader ??= registerTsx(source);
    await loader;
  }
  // Imported after the loader, because the handler module must get the same classes.
  const { decodeArgs, encodeError, encodeResult } = await import("./offload-message.js");
  const module: Partial<OffloadModule> = await import(source);
  if (typeof module.handler !== "function") throw new TypeError(`offload: ${url} must export a function "handler".`);
  try {
    return encodeResult(await module.handler(decodeArgs(args)));
  } catch (error) {
    const result = encodeError(error);
    if (result === undefined) throw error;
    return result;
  }
}

/** With a TypeScript loader, `./render.js` may be `./render.ts` on disk. */
function sourceOf(url: string): string {
  if (!url.startsWith("file:") || !url.endsWith(".js") || existsSync(fileURLToPath(url))) return url;
  const source = url.replace(/\.js$/, ".ts");
  return existsSync(fileURLToPath(source)) ? source : url;
}

let loader: Promise<void> | undefined;

/** Registers tsx, because some versions of Node do not load it in worker threads. Without tsx, Node may run TypeScript itself. */
async function registerTsx(source: string): Promise<void> {
  let path: string;
  try {
    path = createRequire(source).resolve("tsx/esm/api"); // resolved from the offloaded module
  } catch {
    return;
  }
  // `resolve` finds the CommonJS file, which cannot register an ESM loader.
  const { register } = await import(pathToFileURL(path.replace(/\.cjs$/, ".mjs")).href);
  register();
}
