import { connect, type Socket } from "node:net";
import type { Sent } from "./columns.js";

export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** A few kept-alive connections to one server. As bare as can be: its work must not slow the server down. */
export class Load {
  readonly #connections: Connection[];

  private constructor(connections: Connection[]) {
    this.#connections = connections;
  }

  static async open(port: number, count: number): Promise<Load> {
    return new Load(await Promise.all(Array.from({ length: count }, () => Connection.open(port))));
  }

  /** Sends a request some times, each connection the next one when its last was answered; gives the latencies in ms. */
  async send(request: Sent, count: number): Promise<number[]> {
    const bytes = Buffer.from(serialize(request));
    const latencies: number[] = [];
    let left = count;
    await Promise.all(
      this.#connections.map(async (connection) => {
        while (left-- > 0) {
          const from = performance.now();
          await connection.exchange(bytes);
          latencies.push(performance.now() - from);
        }
      }),
    );
    return latencies;
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}

/** One request, and its whole answer. */
export async function ask(port: number, request: Sent): Promise<Answer> {
  const connection = await Connection.open(port);
  const text = (await connection.exchange(Buffer.from(serialize(request)))).toString("utf8");
  connection.close();
  const end = text.indexOf("\r\n\r\n");
  const head = text.slice(0, end);
  const raw = text.slice(end + 4);
  return { status: Number(head.slice(9, 12)), head, body: isChunked(head) ? unchunk(raw) : raw };
}

function serialize({ method, path, contentType, body }: Sent): string {
  const headers = [`${method} ${path} HTTP/1.1`, "Host: localhost", "Accept: */*"];
  if (body !== undefined) headers.push(`Content-Type: ${contentType}`, `Content-Length: ${Buffer.byteLength(body)}`);
  return `${headers.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

class Connection {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #size = 0;
  #expected: number | "chunked" | undefined;
  #done: ((answer: Buffer) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setTimeout(10_000, () => this.#failed?.(new Error("There was no answer within ten seconds.")));
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("error", (error) => this.#failed?.(error));
    socket.on("close", () => this.#failed?.(new Error("The server closed the connection.")));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(new Connection(socket)));
      socket.once("error", reject);
    });
  }

  exchange(bytes: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
      this.#socket.write(bytes);
    });
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    this.#expected ??= this.#expect();
    if (this.#expected === undefined || !this.#isComplete(this.#expected)) return;
    const answer = Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#size = 0;
    this.#expected = undefined;
    this.#done?.(answer);
  }

  /** How many bytes the answer has, head and body, once the head is there. */
  #expect(): number | "chunked" | undefined {
    const bytes = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks); // one at least
    const end = bytes.indexOf("\r\n\r\n");
    if (end === -1) return undefined;
    const head = bytes.toString("latin1", 0, end);
    if (isChunked(head)) return "chunked";
    return end + 4 + Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  }

  #isComplete(expected: number | "chunked"): boolean {
    if (expected !== "chunked") return this.#size >= expected;
    const last = Buffer.concat(this.#chunks.slice(-2));
    return last.subarray(-5).toString("latin1") === "0\r\n\r\n";
  }
}

function isChunked(head: string): boolean {
  return /transfer-encoding: *chunked/i.test(head);
}

function unchunk(text: string): string {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    if (!(size > 0)) return Buffer.concat(parts).toString("utf8");
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
