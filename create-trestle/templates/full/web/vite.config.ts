import { defineConfig } from "vite";

export default defineConfig({
  server: {
    proxy: {
      // One origin for the page and the API, so that no CORS is needed.
      "/api": {
        target: `http://localhost:${process.env.PORT ?? 3000}`,
        configure(proxy) {
          // If the API ends, so does its live stream. Without this line, the page would not see that.
          proxy.on("proxyRes", (from, _, to) => from.once("error", () => to.destroy()));
          // While the API restarts, each page asks once a second.
          proxy.on("error", (_error, _, to) => "setHeader" in to && !to.headersSent && to.setHeader("retry-after", 1));
        },
      },
    },
  },
  build: {
    rolldownOptions: {
      // TanStack Query says "use client", which only servers need. Vite warns about it.
      onLog: (level, log, report) => log.code === "MODULE_LEVEL_DIRECTIVE" || report(level, log),
    },
  },
});
