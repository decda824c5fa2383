import type { FastifyReply } from "fastify";
import { listenersOf } from "../server/listeners-of.js";
import { isHttp2 } from "./is-http2.js";

/**
 * Calls `end` once: when the response is complete, or when its client has left; at once if that is past. Node closes neither a
 * response that waits behind another one of its connection, nor a request whose body was read, so it watches the connection too.
 */
export function atEnd({ raw, request }: FastifyReply, end: () => void): void {
  if (isHttp2(raw)) {
    const { stream } = raw;
    if (stream.destroyed) end();
    else stream.once("close", end);
    return;
  }
  const { socket } = request.raw;
  if (raw.destroyed || socket.destroyed) {
    end();
    return;
  }
  const onSocket = listenersOf(socket, (call) => socket.once("close", call));
  const over = () => {
    raw.off("close", over);
    onSocket.delete(over);
    end();
  };
  raw.once("close", over);
  onSocket.add(over);
}

/** Whether the client left before the response was complete. */
export function hasLeft({ raw, request }: FastifyReply): boolean {
  const isOver = isHttp2(raw) ? raw.stream.destroyed : raw.destroyed || request.raw.socket.destroyed;
  return isOver && !(raw.writableEnded && raw.writableFinished); // HTTP/2 may finish a response without an `end`
}
