export interface Contender {
  readonly title: string;
  /** A page's module that makes a client, and lets it do what clients are for. */
  readonly code: string;
  /** What the page has already, by the names it is imported by. */
  readonly external?: readonly string[];
  /** Conditions of `exports` by which a package gives what needs no build of its own. */
  readonly conditions?: readonly string[];
  /** What the number counts on top of: its own is subtracted. */
  readonly on?: string;
}

const CLIENT = 'export { createClient, ResponseError } from "trestle/client";';
const QUERY = 'export { connectQueries, infiniteQueryOptions, mutationOptions, queryOptions } from "trestle/query";';

export const contenders: readonly Contender[] = [
  { title: "JSON:API fetch by hand", code: 'export { jsonApi } from "./by-hand.js";' },
  { title: "trestle/client", code: CLIENT },
  { title: "trestle/client, all it exports", code: 'export * from "trestle/client";' },
  {
    title: "trestle/query, on top of the client",
    code: `${CLIENT} ${QUERY}`,
    external: ["@tanstack/query-core"],
    on: CLIENT,
  },
  { title: "hono client", code: 'export { hc } from "hono/client";' },
  { title: "openapi-fetch", code: 'import createClient from "openapi-fetch"; export { createClient };' },
  { title: "eden treaty (elysia)", code: 'export { treaty } from "@elysiajs/eden/treaty2";' },
  { title: "tRPC 11", code: 'export { createTRPCClient, httpBatchLink } from "@trpc/client";' },
  {
    title: "tRPC 11 with superjson",
    code: 'export { createTRPCClient, httpBatchLink } from "@trpc/client"; import superjson from "superjson"; export { superjson };',
  },
  {
    title: "oRPC",
    code: 'export { createORPCClient } from "@orpc/client"; export { RPCLink } from "@orpc/client/fetch";',
  },
  {
    title: "ts-rest (its contract's Zod not counted)",
    code: 'export { initClient, initContract } from "@ts-rest/core";',
    external: ["zod"],
  },
  { title: "kitsu", code: 'import Kitsu from "kitsu"; export { Kitsu };' },
  { title: "spraypaint", code: 'export * from "spraypaint";' },
  {
    title: "WarpDrive, with its JSON:API cache",
    code: 'export { useRecommendedStore } from "@warp-drive/core"; export { JSONAPICache } from "@warp-drive/json-api";',
    conditions: ["unpkg"], // as its Babel plugin would make it for production
  },
];
