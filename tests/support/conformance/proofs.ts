import { readdirSync, readFileSync } from "node:fs";
import type { Role } from "./statements.js";

/** A test that proves a statement. */
export interface Proof {
  readonly role: Role;
  readonly id: string;
  /** `server-reading.test.ts` */
  readonly file: string;
  readonly title: string;
}

const folder = new URL("../../conformance/", import.meta.url);

/** Every proof in the tests, in the order of their sources. A file's name says whom its tests are about. */
export function readProofs(): Proof[] {
  const files = readdirSync(folder).filter((name) => /^(server|client)-.*\.test\.ts$/.test(name));
  return files.sort().flatMap((file) => {
    const source = readFileSync(new URL(file, folder), "utf8");
    const role: Role = file.startsWith("server") ? "server" : "client";
    return [...source.matchAll(/\bproves\(\s*\[([^\]]*)\],\s*"((?:[^"\\]|\\.)*)"/g)].flatMap(
      ([, ids = "", title = ""]) =>
        [...ids.matchAll(/"([^"]+)"/g)].map(([, id = ""]) => ({ role, id, file, title: title.replaceAll('\\"', '"') })),
    );
  });
}
