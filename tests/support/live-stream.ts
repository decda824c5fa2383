import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { openRequest, openSession } from "./http2.js";
import { until } from "./every-server.js";

/** An event of a stream, as a client reads it. */
export interface SentEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: unknown;
}

/** A stream of live notices that a test listens to. */
export class LiveStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  text = "";
  end: "complete" | "broken" | undefined;
  readonly #leave: () => void;
  readonly #body: Readable;

  constructor(status: number, headers: object, body: Readable, leave: () => void) {
    this.status = status;
    this.headers = { ...headers };
    this.#leave = leave;
    this.#body = body;
    body.setEncoding("utf8").on("data", (chunk: string) => {
      this.text += chunk;
    });
    body.on("end", () => {
      this.end ??= "complete";
    });
    body.on("error", () => {
      this.end = "broken";
    });
    body.on("close", () => {
      this.end ??= "broken";
    });
  }

  get #blocks(): readonly string[] {
    return this.text.split("\n\n").slice(0, -1);
  }

  get events(): readonly SentEvent[] {
    return this.#blocks.flatMap((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
      const [event, data] = [field("event"), field("data")];
      return event === undefined ? [] : [{ event, id: field("id"), data: JSON.parse(data ?? "null") }];
    });
  }

  /** The notices of all events so far. */
  get notices(): readonly unknown[] {
    return this.events.flatMap(({ event, data }) => (event === "change" ? (data as unknown[]) : []));
  }

  /** The last position. */
  get position(): string | undefined {
    return this.text
      .match(/^id: .*$/gm)
      ?.at(-1)
      ?.slice(4);
  }

  /** Waits for the position, which says that the connection hears. */
  async ready(): Promise<this> {
    await until(() => this.position !== undefined, "a position");
    return this;
  }

  async heard(count: number): Promise<readonly unknown[]> {
    await until(() => this.notices.length >= count, `${count} notices; there are ${JSON.stringify(this.events)}`);
    return this.notices;
  }

  async ended(): Promise<"complete" | "broken"> {
    await until(() => this.end !== undefined, "the end of the stream");
    return this.end ?? "broken";
  }

  /** Stops reading, so that the server's buffers fill. */
  pause(): void {
    this.#body.pause();
  }

  resume(): void {
    this.#body.resume();
  }

  leave(): void {
    this.#leave();
  }
}

/** Opens a stream over the protocol of the origin. */
export async function listen(
  origin: string,
  headers: Readonly<Record<string, string>> = {},
  path = "/api/live",
): Promise<LiveStream> {
  if (origin.startsWith("h2")) {
    const session = openSession(origin);
    onTestFinished(() => session.destroy());
    const stream = openRequest(session, `GET ${path}`, headers);
    stream.on("error", () => {});
    return new Promise((resolve) => {
      stream.on("response", ({ ":status": status = 0, ...rest }) =>
        resolve(new LiveStream(status, rest, stream, () => stream.close(8))),
      );
    });
  }
  const url = new URL(origin + path);
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, { agent: false, rejectUnauthorized: false, headers }, (response) =>
      resolve(new LiveStream(response.statusCode ?? 0, response.headers, response, () => request.destroy())),
    );
    onTestFinished(() => void request.destroy());
    request.on("error", reject);
    request.end();
  });
}
