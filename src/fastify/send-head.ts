import type { FastifyReply } from "fastify";

/** Milliseconds between two looks at a response whose head waits for something. */
const PAUSE = 5;

/**
 * Sends the head of a stream that gives nothing yet: Fastify and Node send it with the first byte, and until then a client
 * cannot know that it is connected. A stream that gives something at once needs no packet for its head alone.
 */
export function sendHead(reply: FastifyReply): void {
  const { raw } = reply;
  const look = () => {
    if (raw.headersSent || raw.destroyed) return;
    // Fastify hands over its headers after all hooks, which may wait.
    if (Object.keys(reply.getHeaders()).every((name) => raw.hasHeader(name))) raw.flushHeaders();
    else wait();
  };
  const wait = () => setTimeout(look, PAUSE).unref();
  wait();
}
