import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished } from "vitest";

/** How long a command may take to end, or to print what a test waits for, in milliseconds. */
const LIMIT = 180_000;
const LATE = `still running after ${LIMIT / 1000} s`;

/** A program that still runs. */
interface Running {
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<string>;
  /** Writes to its stdin. */
  type(text: string): void;
  /** Waits until the program has printed a text, or something that matches. Returns all of its output. */
  printed(wanted: string | RegExp): Promise<string>;
}

/** Runs commands in a folder, as a person does in a terminal. */
export class Shell {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder;
    this.#env = env;
  }

  /** Runs commands to their end. Returns what they print to stdout, or to stderr if they should fail with nothing there. */
  async run(commands: string, status = 0): Promise<string> {
    const { ended, output, end } = this.#spawn(commands);
    const code = await Promise.race([ended, late()]);
    if (code === LATE) end();
    expect(code, `${commands}\n${output.stdout}${output.stderr}`).toBe(`${status}`);
    return output.stdout || (status === 0 ? "" : output.stderr);
  }

  /** Starts a command that keeps running until the test ends. */
  start(command: string): Running {
    const { child, ended, output, end } = this.#spawn(command);
    onTestFinished(end);
    const has = (wanted: string | RegExp) =>
      typeof wanted === "string" ? output.stdout.includes(wanted) : wanted.test(output.stdout);
    return {
      ended,
      type: (text) => void child.stdin.write(text),
      async printed(wanted) {
        const over = Promise.race([ended, late()]);
        let code: Awaited<typeof over> | undefined;
        while (!has(wanted) && code === undefined) {
          code = await Promise.race([over, once(child.stdout, "data").then(() => undefined)]);
        }
        if (has(wanted)) return output.stdout;
        throw new Error(`${command} did not print ${wanted}: ${code}\n${output.stdout}${output.stderr}`);
      },
    };
  }

  #spawn(commands: string) {
    const child = spawn("bash", ["-e", "-c", commands], { cwd: this.#folder, env: this.#env, detached: true });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        output[name] += text;
      });
    }
    let hasEnded = false;
    const ended = once(child, "close").then(([code, signal]) => {
      hasEnded = true;
      return `${code ?? signal}`;
    });
    /** Ends the whole group, because npm does not end what it started. */
    const end = () => {
      if (!hasEnded) spawnSync("kill", ["-TERM", "--", `-${child.pid}`]);
    };
    return { child, output, ended, end };
  }
}

/** Resolves when the time of a command is over. */
async function late(): Promise<string> {
  await new Promise((done) => setTimeout(done, LIMIT).unref());
  return LATE;
}
