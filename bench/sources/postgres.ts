import { tsImport } from "tsx/esm/api";

interface RunningPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** The server that the tests start. It is outside this project, so it is loaded by its path. */
export async function startPostgres(): Promise<RunningPostgres> {
  const support = new URL("../../../tests/support/postgres.ts", import.meta.url);
  const loaded: { startPostgres(): Promise<RunningPostgres> } = await tsImport(support.href, import.meta.url);
  return loaded.startPostgres();
}
