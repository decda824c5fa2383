import type { Piscina } from "piscina";
import { decodeResult, encodeArgs, type OffloadResult } from "./offload-message.js";

/** A module that can be offloaded to: it exports the function that runs in the worker as `handler`. */
export interface OffloadModule {
  // biome-ignore lint/suspicious/noExplicitAny: any handler that takes one value
  handler(args: any): unknown;
}

// Not written at the import itself: a bundler for a runtime without threads must not look for it.
const PISCINA = "piscina";

interface Pool {
  readonly workers: Piscina;
  /** Why its workers ended, where they did. */
  failure?: unknown;
}

// Piscina imports it from JavaScript, for which a TypeScript loader does not look for what is `.ts` on disk.
const WORKER = new URL(
  import.meta.url.endsWith(".ts") ? "./offload-worker.ts" : "./offload-worker.js",
  import.meta.url,
);

let pool: Promise<Pool> | undefined;

/** One pool a process, made at first use: a worker loads each module once. */
function sharedPool(): Promise<Pool> {
  pool ??= (import(PISCINA) as Promise<typeof import("piscina")>).then(
    ({ Piscina }) => {
      const created: Pool = { workers: new Piscina({ filename: WORKER.href, name: "run", idleTimeout: 30_000 }) };
      // A worker that ends outside of a task, as when it cannot start: unheard, the event would end the whole process.
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
 * Runs a CPU-bound handler in a worker thread, so that it does not block the server. A closure cannot be moved to
 * another thread: the handler is a module of its own, and gets the plain arguments that `pick` takes from the call.
 * `UNSET`, API errors and `respond(…)` cross intact; functions, database handles and classes do not.
 *
 * @param url The module, as `new URL("./render.js", import.meta.url)`; it exports `handler`.
 * @returns A function that takes `pick` and gives the handler to register.
 * @throws {Error} At the first request, when this is not Node or the package `piscina` is not installed.
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
      return decodeResult(result) as Result; // structured clone keeps what the types say
    };
}
