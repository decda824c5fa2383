import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Writes a user's program, `trestle` being what was built here, and gives its folder, removed when the script ends. */
export function linkedProgram(files: ReadonlyMap<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "trestle-program-"));
  folders.push(folder);
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(resolve("."), join(folder, "node_modules", "trestle"), "junction");
  for (const name of ["zod", "drizzle-orm"]) {
    symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name), "junction");
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "program", private: true, type: "module" }));
  for (const [path, text] of files) writeFileSync(join(folder, path), text);
  return folder;
}
