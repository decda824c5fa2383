import type { FastifyReply } from "fastify";
import { isOver } from "./node-messages.js";

/** The interval in milliseconds at which a delayed response head is checked. */
const PAUSE = 5;

/**
 * Sends the head of a stream that has no data yet. Fastify and Node would send it with the first byte, and until then the
 * client would not know that it is connected.
 */
export function sendHead(reply: FastifyReply): void {
  const { raw } = reply;
  const look = () => {
    if (raw.headersSent || isOver(reply)) return;
    // Fastify sets the headers after all hooks, which may be asynchronous.
    if (Object.keys(reply.getHeaders()).every((name) => raw.hasHeader(name))) raw.flushHeaders();
    else wait();
  };
  const wait = () => setTimeout(look, PAUSE).unref();
  wait();
}
