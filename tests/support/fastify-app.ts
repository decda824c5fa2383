import Fastify, { type FastifyInstance } from "fastify";
import { serverOptions } from "trestle/fastify";

/** An app with Trestle's options. Fastify's types have another app for each protocol; tests need one for all. */
export function fastifyApp(options: object, http2 = false): FastifyInstance {
  if (!http2) return Fastify({ ...serverOptions, ...options });
  return Fastify({ ...serverOptions, ...options, http2: true }) as unknown as FastifyInstance;
}
