import { existsSync } from "node:fs";
import type { Contender } from "./contender.js";

interface Orms {
  readonly contenders: readonly Contender[];
  close(): Promise<void>;
}

/** The contenders in ../orms if they are built. Their packages are not among those of the repository's root. */
export async function loadOrms(url: string): Promise<Orms> {
  const built = new URL("../../orms/dist/orms/contenders.js", import.meta.url);
  if (!existsSync(built)) return { contenders: [], close: async () => {} };
  const loaded: { ormContenders(url: string): Orms } = await import(built.href);
  return loaded.ormContenders(url);
}
