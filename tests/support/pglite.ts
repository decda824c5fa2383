import { PGlite } from "@electric-sql/pglite";

let files: Promise<Blob> | undefined;

/** The files of an empty database. To create them takes most of the time that PGlite needs to start. */
async function createFiles(): Promise<Blob> {
  const first = await PGlite.create();
  const created = await first.dumpDataDir("none");
  await first.close();
  return created;
}

/** Starts PGlite with an empty database. */
export async function startPglite(): Promise<PGlite> {
  files ??= createFiles();
  return PGlite.create({ loadDataDir: await files });
}
