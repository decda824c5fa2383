import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

// What a browser loads for `trestle/client`: its own files and nothing else, no larger than the number that we keep.

const entry = "dist/client/index.js";
if (!existsSync(entry)) throw new Error(`${entry} is missing: run \`npm run build\` first`);

const { metafile, outputFiles } = await build({
  entryPoints: [entry],
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  write: false,
  metafile: true,
  logLevel: "error",
});

const inputs = Object.keys(metafile.inputs).map((path) => relative(".", path));
const strangers = inputs.filter((path) => !path.startsWith("dist/client/"));
const external = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
const code = outputFiles[0]?.contents ?? new Uint8Array();
const size = gzipSync(code, { level: 9 }).length;
const { maxGzipBytes }: { maxGzipBytes: number } = JSON.parse(readFileSync("scripts/client-size.json", "utf8"));

console.log(
  `trestle/client: ${inputs.length} files, ${code.length} bytes minified, ${size} gzipped (at most ${maxGzipBytes})`,
);
for (const path of [...strangers, ...external]) console.error(`not the client's own: ${path}`);
if (size > maxGzipBytes)
  console.error(`too large: make it smaller, or raise the number in scripts/client-size.json and say why`);
if (strangers.length + external.length > 0 || size > maxGzipBytes) process.exitCode = 1;
