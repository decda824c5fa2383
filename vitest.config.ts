import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { PATIENCE } from "./tests/support/patience.js";

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
  { find: /^trestle\/live$/, replacement: source("live/index.ts") },
  { find: /^trestle\/redis$/, replacement: source("redis/index.ts") },
  { find: /^trestle\/postgres$/, replacement: source("postgres/index.ts") },
];

// Every engine that a test starts has its answers judged: see tests/support/jsonapi/watch-service.ts.
export const judged = {
  name: "judge-every-answer",
  enforce: "pre" as const,
  transform(code: string, id: string) {
    if (id !== source("server/serve/service.ts")) return undefined;
    const watcher = fileURLToPath(new URL("./tests/support/jsonapi/watch-service.ts", import.meta.url));
    return { code: `${code}\nimport { watchService } from "${watcher}";\nwatchService(Service);\n`, map: null };
  },
};

/** PGlite in tests, in examples and in the programs of the docs starts with files that are already made. */
const preparedPglite = {
  name: "prepared-pglite",
  enforce: "pre" as const,
  resolveId(id: string, importer?: string) {
    const prepared = fileURLToPath(new URL("./tests/support/pglite.ts", import.meta.url));
    return id === "@electric-sql/pglite" && importer !== prepared ? prepared : undefined;
  },
};

/** Drizzle 1.0 in the place of 0.45. */
const drizzleOne = { find: /^drizzle-orm(?=$|\/)/, replacement: "drizzle-orm-1" };

/** Compilers, databases and real servers start inside tests, and all of them share two cores. */
const real = {
  setupFiles: ["tests/support/jsonapi/setup.ts"],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: PATIENCE } },
};

/** In CI, other programs get the processor first. */
const compiling = { testTimeout: 240_000, hookTimeout: 240_000 };

/** They replace the timers of their worker, and count them. In a shared worker, they would count timers of other files, too. */
const fakeTimers = ["check-options", "deadline", "event-stream"].map((name) => `src/client/**/${name}.test.ts`);

/** They compile for a long time, or need other programs, so `npm test` leaves them to CI. */
const ownProjects = ["tests/services/**", "tests/docs/**", "type-tests/editor/**"];

// docs/internals/tests.md says what each project proves.
export default defineConfig({
  resolve: { alias },
  test: {
    maxWorkers: 4, // many tests wait more than they work: four fill two cores
    projects: [
      {
        resolve: { alias },
        plugins: [judged, preparedPglite],
        test: {
          ...real,
          name: "run",
          include: ["{src,tests,examples,type-tests}/**/*.test.ts"],
          exclude: [...ownProjects, "**/fixtures/**", "**/node_modules/**", ...fakeTimers],
          // Each worker loads the modules once, and not again for each file.
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: { name: "fake-timers", include: fakeTimers },
      },
      {
        resolve: { alias },
        plugins: [judged, preparedPglite],
        test: {
          ...real,
          name: "services",
          testTimeout: 120_000, // browsers and several servers start inside one test
          include: ["tests/services/**/*.test.ts"],
          // Vite builds the back office as `npm start` does: React mounts everything twice in other modes.
          env: { NODE_ENV: "production" },
          maxConcurrency: 2,
          fileParallelism: false,
          sequence: { groupOrder: 1 }, // after the projects whose files run at the same time
        },
      },
      {
        resolve: { alias },
        plugins: [judged, preparedPglite],
        test: { ...real, ...compiling, name: "docs", include: ["tests/docs/*.test.ts"], isolate: false },
      },
      {
        resolve: { alias },
        test: {
          ...real,
          ...compiling,
          name: "compilers",
          include: ["type-tests/messages.test.ts", "type-tests/editor/*.test.ts"],
          env: { COMPILERS: "all" },
          isolate: false,
        },
      },
      {
        resolve: { alias: [...alias, drizzleOne] },
        plugins: [judged, preparedPglite],
        test: {
          ...real,
          name: "drizzle-1",
          include: ["tests/sources/*.test.ts"],
          env: { DRIZZLE: "1" },
          isolate: false,
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
