import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

export interface DaemonOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** What it writes to stderr when it serves. */
  readonly ready: string;
  /** Its user, its folder. */
  readonly options?: SpawnOptions;
}

/** A server program that stays in the foreground. It ends when the tests end without `stop()`, too. */
export class Daemon {
  readonly #options: DaemonOptions;
  readonly #interrupt = () => this.#program?.kill("SIGKILL");
  #program: ChildProcess | undefined;

  private constructor(options: DaemonOptions) {
    this.#options = options;
  }

  static async start(options: DaemonOptions): Promise<Daemon> {
    const daemon = new Daemon(options);
    await daemon.#start();
    process.once("exit", daemon.#interrupt);
    return daemon;
  }

  /** Lets it read its configuration again. */
  reload(): void {
    this.#program?.kill("SIGHUP");
  }

  /** Ends it at once, with the connections that it has, and starts it again. */
  async restart(): Promise<void> {
    await this.#end();
    await this.#start();
  }

  async stop(): Promise<void> {
    process.off("exit", this.#interrupt);
    await this.#end();
  }

  async #start(): Promise<void> {
    const { command, args, ready, options } = this.#options;
    const program = spawn(command, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
    this.#program = program;
    let output = "";
    await new Promise<void>((resolve, reject) => {
      program.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
        if (output.includes(ready)) resolve();
      });
      program.once("error", reject); // it is not installed
      program.once("close", (code) => reject(new Error(`${command} ended with ${code}: ${output}`)));
    });
  }

  async #end(): Promise<void> {
    const program = this.#program;
    if (!program || program.exitCode !== null || program.signalCode !== null) return;
    const closed = once(program, "close");
    program.kill("SIGTERM");
    await closed;
  }
}
