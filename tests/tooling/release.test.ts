import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { linkedNotes, releaseNotes, releaseProblems } from "../../scripts/support/release.js";

const paths = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(Boolean);
const repository = new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
const placeholders: Record<string, string> = JSON.parse(readFileSync(".github/placeholders.json", "utf8"));
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

/** The repository as it is when somebody has done what the check says. */
function ready(changes: Readonly<Record<string, (text: string) => string>> = {}): ReadonlyMap<string, string> {
  return new Map(
    [...repository].map(([path, text]) => {
      const filled =
        path === ".github/placeholders.json"
          ? text
          : Object.keys(placeholders).reduce((all, placeholder) => all.replaceAll(placeholder, "ann"), text);
      const dated =
        path === "CHANGELOG.md" ? `# Changelog\n\n## ${version} (2027-01-31)\n\nThe first version.\n` : filled;
      return [path, changes[path]?.(dated) ?? dated];
    }),
  );
}

test("with everything filled in, nothing is missing", () => {
  expect(releaseProblems(ready())).toEqual([]);
  expect(releaseProblems(ready(), `v${version}`)).toEqual([]);
});

test.each(Object.entries(placeholders))("%s is reported, with each file that contains it", (placeholder, meaning) => {
  const problems = releaseProblems(
    ready({ "package.json": (text) => text.replace("git+", `${placeholder}+`), "SECURITY.md": () => placeholder }),
  );
  expect(problems).toEqual([`Replace ${placeholder} by ${meaning}, in:\n  SECURITY.md\n  package.json`]);
});

test.each([
  [
    "create-trestle/package.json",
    'create-trestle/package.json has another version than package.json: write "version": "1.2.3".',
  ],
  ["package-lock.json", 'package-lock.json has another version than package.json: write "version": "1.2.3".'],
  [
    "create-trestle/templates/full/package.json",
    'create-trestle/templates/full/package.json installs another version: write "trestle": "^1.2.3".',
  ],
  ...["README.md", "docs/compared.md", "docs/evidence/readme-claims.md", "docs/monorepo.md"].map((path) => [
    path,
    `${path} names another version: write 1.2.3.`,
  ]),
])("%s must have the version of package.json", (path, problem) => {
  const risen = Object.fromEntries(
    [...repository.keys()]
      .filter((each) => each !== path && /package(-lock)?\.json$|\.md$/.test(each))
      .map((each) => [each, (text: string) => text.replaceAll(version, "1.2.3")]),
  );
  expect(releaseProblems(ready(risen), "v1.2.3")).toEqual([problem]);
});

test("the tag is the version", () => {
  expect(releaseProblems(ready(), "v9.9.9")).toEqual([
    `The tag is "v9.9.9", and package.json has the version ${version}: tag the release as v${version}.`,
  ]);
});

test("the changelog has a text for the version, with a date", () => {
  const problem = `CHANGELOG.md has no text with a date for ${version}: its heading must be such as "## ${version} (2027-01-31)", without "(unreleased)".`;
  for (const text of [
    `## ${version} (unreleased)\n\nNew.`,
    `## ${version} (2027-01-31)\n`,
    "## 9.9.9 (2027-01-31)\n\nNew.",
  ]) {
    expect(releaseProblems(ready({ "CHANGELOG.md": () => text }))).toEqual([problem]);
  }
});

test("the notes of a release are the text below its heading", () => {
  const changelog =
    "# Changelog\n\n## 0.2.0 (2027-01-31)\n\nNew.\n\n### Fixed\n\n- One.\n\n## 0.1.0 (2026-12-01)\n\nOld.\n";
  expect(releaseNotes(changelog, "0.2.0")).toBe("New.\n\n### Fixed\n\n- One.");
  expect(releaseNotes(changelog, "0.1.0")).toBe("Old.");
});

test("the links of the notes lead to the files of the tag", () => {
  const notes = "[Docs](docs/live.md#see), [semver](https://semver.org)";
  expect(linkedNotes(notes, "https://github.com/ann/trestle", "v0.2.0")).toBe(
    "[Docs](https://github.com/ann/trestle/blob/v0.2.0/docs/live.md#see), [semver](https://semver.org)",
  );
});
