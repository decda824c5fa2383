// Writes `dist`: a file for each entry point, the chunks that they share or load later, a source map for each of these
// files, and bundled declarations. The compiler writes the declarations that are bundled into .cache.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { decode, encode } from "@jridgewell/sourcemap-codec";
import { build } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { chunkNames, SHARED_CHUNKS } from "./support/chunks.mjs";

const DECLARATIONS = resolve(".cache/declarations"); // `outDir` of tsconfig.build.json

const { exports, dependencies, peerDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const names = Object.values(exports).flatMap((entry) => entry.default?.match(/dist\/(.+)\.js$/)[1] ?? []);
const sourceOf = (name) => (name === "index" ? "index" : `${name}/index`);
const shared = { platform: "neutral", external: (id) => /^[^./]/.test(id), checks: { pluginTimings: false } };

for (const folder of ["dist", DECLARATIONS]) rmSync(folder, { recursive: true, force: true }); // of files that have another name now
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"], { stdio: "inherit" });
await Promise.all([writeJavaScript(), writeDeclarations()]);

async function writeJavaScript() {
  const entries = Object.fromEntries(names.map((name) => [name, resolve("src", `${sourceOf(name)}.ts`)]));
  entries["offload-worker"] = resolve("src/define/api/offload-worker.ts"); // started by its URL
  let chunkOf;
  const { output } = await build({
    ...shared,
    input: entries,
    tsconfig: "tsconfig.build.json",
    output: {
      dir: "dist",
      entryFileNames: "[name].js",
      chunkFileNames: "[name].js",
      comments: { jsdoc: false, annotation: true, legal: true }, // the declarations contain what users read
      sourcemap: true,
      sourcemapExcludeSources: true,
      codeSplitting: {
        groups: SHARED_CHUNKS.map((chunk, index) => ({
          name(id, context) {
            chunkOf ??= chunkNames(entries, (module) => context.getModuleInfo(module));
            return chunkOf(id) === chunk ? chunk : null;
          },
          debugName: chunk,
          priority: SHARED_CHUNKS.length - index,
        })),
      },
    },
  });
  for (const { fileName } of output) if (fileName.endsWith(".map")) keepLines(join("dist", fileName));
  for (const { fileName, imports = [] } of output) for (const name of imports) requireDeclared(name, fileName);
}

/** The bundler adds imports of its own helpers, for a tagged template that contains `</script>` for one. */
function requireDeclared(name, fileName) {
  if (name.startsWith("node:") || existsSync(join("dist", name))) return;
  const [owner, rest] = name.split("/");
  const declared = { ...dependencies, ...peerDependencies };
  if (owner in declared || `${owner}/${rest}` in declared) return;
  throw new Error(`dist/${fileName} imports ${name}, which package.json does not declare.`);
}

/** A stack trace needs the line in src. Without the columns and names of all that stands in it, a map is a quarter as large. */
function keepLines(file) {
  const map = JSON.parse(readFileSync(file, "utf8"));
  const isAnotherLine = ([, source, line], index, all) =>
    source !== all[index - 1]?.[1] || line !== all[index - 1]?.[2];
  const lines = decode(map.mappings).map((line) => line.filter(isAnotherLine).map((place) => place.slice(0, 4)));
  writeFileSync(file, JSON.stringify({ ...map, names: [], mappings: encode(lines) }));
}

async function writeDeclarations() {
  await build({
    ...shared,
    cwd: DECLARATIONS, // the comments that name each module say its path in src
    input: Object.fromEntries(names.map((name) => [`${name}.d`, `./${sourceOf(name)}.d.ts`])),
    plugins: [dts({ dtsInput: true, tsconfig: false })],
    // A chunk that does not end in .d.ts would be checked as a source in the user's program.
    output: { dir: resolve("dist"), entryFileNames: "[name].ts", chunkFileNames: "[name]-types.d.ts" },
  });
}
