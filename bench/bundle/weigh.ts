import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Bytes, minified and gzipped. */
export interface Weight {
  /** What a page loads at once. */
  readonly start: number;
  /** What it loads when it is needed, by `import()`. */
  readonly later: number;
}

export async function weigh(
  code: string,
  external: readonly string[] = [],
  conditions: readonly string[] = [],
): Promise<Weight> {
  const { metafile, outputFiles } = await build({
    stdin: { contents: code, resolveDir: here },
    bundle: true,
    minify: true,
    splitting: true,
    outdir: "bundle",
    format: "esm",
    platform: "browser",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
    external: [...external],
    conditions: [...conditions, "module"], // esbuild's own default, which a list of others replaces
    write: false,
    metafile: true,
    logLevel: "error",
  });
  const start = new Set<string>();
  const add = (path: string) => {
    if (start.has(path) || !(path in metafile.outputs)) return;
    start.add(path);
    for (const { path: imported, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind === "import-statement") add(imported);
  };
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) if (entryPoint === "<stdin>") add(path);
  // As one file each, which favours nobody: some bundlers would leave one where esbuild cuts several.
  const sum = (wanted: boolean) => {
    const chunks = outputFiles.filter(({ path }) => start.has(relative(".", path)) === wanted);
    return chunks.length > 0 ? gzipSync(Buffer.concat(chunks.map(({ contents }) => contents)), { level: 9 }).length : 0;
  };
  return { start: sum(true), later: sum(false) };
}
