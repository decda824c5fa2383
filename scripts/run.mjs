// `npm run check NAME` runs scripts/check-NAME.ts with the arguments behind `--`; `fuzz` and `docs` do the same. Without a
// name, it lists the names, each with the first comment of its script.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [kind, name, ...args] = process.argv.slice(2);
const names = readdirSync("scripts").flatMap((file) => file.match(`^${kind}-(.+)\\.ts$`)?.[1] ?? []);
const fileOf = (script) => join("scripts", `${kind}-${script}.ts`);

if (names.includes(name)) {
  const { status } = spawnSync(process.execPath, ["--import", "tsx", fileOf(name), ...args], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} else {
  if (name !== undefined) console.error(`"${name}" is not a name. Use one of these:\n`);
  for (const script of names) console.log(`npm run ${kind} ${script.padEnd(18)} ${firstLine(fileOf(script))}`);
  process.exitCode = name === undefined ? 0 : 1;
}

/** The first comment that has a line of its own. */
function firstLine(file) {
  return readFileSync(file, "utf8").match(/^\/\/ (.+)$/m)?.[1];
}
