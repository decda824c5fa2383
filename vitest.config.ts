import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

// The same entry points as `paths` in tsconfig.json: exact names, so that "trestle" does not swallow "trestle/client".
export const alias = [
  { find: /^trestle$/, replacement: source("index.ts") },
  { find: /^trestle\/fastify$/, replacement: source("fastify/index.ts") },
  { find: /^trestle\/fetch$/, replacement: source("fetch/index.ts") },
  { find: /^trestle\/openapi$/, replacement: source("openapi/index.ts") },
  { find: /^trestle\/client$/, replacement: source("client/index.ts") },
  { find: /^trestle\/query$/, replacement: source("query/index.ts") },
  { find: /^trestle\/source$/, replacement: source("source/index.ts") },
  { find: /^trestle\/memory$/, replacement: source("memory/index.ts") },
  { find: /^trestle\/drizzle$/, replacement: source("drizzle/index.ts") },
];

// Every engine that a test starts has its answers judged: see tests/support/jsonapi/watch-service.ts.
export const judged = {
  name: "judge-every-answer",
  enforce: "pre" as const,
  transform(code: string, id: string) {
    if (id !== source("server/pipeline/service.ts")) return undefined;
    const watcher = fileURLToPath(new URL("./tests/support/jsonapi/watch-service.ts", import.meta.url));
    return { code: `${code}\nimport { watchService } from "${watcher}";\nwatchService(Service);\n`, map: null };
  },
};

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        plugins: [judged],
        test: {
          name: "run",
          setupFiles: ["tests/support/jsonapi/setup.ts"],
          include: ["{src,tests,examples,type-tests}/**/*.test.ts"],
          exclude: ["**/fixtures/**", "**/node_modules/**"],
          // Compilers, databases and real servers start inside tests, two cores for all of them.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "types",
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            checker: "tsc",
            include: ["type-tests/**/*.test-d.ts"],
            tsconfig: "type-tests/tsconfig.json",
          },
        },
      },
    ],
  },
});
