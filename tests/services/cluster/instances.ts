import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../support/free-port.js";
import type { Bug } from "./bugs.js";

export interface InstanceOptions {
  readonly databaseUrl: string;
  /** Where it listens: LISTEN does not work through pgbouncer. */
  readonly listenUrl: string;
  /** Where it keeps idempotency keys. Undefined: in Postgres. */
  readonly redisUrl?: string | undefined;
  /** What it does wrong on purpose. */
  readonly bug?: Bug | undefined;
}

/** One process of the app, at a port that it keeps over restarts. */
export class Instance {
  #program: ChildProcess | undefined;
  #crash: string | undefined;

  private constructor(
    readonly port: number,
    readonly options: InstanceOptions,
  ) {}

  static async start(options: InstanceOptions): Promise<Instance> {
    const instance = new Instance(await freePort(), options);
    await instance.start();
    return instance;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#program?.pid ?? 0;
  }

  /** What it wrote to stderr before it ended by itself. */
  get crash(): string | undefined {
    return this.#crash;
  }

  /** Starts the process, and waits until it serves. */
  async start(): Promise<void> {
    const file = new URL("./instance.ts", import.meta.url).pathname;
    const args = ["--import", "tsx", file, JSON.stringify(this.options), String(this.port)];
    const program = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    this.#program = program;
    let output = "";
    program.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      output = `${output}${chunk}`.slice(-2000);
    });
    program.once("close", () => {
      if (this.#program === program) this.#crash = output || "nothing";
    });
    const ended = once(program, "close").then(() => {
      throw new Error(`an instance ended before it served: ${output}`);
    });
    await Promise.race([once(program.stdout, "data"), ended]);
    ended.catch(() => {}); // from here on it may be killed
  }

  /** Ends the process without notice: requests that it has are lost. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Ends the process after its last response. */
  async drain(): Promise<void> {
    await this.#end("SIGTERM");
  }

  async #end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const program = this.#program;
    if (program === undefined || program.exitCode !== null || program.signalCode !== null) return;
    this.#program = undefined; // it is meant to end
    program.kill(signal);
    await once(program, "close");
  }
}
