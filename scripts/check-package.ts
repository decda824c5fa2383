import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pack } from "./support/pack.js";
import { run } from "./support/run.js";

// Checks the packed tarball: its files, their size, publint and are-the-types-wrong.

const LIMITS = { files: 150, kilobytes: 528 };

const { tarball, folder } = pack();
run("tar", ["-xzf", tarball, "-C", folder]);
checkFiles(
  run("tar", ["-tzf", tarball])
    .trim()
    .split("\n")
    .map((path) => path.replace(/^package\//, "")),
);

/** Only what is built, the example of the guides and the skills, in few files; and maps that lead to files of src. */
function checkFiles(paths: readonly string[]): void {
  const strangers = paths.filter(
    (path) =>
      !/^(?:dist\/.+|examples\/news\/[\w/-]+\.ts|skills\/\w+\/SKILL\.md|README\.md|LICENSE|package\.json)$/.test(path),
  );
  const tests = paths.filter((path) => /\.test\.|\/fixtures\//.test(path));
  if (strangers.length + tests.length > 0)
    throw new Error(`not to be published: ${[...strangers, ...tests].join(", ")}`);
  const maps = paths.filter((path) => path.endsWith(".map"));
  for (const map of maps) {
    const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(folder, "package", map), "utf8"));
    const lost = sources.filter((source) => !existsSync(join(dirname(map), source)));
    if (lost.length > 0) throw new Error(`${map} leads to ${lost.join(", ")}, which does not exist`);
  }
  const kilobytes = Math.ceil(statSync(tarball).size / 1000);
  console.log(`${paths.length} files (at most ${LIMITS.files}), ${kilobytes} kB packed (at most ${LIMITS.kilobytes})`);
  if (paths.length > LIMITS.files || kilobytes > LIMITS.kilobytes) throw new Error("the package is too large");
}

const bin = (name: string) => resolve("node_modules", ".bin", name);

console.log(run(bin("publint"), ["run", "--strict", tarball]));
// ESM alone, by decision: what `require` of an older Node or the resolution of TypeScript 4 would find is not judged.
console.log(run(bin("attw"), ["--profile", "esm-only", "--no-emoji", tarball]));
