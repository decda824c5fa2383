import { execFileSync, execSync } from "node:child_process";
import { resolve } from "node:path";

// Checks that each lock file has the packages of every platform; `-- --write` adds them, after a change of dependencies.
// The lock files of the programs on frameworks contain the dependencies of the package itself.

const FRAMEWORKS = ["hono", "next", "tanstack-start"].map((name) => `tests/frameworks/${name}`);
const isWriting = process.argv.includes("--write");

for (const cwd of [".", "site", ...FRAMEWORKS]) {
  if (isWriting && FRAMEWORKS.includes(cwd)) {
    execSync("npm install --package-lock-only --ignore-scripts", { cwd, stdio: "inherit" });
  }
  const args = [resolve("scripts/complete-lockfile.mjs"), ...(isWriting ? [] : ["--check"])];
  execFileSync(process.execPath, args, { cwd, stdio: "inherit" });
}
