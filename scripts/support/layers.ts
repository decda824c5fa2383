/** What the files of a folder may import: other folders of src, as values or as types alone, and packages. "x/*" is "x" and all inside it. */
export interface Layer {
  /** What the folder contains, for the table in docs/internals/layers.md. */
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
    values: ["define/*", "protocol/body", "server/*"],
    types: ["wire"],
    packages: [],
  },
  wire: {
    about: "what both ends agree on, as data: media types, headers, statuses, error codes, operations",
    values: [],
    packages: [],
  },
  "wire/notes": {
    about: "type notes: how dates, bigints, sets and maps travel as JSON",
    values: [],
    packages: [],
  },
  schema: {
    about: "Zod schemas described once; the only folder that reads Zod's definitions",
    values: [],
    packages: ["zod"],
  },
  define: {
    about: "declaring an API; here: errors and UNSET, which all parts of it use",
    values: ["wire"],
    packages: [],
  },
  "define/types": {
    about: "type-level code; it leaves no JavaScript",
    values: [],
    types: ["define", "schema", "wire"],
    packages: [],
    packageTypes: ["zod"],
  },
  "define/model": {
    about: "a declared API as the server and the OpenAPI document read it, and what handlers return to it",
    values: ["define", "schema", "wire"],
    types: ["define/types"],
    packages: [],
    packageTypes: ["zod"],
  },
  "define/checks": {
    about: "what a declaration must satisfy, checked when it is made",
    values: ["define/model", "schema", "wire"],
    types: ["define", "define/types"],
    packages: ["zod"],
  },
  "define/api": {
    about: "the functions that users call to declare an API",
    values: ["define", "define/checks", "define/model", "schema", "wire"],
    types: ["define/types"],
    packages: ["zod"],
  },
  protocol: {
    about: "JSON:API as pure functions; here: what its parts share",
    values: ["define/model", "protocol/text", "schema", "wire"],
    types: ["define/types"],
    packages: [],
    packageTypes: ["zod"],
  },
  "protocol/text": {
    about: "fast writers of JSON text",
    values: [],
    packages: [],
  },
  "protocol/errors": {
    about: "error objects and error documents",
    values: ["define", "define/model", "protocol", "protocol/negotiation", "protocol/text", "wire"],
    packages: [],
  },
  "protocol/negotiation": {
    about: "Accept, Content-Type and Vary",
    values: ["protocol/text", "wire"],
    packages: ["fast-content-type-parse"],
  },
  "protocol/notes": {
    about: "reading and writing the type notes of a document",
    values: ["protocol/text", "schema", "wire", "wire/notes"],
    packages: ["superjson"],
    packageTypes: ["zod"],
  },
  "protocol/query": {
    about: "parsing of query strings",
    values: ["define/model", "protocol", "protocol/errors", "protocol/text", "schema", "wire"],
    types: ["define/types"],
    packages: ["zod"],
  },
  "protocol/body": {
    about: "parsing and validation of request bodies",
    values: [
      "define",
      "define/model",
      "protocol",
      "protocol/errors",
      "protocol/notes",
      "protocol/text",
      "schema",
      "wire/*",
    ],
    types: ["define/types"],
    packages: ["zod"],
  },
  "protocol/document": {
    about: "writing of response documents",
    values: ["define/model", "protocol", "protocol/errors", "protocol/notes", "protocol/text", "schema", "wire/*"],
    types: ["define/types"],
    packages: ["zod"],
  },
  server: {
    about: "the server without a framework; here: options, routing, URLs, logs",
    values: ["define", "define/model", "protocol/*", "schema", "wire"],
    types: ["define/types"],
    packages: [],
  },
  "server/kernel": {
    about: "what every request has: its state, its life, its caller's view; no feature is imported here",
    values: ["define", "define/model", "protocol/*", "schema", "server", "wire"],
    types: ["define/types"],
    packages: [],
  },
  "server/writes": {
    about: "what makes a write safe: its transaction, its key, and the version that it is based on",
    values: ["define", "define/model", "protocol/*", "schema", "server", "server/kernel", "wire", "wire/notes"],
    types: ["define/types"],
    packages: [],
  },
  "server/atomic": {
    about: "several operations in one request: reading them, running them in one transaction, and their results",
    values: ["define/model", "protocol/*", "schema", "server", "server/kernel", "wire", "wire/notes"],
    packages: [],
  },
  sealed: {
    about: "texts that clients carry and only the server can read",
    values: [],
    packages: [],
  },
  "server/live": {
    about: "live notices: what a write changed, and the connections to which they are sent",
    values: ["define", "define/model", "protocol/*", "retry", "sealed", "server", "server/kernel", "wire"],
    types: ["define/types"],
    packages: ["zod"],
  },
  "server/serve": {
    about: "the way of a request: `serve.ts` calls everything in its order",
    values: [
      "define",
      "define/model",
      "protocol/*",
      "schema",
      "server",
      "server/atomic",
      "server/kernel",
      "server/live",
      "server/writes",
      "wire",
    ],
    types: ["define/types"],
    packages: [],
    packageTypes: ["zod"],
  },
  live: {
    about: "what `trestle/live` exports: the channel, and the hub of one process",
    values: ["define/model", "server/live"],
    types: ["define/types", "wire"],
    packages: [],
  },
  "source/store": {
    about: "the interface of stores: what a store gets, returns and throws",
    values: [],
    packages: [],
    packageTypes: ["zod"],
  },
  "source/types": {
    about: "the types of a source's handlers and routes",
    values: [],
    types: ["define", "define/types", "source/store"],
    packages: [],
  },
  "source/options": {
    about:
      "the options of a source that all stores have: filters, members' values, scopes, rules of writes, texts of violations",
    values: ["define", "define/model", "wire"],
    types: ["source/store", "source/types"],
    packages: [],
    packageTypes: ["zod"],
  },
  "source/handlers": {
    about:
      "how the handlers of a source read and write: names, selections, includes, pages, and the registry of all sources",
    values: ["define", "define/model", "sealed", "source/options", "source/store", "wire"],
    types: ["define/types", "source/types"],
    packages: [],
    packageTypes: ["zod"],
  },
  "source/contract": {
    about: "the tests that every store must pass",
    values: ["define", "define/api"],
    packages: ["zod"],
  },
  source: {
    about: "sources: the handlers made from a store, and the checks when all sources are known",
    values: [
      "define",
      "define/model",
      "schema",
      "source/contract",
      "source/handlers",
      "source/options",
      "source/store",
      "wire",
    ],
    types: ["define/types", "source/types"],
    packages: [],
    packageTypes: ["zod"],
  },
  memory: {
    about: "sources whose rows are in memory",
    values: ["define/model", "schema", "source", "source/handlers", "source/options", "source/store"],
    types: ["define/types", "source/types"],
    packages: [],
  },
  "drizzle/database": {
    about: "a database: its sessions, how a statement is built and sent, its errors, and the interface of dialects",
    values: ["source/handlers"],
    types: ["schema", "source/store"],
    packages: ["drizzle-orm"],
  },
  "drizzle/declarations": {
    about: "what Drizzle's tables and views declare: keys, constraints and indexes",
    values: ["drizzle/database"],
    packages: ["drizzle-orm"],
  },
  "drizzle/dialects": {
    about: "what Postgres and SQLite say in different ways",
    values: ["drizzle/database", "schema", "source/handlers", "source/store"],
    types: ["drizzle/declarations"],
    packages: ["drizzle-orm", "zod"],
  },
  "drizzle/config": {
    about: "the configuration of a source, and its types: what fits a table, and how fields are stored",
    values: ["define/model", "source/options"],
    types: ["define/types", "drizzle/database", "drizzle/declarations", "source/store", "source/types"],
    packages: ["drizzle-orm"],
    packageTypes: ["zod"],
  },
  "drizzle/columns": {
    about: "the columns of fields, ids, relationships and scopes",
    values: [
      "define/model",
      "drizzle/database",
      "drizzle/declarations",
      "drizzle/dialects",
      "schema",
      "source/handlers",
      "source/options",
      "source/store",
    ],
    types: ["drizzle/config", "source/types"],
    packages: ["drizzle-orm", "zod"],
  },
  "drizzle/tables": {
    about:
      "a resource's table as it is stored: its id, its relationships, its tenant, and the rules that a write can violate",
    values: [
      "define/model",
      "drizzle/columns",
      "drizzle/database",
      "drizzle/declarations",
      "drizzle/dialects",
      "source/options",
      "source/store",
    ],
    types: ["drizzle/config", "source/handlers"],
    packages: ["drizzle-orm"],
  },
  "drizzle/rows": {
    about: "statements that read and write rows: conditions, orders, selected columns, trees, transactions",
    values: [
      "drizzle/columns",
      "drizzle/database",
      "drizzle/declarations",
      "drizzle/tables",
      "schema",
      "source",
      "source/handlers",
      "source/options",
      "source/store",
    ],
    types: ["define/model", "drizzle/config"],
    packages: ["drizzle-orm"],
  },
  drizzle: {
    about: "sources for Postgres and SQLite on Drizzle's query builder, and resources from its tables",
    values: [
      "define/model",
      "drizzle/columns",
      "drizzle/config",
      "drizzle/database",
      "drizzle/declarations",
      "drizzle/dialects",
      "drizzle/rows",
      "drizzle/tables",
      "schema",
      "source",
      "source/handlers",
      "source/options",
      "source/store",
    ],
    types: ["define", "define/api", "define/types", "source/types"],
    packages: ["drizzle-orm", "zod"],
  },
  retry: {
    about: "waits before what failed is tried again",
    values: [],
    packages: [],
  },
  postgres: {
    about: "what Trestle keeps in Postgres: the keys of idempotent writes, and live notices",
    values: ["define/model", "retry"],
    types: ["define/types"],
    packages: [],
  },
  redis: {
    about: "what Trestle keeps in Redis: the keys of idempotent writes, and live notices",
    values: ["define/model", "retry"],
    types: ["define/types"],
    packages: [],
  },
  fastify: {
    about: "the adapter for Fastify",
    values: ["define", "define/model", "protocol/*", "server/*", "wire"],
    types: ["define/types"],
    packages: ["fastify", "node:"],
  },
  fetch: {
    about: "the adapter for Fetch runtimes",
    values: ["define", "define/model", "protocol/*", "server/*", "wire"],
    types: ["define/types"],
    packages: [],
  },
  openapi: {
    about: "the router described in OpenAPI 3.1, and the pages that show the description",
    values: ["define", "define/model", "protocol/*", "schema", "server", "server/live", "wire"],
    types: ["define/types"],
    packages: ["zod", "@asteasolutions/zod-to-openapi", "node:"],
  },
  // Everything a client imports travels to the browser: types alone vanish on the way.
  client: {
    about:
      "`createClient`: from the bottom `errors`, `send` (what every request needs), `read`, `write`, `action`, `atomic`, `live`",
    values: ["wire", "wire/notes"],
    types: ["define", "define/types"],
    packages: [],
  },
  query: {
    about:
      "TanStack Query on top of the client: `cache` (keys, scopes, cached documents) at the bottom, then options, invalidation, optimistic changes",
    values: ["client", "wire", "wire/notes"],
    types: ["define", "define/types"],
    packages: [],
    packageTypes: ["@tanstack/query-core"],
  },
};

/** Files that may import more packages than the rest of their folder, each for a reason. */
export const exceptions: Record<string, readonly string[]> = {
  // A pool of workers exists on Node alone: piscina is loaded when the first offloaded handler runs.
  "define/api/offload.ts": ["piscina"],
  // Loaded when a value needs it, in a chunk of its own.
  "client/send/superjson.ts": ["superjson"],
  // Runs inside the worker, and is imported by nobody.
  "define/api/offload-worker.ts": ["node:"],
};
