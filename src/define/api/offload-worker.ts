import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { OffloadResult } from "./offload-message.js";

interface Task {
  readonly url: string;
  readonly args: unknown;
}

interface Module {
  readonly handler?: (args: unknown) => unknown;
}

// Piscina calls a worker module's default export, if it is not given a name: this one is named.
export async function run({ url, args }: Task): Promise<OffloadResult> {
  const source = sourceOf(url);
  if (/\.[cm]?ts$/.test(source)) {
    loader ??= registerTsx(source);
    await loader;
  }
  // Not imported above: with a loader Node begins anew, and the module would meet other classes than these.
  const { decodeArgs, encodeError, encodeResult } = await import("./offload-message.js");
  const module: Module = await import(source);
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

let loader: Promise<void> | undefined;

/** tsx does not reach into worker threads on every Node. Where there is no tsx, Node itself may know TypeScript. */
async function registerTsx(source: string): Promise<void> {
  let path: string;
  try {
    path = createRequire(source).resolve("tsx/esm/api"); // as the offloaded module would find it
  } catch {
    return;
  }
  // `require` leads to the CommonJS twin, which registers nothing from here.
  const { register } = await import(pathToFileURL(path.replace(/\.cjs$/, ".mjs")).href);
  register();
}
