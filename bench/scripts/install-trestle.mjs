// Builds the library and lays it into node_modules as its package would be installed, so that what is measured is the
// built dist beside the same zod and fastify as its peers. (A `file:..` dependency is a link, whose imports resolve
// above bench: two copies of zod would be loaded.)
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const modules = fileURLToPath(new URL("../node_modules/", import.meta.url));
const target = join(modules, "trestle");

if (!existsSync(join(root, "node_modules"))) execFileSync("npm", ["ci"], { cwd: root, stdio: "inherit" });
execFileSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const part of ["dist", "package.json"]) cpSync(join(root, part), join(target, part), { recursive: true });

const { dependencies = {} } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
for (const name of Object.keys(dependencies)) {
  if (existsSync(join(modules, name))) continue;
  const link = join(target, "node_modules", name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(root, "node_modules", name), link, "dir");
}
