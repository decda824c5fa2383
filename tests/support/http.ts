import { Agent, type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { Agent as TlsAgent, request as httpsRequest } from "node:https";
import { sendHttp2 } from "./http2.js";

/** A request as it is to be sent, byte for byte: no client library tidies its path or drops its body. */
export interface Sending {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Sent as it is. */
  readonly text?: string | Buffer;
}

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true });
const tlsAgent = new TlsAgent({ keepAlive: true, rejectUnauthorized: false });

/** Sends a request, written as `GET /api/articles`. The origin tells the protocol: `h2c:` is HTTP/2 without TLS. */
export function sendRaw(origin: string, line: string, sending: Sending = {}): Promise<RawAnswer> {
  if (origin.startsWith("h2")) return sendHttp2(origin, line, sending);
  const { headers = {}, text } = sending;
  const space = line.indexOf(" ");
  const { protocol, hostname, port } = new URL(origin);
  const send = protocol === "https:" ? httpsRequest : httpRequest;
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  if (text !== undefined && sent["transfer-encoding"] === undefined)
    sent["content-length"] = `${Buffer.byteLength(text)}`;
  return new Promise((resolve, reject) => {
    const request = send(
      {
        agent: protocol === "https:" ? tlsAgent : agent,
        hostname,
        port,
        method: line.slice(0, space),
        path: line.slice(space + 1),
        headers: sent as never,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const body = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: body });
        });
      },
    );
    request.on("error", reject);
    request.end(text);
  });
}
