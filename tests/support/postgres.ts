import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyCluster } from "./empty-cluster.js";
import { freePort } from "./free-port.js";
import { type Binaries, postgresBinaries } from "./postgres-binaries.js";
import { unprivilegedUser } from "./unprivileged-user.js";

export interface RunningPostgres {
  /** Of the database `postgres`, for the superuser `postgres`: loopback only, no password. */
  readonly url: string;
  /** Ends the server like a crash, without a notice or a clean-up. Its files contain what was committed. */
  crash(): Promise<void>;
  /** Starts it again after that, at the same URL. */
  restart(): Promise<void>;
  /** Makes another server, which follows this one by asynchronous replication. This one ends for a moment, to be copied. */
  startStandby(): Promise<RunningPostgres>;
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
    await cp(await emptyCluster(), data, { recursive: true, preserveTimestamps: true });
    await chmod(data, 0o700);
    if (user) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, data]);
    return await Server.start({ binaries, user, folder, data });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function ready(server: ChildProcess): Promise<void> {
  const output = collect(server);
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on("data", () => /ready to accept (read-only )?connections/.test(output()) && resolve());
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

interface Files {
  readonly binaries: Binaries;
  readonly user: ReturnType<typeof unprivilegedUser>;
  /** Removed with the server. */
  readonly folder: string;
  /** What Postgres stores. */
  readonly data: string;
}

// Commits are in the files of a process that crashes, though not on the disk of a machine that does.
const SETTINGS = ["fsync=off", "full_page_writes=off"].flatMap((setting) => ["-c", setting]);

class Server implements RunningPostgres {
  readonly #files: Files;
  readonly #port: number;
  // SIGINT ends Postgres at once without waiting for connections: also when the tests end without stop().
  readonly #interrupt = () => this.#server?.kill("SIGINT");
  #server: ChildProcess | undefined;

  private constructor(files: Files, port: number) {
    this.#files = files;
    this.#port = port;
    process.once("exit", this.#interrupt);
  }

  static async start(files: Files): Promise<Server> {
    const server = new Server(files, await freePort());
    await server.restart();
    return server;
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/postgres`;
  }

  crash(): Promise<void> {
    return this.#end("SIGQUIT");
  }

  async restart(): Promise<void> {
    const { binaries, user, folder, data } = this.#files;
    const args = ["-D", data, "-p", String(this.#port), "-h", "127.0.0.1", "-k", "", ...SETTINGS];
    this.#server = spawn(binaries.postgres, args, { ...user, cwd: folder });
    await ready(this.#server);
  }

  async startStandby(): Promise<RunningPostgres> {
    const { binaries, user, data } = this.#files;
    const folder = await mkdtemp(join(tmpdir(), "trestle-postgres-"));
    const files = { binaries, user, folder, data: join(folder, "data") };
    try {
      await chmod(folder, 0o755);
      await this.#end("SIGINT");
      await cp(data, files.data, { recursive: true, preserveTimestamps: true });
      await writeFile(join(files.data, "standby.signal"), "");
      await writeFile(
        join(files.data, "postgresql.auto.conf"),
        `primary_conninfo = 'host=127.0.0.1 port=${this.#port} user=postgres'\n`,
      );
      if (user) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, files.data]);
      await this.restart();
      return await Server.start(files);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async stop(): Promise<void> {
    process.off("exit", this.#interrupt);
    await this.#end("SIGINT");
    await rm(this.#files.folder, { recursive: true, force: true });
  }

  async #end(signal: "SIGINT" | "SIGQUIT"): Promise<void> {
    const server = this.#server;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, "close");
  }
}
