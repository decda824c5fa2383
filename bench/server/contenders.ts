import type { Dialect } from "./columns.js";

export interface Contender {
  /** The file in `servers` that starts it. */
  readonly name: string;
  readonly title: string;
  readonly dialect: Dialect;
  /** The share of the others' requests that it gets, because a slow contender would extend the whole run by an hour. */
  readonly share?: number;
  /** What it does not do, so that no answer of its is refused for it. */
  readonly lacks?: readonly Lack[];
  /** The checkout of this repository whose built bench serves it; this one if omitted. */
  readonly checkout?: string;
}

/**
 * Leaving out relationships that a sparse fieldset does not name; telling what is wrong with `sort`, or with `page[limit]`;
 * links of resources and relationships.
 */
export type Lack = "sparse relationships" | "sort judged" | "limit judged" | "resource links";

/** What all are measured against: what an expert writes by hand. */
export const REFERENCE = "hand-written-fastify";

export const contenders: readonly Contender[] = [
  { name: REFERENCE, title: "Fastify + fast-json-stringify by hand", dialect: "json:api" },
  { name: "trestle-fastify", title: "Trestle on Fastify", dialect: "json:api" },
  { name: "trestle-plain", title: "Trestle on Fastify, rich types off", dialect: "json:api" },
  { name: "trestle-fetch", title: "Trestle on Fetch (@hono/node-server)", dialect: "json:api" },
  { name: "hand-written-node", title: "node:http by hand, JSON.stringify", dialect: "json:api" },
  { name: "hono-zod", title: "hono + zod (output unchecked, no JSON:API)", dialect: "plain" },
  { name: "elysia-node", title: "elysia on Node (no JSON:API)", dialect: "plain" },
  { name: "orpc-openapi", title: "oRPC OpenAPI handler (no JSON:API)", dialect: "plain" },
  { name: "fastify-zod", title: "Fastify + zod type provider (no JSON:API)", dialect: "plain" },
  { name: "trpc", title: "tRPC 11 (output unchecked, no JSON:API)", dialect: "trpc" },
  { name: "trpc-superjson", title: "tRPC 11 with superjson", dialect: "superjson" },
  { name: "json-api-serializer", title: "Fastify + json-api-serializer", dialect: "json:api" },
  { name: "ts-japi", title: "Express + ts-japi", dialect: "json:api" },
  {
    name: "jsonapi-server",
    title: "jsonapi-server",
    dialect: "json:api",
    share: 0.1,
    lacks: ["sparse relationships", "sort judged"],
  },
  { name: "fortune", title: "fortune", dialect: "json:api", share: 0.1, lacks: ["limit judged"] },
];

/** This Trestle, and as the reference the Trestle of another checkout. */
export function sinceBefore(checkout: string): readonly Contender[] {
  return [
    { name: "trestle-fastify", title: "Trestle on Fastify, before", dialect: "json:api", checkout },
    { name: "trestle-fastify", title: "Trestle on Fastify", dialect: "json:api" },
  ];
}

/** Resources and relationships without links. The first is the reference. */
export const leanContenders: readonly Contender[] = [
  {
    name: "hand-written-lean",
    title: "Fastify + fast-json-stringify by hand",
    dialect: "json:api",
    lacks: ["resource links"],
  },
  { name: "trestle-lean", title: "Trestle on Fastify", dialect: "json:api", lacks: ["resource links"] },
  {
    name: "trestle-lean-plain",
    title: "Trestle on Fastify, rich types off",
    dialect: "json:api",
    lacks: ["resource links"],
  },
];
