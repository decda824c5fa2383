import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { firstParagraph, pageDescription } from "../../site/.vitepress/page-description.js";
import { documents } from "../../site/.vitepress/pages.js";

// The site is built by hand, so the mistakes that stop its build are found here, without its packages.

test.each(["docs", "docs/reference", "docs/evidence"])("the sidebar of the site lists every page of %s", (folder) => {
  const sidebar = readFileSync("site/.vitepress/sidebar.ts", "utf8");
  const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
  const unlisted = pages.filter((name) => !sidebar.includes(`"/${folder}/${name.replace(/(README)?\.md$/, "")}"`));
  expect(pages.length).toBeGreaterThan(0);
  expect(unlisted).toEqual([]);
});

test("the index of the guides has the links of the sidebar, in its order", () => {
  const guides = /const guides.*?\n\];/s.exec(readFileSync("site/.vitepress/sidebar.ts", "utf8"))?.[0] ?? "";
  const inSidebar = [...guides.matchAll(/\["([^"]+)", "\/docs\/([^"]+)"\]/g)].map(
    ([, title, page]) => `[${title}](${page}.md)`,
  );
  const inIndex = readFileSync("docs/README.md", "utf8").match(/(?<=^- )\[.*?\]\([a-z-]+\.md\)/gm);
  expect(inSidebar.length).toBeGreaterThan(40);
  expect(inIndex).toEqual(inSidebar);
});

test("a page's description is a sentence, and not its code or its badges", () => {
  const code = "# Notes\n\n```ts\nconst a = 1;\n\nPromise.all([]);\n```\n\n<!-- Hidden. -->\n\n";
  expect(firstParagraph(`---\ntitle: Notes\n---\n\n${code}A [note](notes.md) has\na \`text\`.\n`)).toBe(
    "A note has a text.",
  );
  expect(firstParagraph(code)).toBeUndefined();
  expect(pageDescription("README.md")).toMatch(/^Trestle/);
  expect(readFileSync("site/index.md", "utf8")).toMatch(/^description: "Define a resource/m);
  expect(firstParagraph("# Notes\n\nA note has a text. Your api.ts exports the type:\n")).toBe("A note has a text.");
  expect(firstParagraph("# Notes\n\nA note has these fields:\n")).toBe("A note has these fields.");
  expect(documents.filter((page) => /(:|If you want to)$/.test(pageDescription(page) ?? ""))).toEqual([]);
  expect(documents.filter((page) => /^\s*(import|const|ts|\/\/) /.test(pageDescription(page) ?? ""))).toEqual([]);
});

test("the site takes no page from the other folders of the repository", () => {
  const [, excluded = ""] = /"\{\.\*,(.*)\}\/\*\*"/.exec(readFileSync("site/.vitepress/config.ts", "utf8")) ?? [];
  const folders = readdirSync(".", { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(\..*|coverage|docs|node_modules|site)$/.test(entry.name))
    .map(({ name }) => name);
  expect(folders.filter((name) => !excluded.split(",").includes(name))).toEqual([]);
});

test.each([".", "site", "tests/frameworks/hono", "tests/frameworks/next", "tests/frameworks/tanstack-start"])(
  "npm ci accepts the lockfile of %s on every platform",
  (folder) => {
    const script = resolve("scripts/complete-lockfile.mjs");
    expect(execFileSync(process.execPath, [script, "--check"], { cwd: folder, encoding: "utf8" })).toBe("");
  },
);
