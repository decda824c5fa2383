import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";
import type { RawAnswer, Sending } from "./http.js";

/** Opens a session. `h2c:` is HTTP/2 without TLS, `h2:` with it; a test's certificate is its own. */
export function openSession(origin: string): ClientHttp2Session {
  const { protocol, host } = new URL(origin);
  const session = connect(`${protocol === "h2:" ? "https" : "http"}://${host}`, { rejectUnauthorized: false });
  session.on("error", () => {}); // its requests fail with it
  return session;
}

/** Sends the head of a request; more follows if `hasBody`. */
export function openRequest(
  session: ClientHttp2Session,
  line: string,
  headers: Sending["headers"] = {},
  hasBody = false,
): ClientHttp2Stream {
  const space = line.indexOf(" ");
  const sent = Object.entries(headers).filter(([name, value]) => value !== undefined && name !== "transfer-encoding");
  return session.request(
    { ...Object.fromEntries(sent), ":method": line.slice(0, space), ":path": line.slice(space + 1) },
    { endStream: !hasBody },
  );
}

/** As `sendRaw`, over a session of its own. */
export async function sendHttp2(origin: string, line: string, { headers = {}, text }: Sending): Promise<RawAnswer> {
  const session = openSession(origin);
  try {
    const length = text === undefined ? undefined : `${Buffer.byteLength(text)}`;
    const hasLength = headers["transfer-encoding"] === undefined;
    const stream = openRequest(
      session,
      line,
      { ...headers, ...(hasLength && { "content-length": length }) },
      text !== undefined,
    );
    if (text !== undefined) stream.end(text);
    return await answerOf(stream);
  } finally {
    session.close();
  }
}

export function answerOf(stream: ClientHttp2Stream): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let answer = { status: 0, headers: {} };
    stream.on("response", ({ ":status": status = 0, ...headers }) => {
      answer = { status, headers: Object.fromEntries(Object.entries(headers)) }; // without its symbols
    });
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("error", reject);
    stream.on("end", () => resolve({ ...answer, text: Buffer.concat(chunks).toString() }));
  });
}
