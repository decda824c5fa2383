// Serves the API that the reader wrote. It may have come by a link, so it reaches nothing: see closed-worker.ts.
import * as trestle from "trestle";
import { fetchHandler } from "trestle/fetch";
import * as memory from "trestle/memory";
import * as zod from "zod";
import { type CarriedRequest, type CarriedResponse, carriedResponse, requestOf } from "./carried.js";
import * as rows from "./rows.js";

export type ToServer =
  /** `body` is that of a function that takes `require` and `exports`. */
  | { readonly kind: "start"; readonly body: string }
  | { readonly kind: "request"; readonly id: number; readonly request: CarriedRequest }
  | { readonly kind: "hash"; readonly id: number; readonly hash: ArrayBuffer };

export type FromServer =
  | { readonly kind: "started" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "response"; readonly id: number; readonly response: CarriedResponse }
  | { readonly kind: "unanswered"; readonly id: number; readonly message: string }
  /** The server's log: why it answered 500. */
  | { readonly kind: "log"; readonly message: string }
  /** Asks the page for a SHA-256. */
  | { readonly kind: "digest"; readonly id: number; readonly bytes: BufferSource }
  /** Sent by the worker's frame. */
  | { readonly kind: "error"; readonly message: string };

const say = (message: FromServer): void => postMessage(message);

// A worker of a frame without an origin is no secure context, so the browser gives it less of `crypto`. The server makes ids and hashes.
const hashes: ((hash: ArrayBuffer) => void)[] = [];
const subtle = {
  digest: (_: "SHA-256", bytes: BufferSource) =>
    new Promise<ArrayBuffer>((resolve) => {
      say({ kind: "digest", id: hashes.push(resolve) - 1, bytes });
    }),
};
if (!crypto.subtle) Object.defineProperty(crypto, "subtle", { value: subtle });
crypto.randomUUID ??= () => {
  const digits = [...crypto.getRandomValues(new Uint8Array(31))].map((byte) => (byte % 16).toString(16)).join("");
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(12, 15)}`, `8${digits.slice(15, 18)}`];
  return `${parts[0]}-${parts[1]}-${parts[2]}-${parts[3]}-${digits.slice(18, 30)}`;
};

const modules = new Map<string, object>([
  ["trestle", trestle],
  ["trestle/memory", memory],
  ["zod", zod],
  ["./rows.js", rows],
]);
let handle: ((request: Request) => Promise<Response>) | undefined;

function required(name: string): object {
  const found = modules.get(name);
  if (found) return found;
  throw new Error(`api.ts cannot import "${name}" here. The playground has ${[...modules.keys()].join(", ")}.`);
}

const onError = ({ error }: { readonly error: unknown }): void =>
  say({ kind: "log", message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });

function start(body: string): void {
  const exports: { newApi?: unknown; api?: unknown } = {};
  new Function("require", "exports", body)(required, exports);
  const { newApi, api = typeof newApi === "function" ? newApi() : undefined } = exports;
  if (api === undefined)
    throw new Error("api.ts must export the router as `api`, or a function `newApi` that returns it.");
  handle = fetchHandler(api, { prefix: "/api", onError });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function respond(id: number, request: CarriedRequest): Promise<void> {
  try {
    if (!handle) throw new Error("The server of api.ts does not run.");
    say({ kind: "response", id, response: await carriedResponse(await handle(requestOf(request))) });
  } catch (error) {
    say({ kind: "unanswered", id, message: messageOf(error) });
  }
}

addEventListener("message", ({ data }: MessageEvent<ToServer>) => {
  if (data.kind === "request") return void respond(data.id, data.request);
  if (data.kind === "hash") return hashes[data.id]?.(data.hash);
  try {
    start(data.body);
    say({ kind: "started" });
  } catch (error) {
    say({ kind: "failed", message: messageOf(error) });
  }
});
