import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Daemon } from "./daemon.js";
import { freePort } from "./free-port.js";
import { unprivilegedUser } from "./unprivileged-user.js";

export interface RunningPgbouncer {
  /** Of the database behind it. */
  readonly url: string;
  /** Ends it with the transactions that it has, and starts it again. */
  restart(): Promise<void>;
  /** Connects to another Postgres from now on. */
  pointTo(databaseUrl: string): Promise<void>;
  stop(): Promise<void>;
}

/** Debian's, or another version: `PGBOUNCER=/path/to/pgbouncer`. */
const command = process.env.PGBOUNCER ?? "pgbouncer";

/** Whether it can keep the names of prepared statements in transaction mode, as 1.21 and later can. */
export function canKeepNames(): boolean {
  const version = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(command, ["--version"], { encoding: "utf8" }));
  const [major = 0, minor = 0] = version?.slice(1).map(Number) ?? [];
  return major > 1 || minor >= 21;
}

/**
 * Starts pgbouncer in transaction mode on a free loopback port.
 *
 * @param settings Further lines of its configuration.
 */
export async function startPgbouncer(databaseUrl: string, settings = ""): Promise<RunningPgbouncer> {
  const folder = await mkdtemp(join(tmpdir(), "trestle-pgbouncer-"));
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  const configure = (url: string) =>
    writeFile(
      file,
      `[databases]
postgres = host=127.0.0.1 port=${new URL(url).port} dbname=postgres user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_login_retry = 1
${settings}
`,
    );
  await configure(databaseUrl);
  const options = { ...unprivilegedUser(), cwd: folder };
  const daemon = await Daemon.start({ command, args: [file], ready: "process up", options });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: () => daemon.restart(),
    async pointTo(url) {
      await configure(url);
      daemon.reload();
    },
    async stop() {
      await daemon.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
