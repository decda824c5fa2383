import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FetchHandler } from "trestle/fetch";

/** The smallest bridge from node:http to a Fetch handler, as runtimes and frameworks have one. */
export function fetchServer(handle: FetchHandler): Server {
  return createServer((incoming, outgoing) => {
    const controller = new AbortController();
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) controller.abort();
    });
    handle(toRequest(incoming, controller.signal)).then(
      (response) => writeResponse(response, outgoing),
      (error) => outgoing.destroy(error),
    );
  });
}

/** `Request` allows GET and HEAD no body, so one that was sent is dropped here. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = "GET", headers, url } = incoming;
  const init: RequestInit & { duplex?: "half" } = { method, headers: headers as Record<string, string>, signal };
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (hasBody && method !== "GET" && method !== "HEAD") {
    init.body = Readable.toWeb(incoming) as unknown as BodyInit; // Node's types know web streams by another name
    init.duplex = "half";
  }
  return new Request(`http://localhost${url}`, init);
}

async function writeResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.setHeaders(response.headers).writeHead(response.status); // a plain object would have one cookie only
  if (response.body === null) outgoing.end();
  // Node's types know web streams by another name; a stream that fails has broken the connection.
  else await pipeline(Readable.fromWeb(response.body as never), outgoing).catch(() => undefined);
  // What the handler did not read is taken off the wire, or the connection could not be used again.
  if (!outgoing.req.complete) outgoing.req.removeAllListeners("data").resume();
}
