import { execFile, execFileSync } from "node:child_process";
import { chmod, chown, cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { madeOnce } from "./made-once.js";
import { postgresBinaries } from "./postgres-binaries.js";
import { unprivilegedUser } from "./unprivileged-user.js";

const ARGUMENTS = ["--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--wal-segsize=1"].concat([
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
]);

/** The folder of a Postgres without data, to be copied. */
export function emptyCluster(): Promise<string> {
  return madeOnce("embedded-postgres", async (path) => {
    const folder = await makeCluster();
    try {
      await cp(join(folder, "data"), path, { recursive: true, preserveTimestamps: true });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
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
