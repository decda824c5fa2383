import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { launchChromium } from "./support/chromium.js";
import { runCheck } from "./support/browser-check.js";
import { siteChecks } from "./support/site-checks.js";
import { brokenLinks, pagesOf } from "./support/site-pages.js";
import { serveSite } from "./support/site-server.js";

// Builds the site without a network, and looks at it in Chromium. `--built` takes the build that is there.

const DIST = "site/.vitepress/dist";

function build(): void {
  if (!existsSync("site/node_modules"))
    throw new Error("site/node_modules is missing: run `npm --prefix site ci` first");
  // A namespace of its own has no network. Where the system allows none, the build runs without it.
  const closed = spawnSync("unshare", ["-rn", "true"]).status === 0;
  const [command = "", ...args] = [...(closed ? ["unshare", "-rn"] : []), "npm", "run", "build"];
  execFileSync(command, args, { cwd: "site", stdio: "inherit" });
  console.log(`built ${closed ? "without a network" : "with the network of this machine"}`);
}

/** The marks of a page must be those of its file of types, and hidden blocks must not be readable. */
function problemsOf(page: string): string[] {
  const html = readFileSync(join(DIST, `${page}.html`), "utf8");
  const marks = [...html.matchAll(/data-type="(\d+)"/g)].map(([, number]) => Number(number));
  const types = join(DIST, "types", `${page}.json`);
  const texts: unknown[] = existsSync(types) ? JSON.parse(readFileSync(types, "utf8")) : [];
  const markdown = page === "index" ? "site/index.md" : page === "readme" ? "README.md" : `${page}.md`;
  const source = existsSync(markdown) ? readFileSync(markdown, "utf8").replace(/<!--.*?-->/gs, "") : "";
  const hasBlocks = /^ *```ts\b/m.test(source);
  return [
    ...(hasBlocks && marks.length === 0 ? ["has ts blocks, but no hovers"] : []),
    ...(new Set(marks).size === texts.length
      ? []
      : [`has ${new Set(marks).size} kinds of marks and ${texts.length} texts`]),
    ...(html.includes("@ts-expect-error") && hasBlocks && !/troubleshooting|evidence|testing/.test(page)
      ? ["shows a directive"]
      : []),
  ];
}

if (!process.argv.includes("--built")) build();

const problems = pagesOf(DIST).flatMap((page) => problemsOf(page).map((problem) => `${page} ${problem}`));
problems.push(...brokenLinks(DIST));
for (const name of ["llms.txt", "llms-full.txt", "docs/define.md"]) {
  if (/<!--(?! \/)/.test(readFileSync(join(DIST, name), "utf8"))) problems.push(`${name} shows a hidden comment`);
}
if (/^<!-- \/(?:docs\/(?:evidence|decisions)\/|changelog)/m.test(readFileSync(join(DIST, "llms-full.txt"), "utf8")))
  problems.push("llms-full.txt holds more than guides and reference");

for (const [page, start] of [
  ["index", "Define a resource once"],
  ["reference/trestle-client", "Everything that you can import from trestle/client"],
  ["errors/required", "A field that must be in the request is missing."],
] as const) {
  const html = readFileSync(join(DIST, `${page}.html`), "utf8");
  if (!html.includes(`<meta name="description" content="${start}`))
    problems.push(`${page} has not its own description`);
}

const assets = readdirSync(join(DIST, "assets"));
const weigh = (pattern: RegExp) =>
  assets
    .filter((name) => pattern.test(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(DIST, "assets", name))).length, 0);
const chunkOf = (name: string) =>
  readdirSync(join(DIST, "assets/chunks")).find((file) => file.startsWith(`${name}.`)) ?? "";
const postgres = weigh(/^(newsroom-worker|pglite|initdb)[.-]/) / 1e6;
console.log(`Postgres in the page: ${postgres.toFixed(2)} MB gzipped`);
const [, promised] = /Load Postgres \(([\d.]+) MB\)/.exec(readFileSync(join(DIST, "playground.html"), "utf8")) ?? [];
if (Math.abs(Number(promised) - postgres) > 0.25) problems.push(`the playground promises ${promised} MB`);

const sizes = readFileSync("site/.vitepress/theme/playground/sizes.ts", "utf8");
const types = gzipSync(readFileSync(join(DIST, "playground-types.json"))).length;
const chunk = gzipSync(readFileSync(join(DIST, "assets/chunks", chunkOf("ask")))).length;
for (const [name, said, bytes] of [
  ["compiler", Number(/COMPILER_SIZE = "([\d.]+) MB"/.exec(sizes)?.[1]) * 1e6, weigh(/^compiler-worker[.-]/) + types],
  ["server", Number(/SERVER_SIZE = "(\d+) kB"/.exec(sizes)?.[1]) * 1e3, chunk],
] as const) {
  console.log(`the playground's ${name}: ${(bytes / 1e3).toFixed(0)} kB gzipped`);
  if (!(Math.abs(said - bytes) < bytes / 10)) problems.push(`the playground promises ${said} bytes of its ${name}`);
}

const site = await serveSite(DIST);
const browser = await launchChromium();
try {
  const queue = Object.entries(siteChecks);
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, check] = next;
      const found = await runCheck(browser, site.origin, check);
      console.log(`${found.length === 0 ? "passed" : "failed"}: ${name}`);
      problems.push(...found.map((problem) => `${name}: ${problem}`));
    }
  };
  await Promise.all([work(), work()]);
} finally {
  await browser.close();
  await site.close();
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`site: ${pagesOf(DIST).length} pages`);
