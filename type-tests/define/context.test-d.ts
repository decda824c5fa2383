import type { FastifyRequest } from "fastify";
import { trestle } from "trestle";
import { fastifyPlugin } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { test } from "vitest";
import { z } from "zod";

const t = trestle<{ readonly user: string | null; readonly trace?: string }>();
const api = t.router({ notes: t.resource("notes", { id: z.int(), attributes: {} }).routes() });

test("t.context checks what is made against the context's type", () => {
  t.context(() => ({ user: null }));
  t.context(async (request: Request) => ({ user: request.headers.get("authorization"), trace: "1" }));
  // @ts-expect-error a member is missing
  t.context(() => ({ trace: "1" }));
  // @ts-expect-error a wrong type
  t.context(async () => ({ user: 1 }));
});

test("an adapter demands the context where it has required members", () => {
  fetchHandler(api, { context: t.context((request: Request) => ({ user: request.url })), prefix: "/api" });
  fastifyPlugin(api, { context: t.context((request: FastifyRequest) => ({ user: request.ip })), notFound: false });
  fastifyPlugin(api, { context: t.context(() => ({ user: null })) });
  // @ts-expect-error no options
  fetchHandler(api);
  // @ts-expect-error no context
  fetchHandler(api, { prefix: "/api" });
  // @ts-expect-error no options
  fastifyPlugin(api);
  // @ts-expect-error no context
  fastifyPlugin(api, {});
  // @ts-expect-error not checked: t.context does
  fetchHandler(api, { context: () => ({ user: null }) });
  // @ts-expect-error it reads another kind of request
  fetchHandler(api, { context: t.context((request: FastifyRequest) => ({ user: request.ip })) });
  // @ts-expect-error it reads another kind of request
  fastifyPlugin(api, { context: t.context((request: Request) => ({ user: request.url })) });
});

test("where it has none, the context may be left out", () => {
  const plain = trestle();
  const open = plain.router({ notes: plain.resource("notes", { id: z.int(), attributes: {} }).routes() });
  fetchHandler(open);
  fetchHandler(open, { prefix: "/api" });
  fastifyPlugin(open);
  fastifyPlugin(open, { baseUrl: "https://example.org" });

  const traced = trestle<{ readonly trace?: string }>();
  const loose = traced.router({ notes: traced.resource("notes", { id: z.int(), attributes: {} }).routes() });
  fetchHandler(loose);
  fastifyPlugin(loose, { context: traced.context((request: FastifyRequest) => ({ trace: request.id })) });
});

test("adapters take routers", () => {
  // @ts-expect-error resources are no router
  fetchHandler({ notes: {} });
});
