import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { linkedNotes, releaseNotes, releaseProblems } from "./support/release.js";

// Lists what must be filled in before a release; `-- v0.2.0` compares the tag, too, and `--notes` prints the changelog's text.

const args = process.argv.slice(2);
const tag = args.find((arg) => !arg.startsWith("--"));
const paths = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(Boolean);
const files = new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
const problems = releaseProblems(files, tag);
for (const problem of problems) console.error(problem);

if (problems.length > 0) process.exitCode = 1;
else if (args.includes("--notes")) {
  const { version, bugs }: { version: string; bugs: string } = JSON.parse(readFileSync("package.json", "utf8"));
  const notes = releaseNotes(readFileSync("CHANGELOG.md", "utf8"), version) ?? "";
  console.log(linkedNotes(notes, bugs.replace(/\/issues$/, ""), `v${version}`));
} else console.log("release: nothing is missing");
