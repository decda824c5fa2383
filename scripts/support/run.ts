import { spawnSync } from "node:child_process";

/** Runs a program to its end and gives what it printed. A failure throws, with everything it said. */
export function run(program: string, args: readonly string[], cwd = process.cwd()): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}
