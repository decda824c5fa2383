import { withBase } from "vitepress";
import type { Compiled, Completion, File, Hover, Problem, Question, Reply } from "./compiler-worker.js";

// The compiler is a megabyte, so its worker starts after the first result, and not with the page.

let worker: Worker | undefined;
let used: Question = { kind: "use", api: "first" };
let lastId = 0;
const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();

function started(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL("./compiler-worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data: { id, answer, failure } }: MessageEvent<Reply>) => {
    const question = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) question?.resolve(answer);
    else question?.reject(new Error(failure));
  };
  worker.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message || "its file did not load."));
    waiting.clear();
    worker?.terminate();
    worker = undefined;
  };
  void ask(used);
  return worker;
}

function ask(question: Question): Promise<unknown> {
  const id = ++lastId;
  const files = new URL(withBase("/playground-types.json"), location.href).href;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    started().postMessage({ id, files, ...question });
  });
}

// Each answer has the type that the worker's function for the question returns.

export const check = (file: File, code: string): Promise<Problem[]> =>
  ask({ kind: "check", file, code }) as Promise<Problem[]>;

export const complete = (file: File, code: string, at: number): Promise<Completion[]> =>
  ask({ kind: "complete", file, code, at }) as Promise<Completion[]>;

export const hover = (file: File, code: string, at: number): Promise<Hover | undefined> =>
  ask({ kind: "hover", file, code, at }) as Promise<Hover | undefined>;

export const compile = (file: File, code: string): Promise<Compiled> =>
  ask({ kind: "compile", file, code }) as Promise<Compiled>;

/** The type of what the call returns. */
export const typeOf = (code: string): Promise<string> => ask({ kind: "type", code }) as Promise<string>;

/** Says which API the calls are checked against: one of the playground's own, or what the reader wrote. Loads nothing. */
export function useApi(api: "first" | "newsroom" | { readonly code: string }): void {
  used = typeof api === "string" ? { kind: "use", api } : { kind: "use", api: "own", code: api.code };
  if (worker) void ask(used);
}
