/** What the files of a folder may import: other folders of src, as values or as types alone, and packages. */
export interface Layer {
  /** What the folder contains, for the table in CONTRIBUTING.md. */
  readonly about: string;
  readonly values: readonly string[];
  readonly types?: readonly string[];
  readonly packages: readonly string[];
  /** Packages of which nothing is left in the JavaScript. */
  readonly packageTypes?: readonly string[];
}

/**
 * The arrows between the folders of src, one way. The longest name that holds a file is its layer; the files right
 * in src are the layer ".". A layer may always import itself. `node:` stands for Node's own modules.
 */
export const layers: Record<string, Layer> = {
  ".": {
    about: "what `trestle` exports",
    values: ["define", "protocol", "server"],
    packages: [],
  },
  // What both ends of the wire share: no package, no folder, since it travels to the browser.
  rich: {
    about: "type notes: how dates, bigints, sets and maps travel as JSON, for both ends",
    values: [],
    packages: [],
  },
  schema: {
    about: "Zod schemas described once; the only folder that reads how Zod keeps them",
    values: [],
    packages: ["zod"],
  },
  define: {
    about: "what a user declares: resources, relationships, operations, the router, errors",
    values: ["schema"],
    packages: ["zod"],
  },
  protocol: {
    about: "JSON:API as pure functions: media types, queries, documents, links",
    values: ["define", "rich", "schema"],
    packages: ["zod", "fast-content-type-parse", "superjson"],
  },
  server: {
    about: "the server without a framework: routes, negotiation, visibility, timeouts",
    values: ["define", "protocol", "schema"],
    packages: ["zod", "piscina", "node:"],
  },
  "server/fastify": {
    about: "the adapter for Fastify",
    values: ["define", "protocol", "server"],
    packages: ["fastify", "node:"],
  },
  "server/fetch": {
    about: "the adapter for Fetch runtimes",
    values: ["define", "protocol", "server"],
    packages: [],
  },
  openapi: {
    about: "the router described in OpenAPI 3.1, and the pages that show the description",
    values: ["define", "protocol", "schema", "server"],
    packages: ["zod", "@asteasolutions/zod-to-openapi", "node:"],
  },
  // Everything a client imports travels to the browser: types alone vanish on the way.
  client: {
    about: "`createClient`: collections, pages, joined includes, typed errors",
    values: ["rich"],
    types: ["define"],
    packages: [],
  },
  query: {
    about: "TanStack Query on top of the client: keys, options, invalidation, optimistic changes",
    values: ["client", "rich"],
    types: ["define"],
    packages: [],
    packageTypes: ["@tanstack/query-core"],
  },
};

/** Files that may import more packages than the rest of their folder, each for a reason. */
export const exceptions: Record<string, readonly string[]> = {
  // A pool of workers exists on Node alone: piscina is loaded when the first offloaded handler runs.
  "define/offload.ts": ["piscina"],
  // Loaded when a value needs it, in a chunk of its own.
  "client/superjson.ts": ["superjson"],
  // Runs inside the worker, and is imported by nobody.
  "define/offload-worker.ts": ["node:"],
};
