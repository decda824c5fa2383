import { execFileSync } from "node:child_process";

/** Postgres and pgbouncer refuse to run as root. `nobody` is there on every system, so no user has to be made. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}
