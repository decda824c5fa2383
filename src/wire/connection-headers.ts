import { CONNECTION, TRANSFER_ENCODING } from "./headers.js";

/** Headers of a connection (RFC 9110, 7.6.1). HTTP/2 forbids them (RFC 9113, 8.2.2). */
export const CONNECTION_HEADERS: readonly string[] = [
  CONNECTION,
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  TRANSFER_ENCODING,
  "upgrade",
];
