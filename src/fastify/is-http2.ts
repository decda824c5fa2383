import type { ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";

export function isHttp2(raw: ServerResponse | Http2ServerResponse): raw is Http2ServerResponse {
  return "stream" in raw;
}
