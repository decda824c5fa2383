import { defineConfig } from "vite";

export default defineConfig({
  build: {
    rolldownOptions: {
      // TanStack Query says "use client", which only servers need. Vite warns about it.
      onLog: (level, log, report) => log.code === "MODULE_LEVEL_DIRECTIVE" || report(level, log),
    },
  },
});
