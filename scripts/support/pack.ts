import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { run } from "./run.js";

export interface Packed {
  readonly tarball: string;
  /** An empty folder for programs that use the package, removed when the script ends. */
  readonly folder: string;
}

/** Builds and packs the package as npm publishes it. */
export function pack(): Packed {
  const folder = mkdtempSync(join(tmpdir(), "trestle-pack-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return { tarball: packInto(folder), folder };
}

/**
 * Packs the package in `source` as npm publishes it, after its build if it has one. Returns the tarball's path.
 *
 * With `BUILT=1`, the library is packed as it was built before: in CI, programs that run at the same time must not write it.
 */
export function packInto(folder: string, source = "."): string {
  const isBuilt = process.env.BUILT === "1" && resolve(source) === resolve(".");
  const args = ["pack", "--json", "--pack-destination", folder, ...(isBuilt ? ["--ignore-scripts"] : [])];
  const [packed]: { filename: string }[] = readReport(run("npm", args, source));
  if (!packed) throw new Error("npm pack made no tarball");
  return join(folder, packed.filename);
}

/** Puts the packed package into `folder` as an install would, and beside it these of our own dependencies. */
export function install({ tarball, folder }: Packed, dependencies: readonly string[]): void {
  const home = join(folder, "node_modules", "trestle");
  mkdirSync(home, { recursive: true });
  run("tar", ["-xzf", tarball, "-C", home, "--strip-components=1"]);
  for (const name of dependencies) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve("node_modules", name), link, "junction");
  }
}

/** What the build prints, from `prepack`, stands before the report. */
const readReport = (output: string) => JSON.parse(output.slice(output.search(/^\[$/m)));
