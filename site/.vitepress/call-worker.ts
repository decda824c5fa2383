import { join } from "node:path";
import { build } from "esbuild";
import type { Plugin } from "vitepress";
import { ROOT } from "./pages.js";

const NAME = "virtual:call-worker";
const FILE = join(ROOT, "site/.vitepress/theme/playground/call-worker.ts");

/** Gives the playground the worker of a call as one text: the frame that starts it has no origin, so it can load no file of the site. */
export function callWorkerText(): Plugin {
  return {
    name: "call-worker",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    async load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const { outputFiles } = await build({
        entryPoints: [FILE],
        bundle: true,
        format: "iife",
        minify: true,
        target: "es2022",
        write: false,
      });
      return `export const text = ${JSON.stringify(outputFiles[0]?.text)};`;
    },
  };
}
