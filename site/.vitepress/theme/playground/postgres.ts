import { type CarriedRequest, type CarriedResponse, carriedRequest, responseOf } from "./carried.js";

/** One statement that the server sent to Postgres. */
export interface Statement {
  readonly query: string;
  readonly params: readonly unknown[];
}

/** What is done until Postgres responds, in order. */
export const STAGES = [
  "Loading the newsroom",
  "Loading and starting Postgres",
  "Creating the tables",
  "Writing the articles",
] as const;

export type Stage = (typeof STAGES)[number];

/** What the worker says. */
export type FromWorker =
  | { readonly kind: "stage"; readonly stage: Stage }
  | { readonly kind: "ready"; readonly milliseconds: number }
  | { readonly kind: "failed"; readonly message: string }
  | {
      readonly kind: "response";
      readonly id: number;
      readonly response: CarriedResponse;
      readonly sql: readonly Statement[];
    };

export interface ToWorker {
  readonly id: number;
  readonly request: CarriedRequest;
}

interface Answered {
  readonly response: Response;
  readonly sql: readonly Statement[];
}

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, (answered: Answered) => void>();

/** Starts Postgres in a worker, with the newsroom's own server on it. Resolves to the milliseconds that it took. */
export function startPostgres(onStage: (stage: Stage) => void): Promise<number> {
  onStage(STAGES[0]);
  worker?.terminate();
  return new Promise((resolve, reject) => {
    const started = new Worker(new URL("./newsroom-worker.ts", import.meta.url), { type: "module" });
    const fail = (message: string) => {
      started.terminate();
      worker = undefined;
      reject(new Error(message));
    };
    started.onerror = ({ message }) => fail(message || "The worker could not be loaded.");
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === "stage") return onStage(data.stage);
      if (data.kind === "ready") return resolve(data.milliseconds);
      if (data.kind === "failed") return fail(data.message);
      const { id, response, sql } = data;
      waiting.get(id)?.({ response: responseOf(response), sql });
      waiting.delete(id);
    };
    worker = started;
  });
}

/** Sends a request to the newsroom in the worker. */
export async function askPostgres(request: Request): Promise<Answered> {
  const id = ++lastId;
  const message: ToWorker = { id, request: await carriedRequest(request) };
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker?.postMessage(message);
  });
}
