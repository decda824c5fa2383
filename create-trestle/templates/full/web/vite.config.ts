import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Writes a compressed copy of each file, which `npm start` serves. */
const compress: Plugin = {
  name: "compress",
  writeBundle({ dir = "" }, files) {
    for (const path of Object.keys(files).map((name) => join(dir, name)))
      writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
  },
};

export default defineConfig({
  plugins: [compress],
  build: {
    rolldownOptions: {
      // TanStack Query says "use client", which only servers need. Vite warns about it.
      onLog: (level, log, report) => log.code === "MODULE_LEVEL_DIRECTIVE" || report(level, log),
    },
  },
});
