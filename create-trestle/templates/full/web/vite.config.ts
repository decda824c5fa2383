import { defineConfig } from "vite";

export default defineConfig({
  server: {
    proxy: {
      // One origin for the page and the API, so that no CORS is needed.
      "/api": {
        target: `http://localhost:${process.env.PORT ?? 3000}`,
        // If the API restarts, its live stream breaks. The page must see that, and Vite alone leaves its connection open.
        configure: (proxy) =>
          proxy.on("proxyRes", (response, _request, toPage) => {
            response.once("close", () => {
              if (!toPage.writableEnded) toPage.destroy();
            });
          }),
      },
    },
  },
  build: {
    rolldownOptions: {
      // Each file of TanStack Query says "use client". That has a meaning for servers only, and Vite warns about it.
      onLog: (level, log, report) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
      },
    },
  },
});
