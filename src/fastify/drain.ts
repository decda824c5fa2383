import type { Server } from "node:http";

/**
 * Lets idle connections of a closing server stay open for a while. A proxy may send a request on one at the moment when the server closes
 * it, and cannot know whether it arrived. Each response says `Connection: close`, so busy connections end by themselves.
 */
export function closeIdleLater(server: Server, milliseconds: number): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  // Node calls it in `close`.
  server.closeIdleConnections = () => void setTimeout(closeIdle, milliseconds).unref();
}

/** Milliseconds after which a server closes although connections still arrive. */
const ACCEPTING = 100;

/**
 * Calls `close` when the server has accepted the connections that wait for it. The system resets those that a closed server has not
 * accepted, although their clients may have sent a request, and a proxy does not send a `POST` again. Node accepts one in each turn of the
 * event loop.
 */
export function whenAccepted(server: Server, close: () => void): void {
  const until = performance.now() + ACCEPTING;
  let hasAccepted = true;
  const accepted = () => {
    hasAccepted = true;
  };
  const turn = () => {
    if (!hasAccepted || performance.now() > until) {
      server.off("connection", accepted);
      return close();
    }
    hasAccepted = false;
    setImmediate(() => setImmediate(turn)); // between the two is a complete turn
  };
  server.on("connection", accepted);
  turn();
}
