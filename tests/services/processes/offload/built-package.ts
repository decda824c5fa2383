import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** A folder as a user's project is: the package as JavaScript, the program in TypeScript and, under `built/`, compiled. */
export async function makeProject(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "trestle-offload-"));
  const home = join(folder, "node_modules", "trestle");
  await mkdir(home, { recursive: true });
  await cp(join(root, "package.json"), join(home, "package.json"));
  await compile(join(root, "src"), join(home, "dist"));
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
  const names = await readdir(from, { recursive: true });
  const sources = names.filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.includes("fixtures"),
  );
  await build({ entryPoints: sources.map((name) => join(from, name)), outdir: to, outbase: from, format: "esm" });
}
