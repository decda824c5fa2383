import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// The guide about server rendering shows files of the programs that `npm run check frameworks` builds and opens.

const guide = readFileSync("docs/ssr.md", "utf8");
const read = (path: string) => readFileSync(path, "utf8");

const programs = [
  { heading: "TanStack Start", folder: "tests/frameworks/tanstack-start", framework: "@tanstack/react-start" },
  { heading: "Next", folder: "tests/frameworks/next", framework: "next" },
];

/** The program's own files: without what its tools make, and without its settings in JSON. */
const sourcesOf = (folder: string) =>
  execFileSync("git", ["ls-files", "-z", "."], { cwd: folder, encoding: "utf8" })
    .split("\0")
    .filter((path) => /\.tsx?$/.test(path))
    .sort();

/** The text below a heading, up to the next one. */
const sectionOf = (heading: string) => guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";

test.each(programs)("the section on $heading shows the files of $folder", ({ heading, folder }) => {
  const shown = [...sectionOf(heading).matchAll(/^```tsx\n\/\/ file: (.+)\n([\s\S]*?)^```$/gm)];
  expect(shown.length).toBeGreaterThan(4);
  for (const [, path = "", code] of shown) expect(code, path).toBe(read(`${folder}/${path}`));
  expect(shown.map(([, path]) => path).sort()).toEqual(sourcesOf(folder));
});

test.each(programs)("and names the version of $heading that is run", ({ heading, folder, framework }) => {
  const { dependencies } = JSON.parse(read(`${folder}/package.json`));
  expect(sectionOf(heading)).toContain(`with ${heading} ${dependencies[framework]}`);
});

test.each(["hono", "next", "tanstack-start"])(
  "npm ci accepts the lockfile of %s after a change of our package.json",
  (name) => {
    const { packages } = JSON.parse(read(`tests/frameworks/${name}/package-lock.json`));
    const { dependencies, peerDependencies } = JSON.parse(read("package.json"));
    expect(packages["node_modules/trestle"]).toMatchObject({ dependencies, peerDependencies });
  },
);
