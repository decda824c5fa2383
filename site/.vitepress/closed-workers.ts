import { join } from "node:path";
import { build } from "esbuild";
import type { Plugin } from "vitepress";
import { ROOT } from "./pages.js";

const NAME = /^virtual:(call-worker|server-worker)$/;

/** Gives the playground each of two workers as one text: the frame that starts them has no origin, so it can load no file of the site. */
export function closedWorkerTexts(): Plugin {
  return {
    name: "closed-workers",
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : undefined),
    async load(id) {
      const [, name] = NAME.exec(id.replace("\0", "")) ?? [];
      if (name === undefined) return undefined;
      const { outputFiles } = await build({
        entryPoints: [join(ROOT, `site/.vitepress/theme/playground/${name}.ts`)],
        bundle: true,
        format: "iife",
        minify: true,
        target: "es2022",
        write: false,
        define: { "import.meta.url": '"file:///worker.js"' }, // a text has no address; `offload` only joins it to another
      });
      return `export const text = ${JSON.stringify(outputFiles[0]?.text)};`;
    },
  };
}
