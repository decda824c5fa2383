// Runs what the reader typed. An endless loop ends with this worker, and code that came by a link reaches nothing: see closed-worker.ts.
import * as trestleClient from "trestle/client";
import type { Api } from "./api.js";
import { type CarriedRequest, type CarriedResponse, carriedRequest, responseOf } from "./carried.js";
import { type Outcome, outcomeOf, shortened } from "./outcome.js";
import { printed } from "./printed.js";

export type ToCall =
  /** `body` is that of a function that returns a promise. */
  | { readonly kind: "run"; readonly body: string }
  | { readonly kind: "response"; readonly id: number; readonly response: CarriedResponse }
  | { readonly kind: "failure"; readonly id: number; readonly message: string };

export type FromCall =
  /** The code begins: until here, this worker was loading. */
  | { readonly kind: "begun" }
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "request"; readonly id: number; readonly request: CarriedRequest }
  | { readonly kind: "done"; readonly outcome: Outcome }
  /** Sent by the worker's frame. The code threw outside of what it awaits. */
  | { readonly kind: "error"; readonly message: string };

const MOST_LINES = 1000;

const say = (message: FromCall): void => postMessage(message);
const waiting = new Map<number, { resolve(response: Response): void; reject(error: Error): void }>();
let lastId = 0;
let lines = 0;

/** The page has the servers. */
async function send(request: Request): Promise<Response> {
  const id = ++lastId;
  const carried = await carriedRequest(request);
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    say({ kind: "request", id, request: carried });
  });
}

function log(...values: readonly unknown[]): void {
  lines++;
  if (lines > MOST_LINES) return;
  const text = values.map((value) => (typeof value === "string" ? value : printed(value))).join(" ");
  say({ kind: "line", text: lines === MOST_LINES ? "… and more lines" : shortened(text) });
}

/** The browser refuses it as well: see closed-worker.ts. It would not say why. */
async function withoutNetwork(): Promise<never> {
  throw new Error("Code here cannot reach the network. Use `client`.");
}

async function run(body: string): Promise<void> {
  const { createClient, loadSuperjson: _, ...errors } = trestleClient;
  const client = createClient<Api>({ url: "https://newsroom.example/api", fetch: send });
  const scope = {
    client,
    ...errors,
    console: { ...console, log, info: log, warn: log, error: log, debug: log },
    fetch: withoutNetwork,
  };
  say({ kind: "begun" });
  const outcome = await outcomeOf(() => new Function(...Object.keys(scope), body)(...Object.values(scope)));
  say({ kind: "done", outcome });
}

addEventListener("message", ({ data }: MessageEvent<ToCall>) => {
  if (data.kind === "run") return void run(data.body);
  const asked = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.kind === "response") asked?.resolve(responseOf(data.response));
  else asked?.reject(new Error(data.message));
});
