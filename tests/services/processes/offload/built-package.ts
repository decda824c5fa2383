import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { packInto } from "../../../../scripts/support/pack.js";
import { run } from "../../../../scripts/support/run.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** A folder as a user's project is: the package as npm publishes it, the program in TypeScript and, under `built/`, compiled. */
export async function makeProject(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "trestle-offload-"));
  const home = join(folder, "node_modules", "trestle");
  await mkdir(home, { recursive: true });
  run("tar", ["-xzf", packInto(folder, root), "-C", home, "--strip-components=1"]);
  for (const name of ["zod", "piscina", "fast-content-type-parse", "superjson", "copy-anything", "tsx"]) {
    await symlink(join(root, "node_modules", name), join(folder, "node_modules", name), "junction");
  }
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "project", private: true, type: "module" }));
  const here = dirname(fileURLToPath(import.meta.url));
  for (const name of ["program.ts", "heavy.ts"]) await cp(join(here, name), join(folder, "source", name));
  await compile(join(folder, "source"), join(folder, "built"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function compile(from: string, to: string): Promise<void> {
  const sources = (await readdir(from)).map((name) => join(from, name));
  await build({ entryPoints: sources, outdir: to, outbase: from, format: "esm" });
}
