import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Another checkout of this repository, whose built bench serves the contender. */
  readonly checkout?: string | undefined;
  /** Node's options. */
  readonly execArgv?: readonly string[];
}

/**
 * V8 sizes the young generation by what survives while a process starts. So a contender that loads more files would collect
 * less often, which is 15 % of a small request. In megabytes.
 */
const YOUNG_GENERATION = "--min-semi-space-size=16";

/** A contender's server in a process of its own. */
export class ContenderProcess {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  static async start(
    name: string,
    { env = {}, checkout, execArgv = [] }: StartOptions = {},
  ): Promise<ContenderProcess> {
    const serve =
      checkout === undefined ? new URL("./serve.js", import.meta.url) : `${checkout}/bench/dist/server/serve.js`;
    const child = fork(serve, [name], {
      execArgv: ["--expose-gc", YOUNG_GENERATION, ...execArgv, ...(process.env.BENCH_NODE_OPTIONS?.split(" ") ?? [])],
      env: { ...process.env, ...env, NODE_ENV: "production" },
    });
    const [port] = (await Promise.race([
      once(child, "message"),
      once(child, "exit").then(() => Promise.reject(new Error(`The server of ${name} ended before it listened.`))),
    ])) as [number];
    return new ContenderProcess(child, port);
  }

  /** CPU that the process used so far, all its threads together, in microseconds. */
  async cpu(): Promise<number> {
    return this.#ask("cpu");
  }

  /** Bytes on the heap after a full collection. */
  async heap(): Promise<number> {
    return this.#ask("heap");
  }

  /** Bytes on the heap, with garbage. */
  async heapWithGarbage(): Promise<number> {
    return this.#ask("heap with garbage");
  }

  async #ask(question: string): Promise<number> {
    this.#child.send(question);
    const [answer] = (await once(this.#child, "message")) as [number];
    return answer;
  }

  /** By its own leave: elysia keeps a process alive that is only told to end. */
  stop(): void {
    this.#child.disconnect();
  }
}
