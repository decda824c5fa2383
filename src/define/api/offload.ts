import type { Piscina } from "piscina";
import { decodeResult, encodeArgs, type OffloadResult } from "./offload-message.js";

/** A module that `offload` can run in a worker: it exports a function `handler`. */
export interface OffloadModule {
  handler(args: unknown): unknown;
}

// A constant, so that bundlers for runtimes without threads do not resolve the import.
const PISCINA = "piscina";

interface Pool {
  readonly workers: Piscina;
  /** The error that ended the workers. */
  failure?: unknown;
}

// A TypeScript loader does not resolve `.js` to `.ts` when JavaScript imports it, as Piscina does.
const WORKER = new URL(
  import.meta.url.endsWith(".ts") ? "./offload-worker.ts" : "./offload-worker.js",
  import.meta.url,
);

let pool: Promise<Pool> | undefined;

/** One pool per process, created when first used. A worker loads each module once. */
function sharedPool(): Promise<Pool> {
  pool ??= (import(PISCINA) as Promise<typeof import("piscina")>).then(
    ({ Piscina }) => {
      const created: Pool = { workers: new Piscina({ filename: WORKER.href, name: "run", idleTimeout: 30_000 }) };
      // For example, a worker that cannot start. Without a listener, the event would end the process.
      created.workers.on("error", (error: unknown) => {
        created.failure = error;
        pool = undefined;
        void created.workers.destroy();
      });
      return created;
    },
    (cause) => {
      pool = undefined;
      throw new Error(
        "offload runs handlers in worker threads: it needs Node and the package piscina. Install it with `npm install piscina`.",
        { cause },
      );
    },
  );
  return pool;
}

/**
 * Runs a CPU-bound handler in a worker thread, so that it does not block the server. A closure cannot move to another
 * thread, so the handler is a separate module and receives the plain arguments that `pick` returns. `UNSET`, API errors and
 * `respond(…)` work across threads; functions, database handles and class instances do not.
 *
 * @param url The module that exports `handler`: `new URL("./render.js", import.meta.url)`.
 * @returns A function that takes `pick` and returns the handler to register.
 * @throws {Error} At the first request, if the runtime is not Node or the package `piscina` is not installed.
 *
 * @example
 * ```ts
 * import { offload, trestle } from "trestle";
 * import { z } from "zod";
 *
 * // render.ts: export function handler({ id }: { id: number }) { return { id, html: … }; }
 * type RenderModule = { handler(args: { id: number }): { id: number; html: string } }; // or: typeof import("./render.js")
 *
 * const pages = trestle().resource("pages", { id: z.int32(), attributes: { html: z.string() } });
 * const render = offload<RenderModule>(new URL("./render.js", import.meta.url));
 * const getPage = pages.getOne(render(({ id }) => ({ id })));
 * ```
 */
export function offload<TModule extends OffloadModule>(
  url: URL,
): <TArgs extends { readonly signal: AbortSignal }>(
  pick: (args: TArgs) => Parameters<TModule["handler"]>[0],
) => (args: TArgs) => Promise<Awaited<ReturnType<TModule["handler"]>>> {
  type Result = Awaited<ReturnType<TModule["handler"]>>;
  return (pick) =>
    async (args): Promise<Result> => {
      const shared = await sharedPool();
      const task = { url: url.href, args: encodeArgs(pick(args)) };
      const result: OffloadResult = await shared.workers.run(task, { signal: args.signal }).catch((error) => {
        if (shared.failure === undefined) throw error;
        throw new Error("offload: the worker threads ended.", { cause: shared.failure });
      });
      return decodeResult(result) as Result; // structured clone keeps the declared type
    };
}
