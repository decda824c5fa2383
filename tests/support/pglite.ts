import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite as Original, type PGliteOptions } from "@electric-sql/pglite";

// Benches start this from a folder of their own.
const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** The files of an empty database, as a tar file. They are made once, because that takes seconds of a processor. */
async function emptyFiles(): Promise<Blob> {
  const { version } = JSON.parse(await readFile(join(modules, "@electric-sql/pglite/package.json"), "utf8"));
  const cache = join(modules, ".cache/trestle-pglite");
  const file = join(cache, `${version}.tar`);
  if (!existsSync(file)) {
    const first = await Original.create();
    const made = await first.dumpDataDir("none");
    await first.close();
    await mkdir(cache, { recursive: true });
    const copy = join(cache, `${version}-${process.pid}.tar`);
    try {
      await writeFile(copy, Buffer.from(await made.arrayBuffer()));
      await rename(copy, file);
    } finally {
      await rm(copy, { force: true });
    }
  }
  return new Blob([await readFile(file)], { type: "application/x-tar" });
}

const files = await emptyFiles();

// vitest.config.ts puts this module in the place of the package.
/** PGlite that starts with a copy of the files of an empty database, and so in a seventh of the time. */
export class PGlite extends Original {
  constructor(dataDir?: string | PGliteOptions, options?: PGliteOptions) {
    const all: PGliteOptions = typeof dataDir === "string" ? { dataDir, ...options } : { ...dataDir };
    const isNew = all.dataDir === undefined || !existsSync(join(all.dataDir, "PG_VERSION"));
    super(isNew ? { loadDataDir: files, ...all } : all);
  }

  static override async create(dataDir?: string | PGliteOptions, options?: PGliteOptions): Promise<PGlite> {
    const db = new PGlite(dataDir, options);
    await db.waitReady;
    return db;
  }
}

/** Starts PGlite with an empty database. */
export function startPglite(): Promise<PGlite> {
  return PGlite.create();
}
