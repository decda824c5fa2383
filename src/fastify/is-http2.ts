import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";

export function isHttp2(raw: IncomingMessage | Http2ServerRequest): raw is Http2ServerRequest;
export function isHttp2(raw: ServerResponse | Http2ServerResponse): raw is Http2ServerResponse;
export function isHttp2(raw: object): boolean {
  return "stream" in raw;
}
