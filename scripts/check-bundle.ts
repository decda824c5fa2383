import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { build as viteBuild } from "vite";

// Measures what a browser loads for `createClient`, and for all of trestle/query; needs a build.
// It must contain only the client's own modules, and must not be larger than scripts/client-size.json allows. Code that is loaded later is printed separately: superjson, the
// code that writes values that JSON does not carry, and of trestle/query the rules that find stale queries and optimistic changes.
// It also bundles an API with its client for a page: bundlers may not warn about it.

const client = 'export { createClient } from "./dist/client.js";';
const entries = {
  "trestle/client": { folders: ["src/client/"], code: client },
  "trestle/query": {
    folders: ["src/query/", "src/client/"],
    code: `${client} export * from "./dist/query.js";`,
  },
};
const program = `
  import { trestle } from "./dist/index.js";
  import { fetchHandler } from "./dist/fetch.js";
  import { createClient } from "./dist/client.js";
  import { z } from "zod";

  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() } });
  const api = t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id, text: "Hello" }))) });
  export const client = createClient({ url: "http://page/api", fetch: fetchHandler(api, { prefix: "/api" }) });`;
/** An API in the page itself, for demos and tests. Zod is part of it. */
const whole = {
  "server and client": program,
  "server, client and OpenAPI": `${program}
  import { openapi } from "./dist/openapi.js";
  export const description = openapi(api, { info: { title: "Notes", version: "1.0.0" } });`,
};
type Entry = keyof typeof entries;
type Whole = keyof typeof whole;

/** In bytes, minified and gzipped. That of trestle/query is what it adds to trestle/client. */
const limits: Record<Entry | Whole, number> = JSON.parse(readFileSync("scripts/client-size.json", "utf8"));

async function measure(folders: readonly string[], code: string) {
  if (!existsSync("dist/index.js")) throw new Error("dist is missing: run `npm run build` first");
  const { metafile, outputFiles } = await build({
    stdin: { contents: code, resolveDir: "." },
    bundle: true,
    minify: true,
    splitting: true,
    outdir: "bundle",
    format: "esm",
    platform: "browser",
    target: "es2022",
    external: ["@tanstack/query-core"], // the page's own
    write: false,
    metafile: true,
    logLevel: "error",
  });
  const outputs = Object.entries(metafile.outputs);
  const start = new Set(outputs.filter(([, { entryPoint }]) => entryPoint === "<stdin>").map(([path]) => path));
  for (const path of start) {
    for (const { path: imported, kind } of metafile.outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && imported in metafile.outputs) start.add(imported);
    }
  }
  // As one file each: esbuild cuts what both need out of the start, most bundlers leave it there.
  const weigh = (wanted: boolean) => {
    const chunks = outputFiles.filter(({ path }) => start.has(relative(".", path)) === wanted);
    return gzipSync(Buffer.concat(chunks.map(({ contents }) => contents)), { level: 9 }).length;
  };
  const inputs = [...start].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
  const own = ["src/wire/", ...folders];
  const modules = inputs.flatMap(modulesOf);
  const strangers = modules.filter((path) => !own.some((folder) => path.startsWith(folder)));
  return {
    size: weigh(true),
    lazy: weigh(false),
    modules: modules.length,
    strangers,
  };
}

/** The modules of src that a built file holds, by its source map. */
function modulesOf(file: string): string[] {
  if (file === "<stdin>") return [];
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(`${file}.map`, "utf8"));
  return sources.map((source) => join(dirname(file), source));
}

let before = 0;
for (const [name, { folders, code }] of Object.entries(entries)) {
  const entry = name as Entry; // the keys of an object literal
  if (!(entry in limits)) continue;
  const { size, lazy, modules, strangers } = await measure(folders, code);
  const added = size - before;
  console.log(
    `${entry}: ${modules} modules, ${added} bytes gzipped (at most ${limits[entry]}), and ${lazy} loaded when needed`,
  );
  for (const path of strangers) console.error(`not the client's own: ${path}`);
  if (added > limits[entry])
    console.error("too large: make it smaller, or raise the number in scripts/client-size.json and say why");
  if (strangers.length > 0 || added > limits[entry]) process.exitCode = 1;
  before = size;
}

for (const [name, code] of Object.entries(whole)) await checkWhole(name as Whole, code); // the keys of an object literal

/** Bundles a program for browsers, as a project on Vite does. It must not warn. */
async function checkWhole(name: Whole, code: string): Promise<void> {
  const warnings: string[] = [];
  const result = await viteBuild({
    configFile: false,
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "whole" ? resolve("whole.js") : null),
        load: (id) => (id === resolve("whole.js") ? code : null),
      },
    ],
    build: {
      write: false,
      target: "es2022",
      rollupOptions: {
        input: "whole",
        preserveEntrySignatures: "strict",
        onLog: (level, { message }) => void warnings.push(`${level}: ${message}`),
      },
    },
  });
  const outputs = [result].flat().flatMap((built) => ("output" in built ? built.output : []));
  const chunks = outputs.flatMap((output) => (output.type === "chunk" ? output.code : []));
  const size = gzipSync(chunks.join(""), { level: 9 }).length;
  console.log(`${name}: ${size} bytes gzipped (at most ${limits[name]}), ${warnings.length} warnings`);
  for (const warning of warnings) console.error(warning);
  if (size > limits[name])
    console.error("too large: make it smaller, or raise the number in scripts/client-size.json and say why");
  if (size > limits[name] || warnings.length > 0) process.exitCode = 1;
}
