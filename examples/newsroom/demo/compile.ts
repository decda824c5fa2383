import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { tsc } from "../../../scripts/support/tsc.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Compiles a module against the newsroom's API. Returns what the compiler says. */
export function compile(code: string): string[] {
  const folder = join(root, ".cache", `demo-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, "page.ts"), code);
    const config = { extends: resolve(root, "tsconfig.json"), include: ["page.ts"], exclude: [] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const { diagnostics } = tsc(["-p", folder], { cwd: folder });
    return diagnostics.map(({ code, message }) => `${code}: ${message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
