import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

// The same entry points as `paths` in tsconfig.json: exact names, so that "trestle" does not swallow "trestle/client".
const alias = [
  { find: /^trestle$/, replacement: source("index.ts") },
  { find: /^trestle\/fastify$/, replacement: source("server/fastify/index.ts") },
  { find: /^trestle\/fetch$/, replacement: source("server/fetch/index.ts") },
  { find: /^trestle\/openapi$/, replacement: source("openapi/index.ts") },
  { find: /^trestle\/client$/, replacement: source("client/index.ts") },
];

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "run",
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
