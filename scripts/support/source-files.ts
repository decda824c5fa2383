import { readdirSync } from "node:fs";

/** The modules under `root`, as paths from there, without tests and their fixtures. */
export const sourceFiles = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (path) => /(?<!\.test)\.ts$/.test(path) && !/\.test-d\.ts$|[\\/]fixtures[\\/]/.test(path),
  );
