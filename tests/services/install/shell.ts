import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished } from "vitest";

/** A program that still runs. */
interface Running {
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
    const { child, output } = this.#spawn(commands);
    const [code] = await once(child, "close");
    expect(code, `${commands}\n${output.stdout}${output.stderr}`).toBe(status);
    return output.stdout || (status === 0 ? "" : output.stderr);
  }

  /** Starts a command that keeps running until the test ends. */
  start(command: string): Running {
    const { child, output } = this.#spawn(command);
    // The whole group, because npm does not end what it started.
    onTestFinished(() => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    });
    const has = (wanted: string | RegExp) =>
      typeof wanted === "string" ? output.stdout.includes(wanted) : wanted.test(output.stdout);
    return {
      async printed(wanted) {
        while (!has(wanted)) {
          const { stdout } = child;
          await Promise.race([once(stdout, "data"), once(child, "close")]);
          if (child.exitCode !== null && !has(wanted)) {
            throw new Error(`${command} ended with ${child.exitCode}:\n${output.stdout}${output.stderr}`);
          }
        }
        return output.stdout;
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
    return { child, output };
  }
}
