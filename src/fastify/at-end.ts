import type { FastifyReply } from "fastify";
import { listenersOf } from "../server/listeners-of.js";
import { isHttp2 } from "./is-http2.js";

/**
 * Calls `end` once: when the response is complete, or when its client has left; at once if that is past. Node closes neither a
 * response that waits behind another one of its connection, nor a request whose body was read, so it watches the connection too.
 */
export function atEnd(reply: FastifyReply, end: () => void): void {
  if (isOver(reply)) {
    end();
    return;
  }
  const { raw, request } = reply;
  if (isHttp2(raw)) {
    raw.stream.once("close", end);
    return;
  }
  const { socket } = request.raw;
  const onSocket = listenersOf(socket, (call) => socket.once("close", call));
  const over = () => {
    raw.off("close", over);
    onSocket.delete(over);
    end();
  };
  raw.once("close", over);
  onSocket.add(over);
}

/** Whether the response is complete, or its client has left. */
export function isOver({ raw, request }: FastifyReply): boolean {
  return isHttp2(raw) ? raw.stream.destroyed : raw.destroyed || request.raw.socket.destroyed;
}

/** Whether the client left before the response was complete. */
export function hasLeft(reply: FastifyReply): boolean {
  const { writableEnded, writableFinished } = reply.raw; // HTTP/2 may finish a response without an `end`
  return isOver(reply) && !(writableEnded && writableFinished);
}
