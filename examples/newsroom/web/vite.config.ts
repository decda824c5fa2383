import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const source = (path: string) => fileURLToPath(new URL(`../../../src/${path}`, import.meta.url));

export default defineConfig({
  // In this repository the package's entry points are its sources, as in tsconfig.json.
  resolve: {
    alias: [
      { find: /^trestle\/client$/, replacement: source("client/index.ts") },
      { find: /^trestle\/query$/, replacement: source("query/index.ts") },
    ],
  },
  // The policy that the page is sent with forbids inline code, and browsers of today preload modules by themselves.
  build: {
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: "es2022",
    rolldownOptions: {
      // TanStack's modules say "use client", which means nothing here.
      onLog: (level, log, write) => void (log.code === "MODULE_LEVEL_DIRECTIVE" || write(level, log)),
    },
  },
  // `npx vite examples/newsroom/web` shows changes as you type, beside an `npm start` that answers for the API.
  server: { proxy: { "/api": "http://localhost:3000" } },
});
