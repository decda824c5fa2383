import { text } from "virtual:server-worker";
import { type ClosedWorker, closedWorker } from "./closed-worker.js";
import { carriedRequest, responseOf } from "./carried.js";
import { compile } from "./compiler.js";
import type { FromServer, ToServer } from "./server-worker.js";

// The server of the API that the reader wrote. It keeps its rows until the API changes, or the reader resets them.

const MOST_SECONDS = 5;

interface Server {
  readonly code: string;
  readonly worker: ClosedWorker;
  readonly started: Promise<void>;
  readonly waiting: Map<number, { resolve(response: Response): void; reject(error: Error): void }>;
}

let server: Server | undefined;
let lastId = 0;
let log: string[] = [];

/** Why the server answered 500, since the last call of this function. */
export function newLog(): readonly string[] {
  const said = log;
  log = [];
  return said;
}

/** Ends the server. The next request starts one with the first rows. */
export function endServer(): void {
  server?.worker.end();
  for (const { reject } of server?.waiting.values() ?? []) reject(new Error("The server was started again."));
  server = undefined;
}

/** Starts the server of this code if it does not run yet. Throws what the code throws, such as Trestle's message about a mistake. */
export async function startServer(code: string): Promise<void> {
  if (server?.code !== code) {
    const compiled = await compile("api", code);
    if ("problem" in compiled) throw new Error(`api.ts has a syntax error: ${compiled.problem.message}`);
    endServer();
    server = serverOf(code, compiled.javascript);
  }
  try {
    await server.started;
  } catch (error) {
    endServer();
    throw error;
  }
}

/** Sends a request to the server, which must have started. */
export async function askServer(request: Request): Promise<Response> {
  const asked = server;
  if (!asked) throw new Error("The server of api.ts does not run.");
  const id = ++lastId;
  const message: ToServer = { kind: "request", id, request: await carriedRequest(request) };
  return within(
    new Promise((resolve, reject) => {
      asked.waiting.set(id, { resolve, reject });
      asked.worker.port.postMessage(message);
    }),
  );
}

function serverOf(code: string, body: string): Server {
  const worker = closedWorker(text);
  const waiting: Server["waiting"] = new Map();
  const started = new Promise<void>((resolve, reject) => {
    worker.port.onmessage = async ({ data }: MessageEvent<FromServer>) => {
      if (data.kind === "started") resolve();
      else if (data.kind === "log") log.push(data.message);
      else if (data.kind === "digest") {
        const hash = await crypto.subtle.digest("SHA-256", data.bytes);
        worker.port.postMessage({ kind: "hash", id: data.id, hash } satisfies ToServer);
      } else if (data.kind === "response" || data.kind === "unanswered") {
        const asked = waiting.get(data.id);
        waiting.delete(data.id);
        if (data.kind === "response") asked?.resolve(responseOf(data.response));
        else asked?.reject(new Error(data.message));
      } else reject(new Error(data.message));
    };
  });
  worker.port.postMessage({ kind: "start", body } satisfies ToServer);
  return { code, worker, started: within(started), waiting };
}

/** An endless loop in the API also keeps its worker busy. */
async function within<T>(work: Promise<T>): Promise<T> {
  let clock: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    clock = setTimeout(() => {
      endServer();
      reject(new Error(`api.ts did not respond within ${MOST_SECONDS} seconds. Look for a loop without an end.`));
    }, MOST_SECONDS * 1000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(clock);
  }
}
