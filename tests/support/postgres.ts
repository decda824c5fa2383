import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.js";
import { postgresBinaries } from "./postgres-binaries.js";

export interface RunningPostgres {
  /** Of the database `postgres`, for the superuser `postgres`: loopback only, no password. */
  readonly url: string;
  /** Ends the server like a crash, without a notice or a clean-up. Its files contain what was committed. */
  crash(): Promise<void>;
  /** Starts it again after that, at the same URL. */
  restart(): Promise<void>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts a real Postgres server, empty, on a free loopback port, in a temporary folder. It brings its own programs and
 * needs nothing installed. Text sorts and folds case as in PGlite (by code point, Unicode letters), on every machine.
 */
export async function startPostgres(): Promise<RunningPostgres> {
  const user = unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), "trestle-postgres-"));
  try {
    // mkdtemp's folder is its owner's alone; only the data must be.
    await chmod(folder, 0o755);
    const binaries = await postgresBinaries(folder, user !== undefined);
    const data = join(folder, "data");
    await mkdir(data, { mode: 0o700 });
    if (user) await chown(data, user.uid, user.gid);

    await run(
      spawn(
        binaries.initdb,
        [`--pgdata=${data}`, "--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8"].concat([
          "--locale=C",
          "--locale-provider=builtin",
          "--builtin-locale=C.UTF-8",
        ]),
        { ...user, cwd: folder },
      ),
    );
    const port = await freePort();
    // Commits are in the files of a process that crashes, though not on the disk of a machine that does.
    const settings = ["fsync=off", "full_page_writes=off"].flatMap((setting) => ["-c", setting]);
    const start = async () => {
      const server = spawn(
        binaries.postgres,
        ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", "", ...settings],
        { ...user, cwd: folder },
      );
      await ready(server);
      return server;
    };
    return running(`postgres://postgres@127.0.0.1:${port}/postgres`, folder, start, await start());
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Postgres refuses to run as root. `nobody` is there on every system, so no user has to be made. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

async function run(program: ChildProcess): Promise<void> {
  const output = collect(program);
  const [code] = await once(program, "close");
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${output()}`);
}

async function ready(server: ChildProcess): Promise<void> {
  const output = collect(server);
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on("data", () => output().includes("ready to accept connections") && resolve());
    server.once("error", reject);
    server.once("close", (code) => reject(new Error(`postgres ended with ${code}: ${output()}`)));
  });
}

function collect(program: ChildProcess): () => string {
  let text = "";
  for (const stream of [program.stdout, program.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

function running(
  url: string,
  folder: string,
  start: () => Promise<ChildProcess>,
  first: ChildProcess,
): RunningPostgres {
  let server = first;
  const end = async (signal: "SIGINT" | "SIGQUIT") => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, "close");
  };
  // SIGINT ends Postgres at once without waiting for connections: also when the tests end without stop().
  const interrupt = () => server.kill("SIGINT");
  process.once("exit", interrupt);
  return {
    url,
    crash: () => end("SIGQUIT"),
    async restart() {
      server = await start();
    },
    async stop() {
      process.off("exit", interrupt);
      await end("SIGINT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
