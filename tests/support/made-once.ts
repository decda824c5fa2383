import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Benches start this from a folder of their own.
const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/**
 * The path of a file or folder that is made with a package, once for each of its versions, because that takes seconds of a processor.
 *
 * @param make Makes it at a path.
 */
export async function madeOnce(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const { version } = JSON.parse(await readFile(join(modules, name, "package.json"), "utf8"));
  const cache = join(modules, ".cache/trestle", name);
  const made = join(cache, version);
  if (existsSync(made)) return made;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "new-")); // on the disk of the cache, so that `rename` is one step
  try {
    await make(join(folder, "made"));
    await rename(join(folder, "made"), made).catch((error: unknown) => {
      if (!existsSync(made)) throw error; // another process was first
    });
    return made;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
