import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { launchChromium } from "./support/chromium.js";

// Makes the README's first picture, in both themes, wide and for phones, and the one of links to the site. The compiler and the server run here: it shows what they say.

const FOLDER = ".cache/picture";
const PICTURE = "docs/screenshots/first";

const readme = readFileSync("README.md", "utf8");
const blockOf = (name: string): string => {
  const [, code] = new RegExp(`\`\`\`ts(?: no-run)?\\n// file: ${name}\\n(.*?)\`\`\``, "s").exec(readme) ?? [];
  if (code === undefined) throw new Error(`The README has no block "${name}".`);
  return code;
};

const client = `import { createClient } from "trestle/client";
import type { Api } from "./api.js";

const client = createClient<Api>({ url: "/api" });

const note = await client.notes
  .get(1)
  .include("author");
note.author.name; // string

await client.notes
  .list()
  .filter({ txt__contains: "Ann" });
`;
const request = `import { fetchHandler } from "trestle/fetch";
import { api } from "./api.js";
const response = await fetchHandler(api, { prefix: "/api" })(new Request("http://localhost/api/notes?filter[txt][contains]=Ann"));
const { errors } = await response.json();
console.log(response.status, errors[0].detail);
`;

mkdirSync(FOLDER, { recursive: true });
writeFileSync(`${FOLDER}/api.ts`, blockOf("api.ts"));
writeFileSync(`${FOLDER}/client.ts`, client);
writeFileSync(`${FOLDER}/request.ts`, request);
writeFileSync(
  `${FOLDER}/tsconfig.json`,
  JSON.stringify({ extends: "../../tsconfig.json", include: [], files: ["client.ts"] }),
);

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: "utf8" }).stdout.trim();
const compiler =
  run("npx", "tsc", "--pretty", "false", "-p", FOLDER)
    .split("\n")[0]
    ?.replace(/^.*client\.ts/, "client.ts") ?? "";
const server = run("node", "--import", "tsx", `${FOLDER}/request.ts`);
rmSync(FOLDER, { recursive: true });
if (!/txt__contains/.test(compiler) || !/^400 /.test(server)) throw new Error(`They said: ${compiler} / ${server}`);

/** The part of api.ts that begins with the text, up to the bracket that closes it, without its indentation. */
function partOf(start: string): string {
  const lines = blockOf("api.ts").split("\n");
  const first = lines.findIndex((line) => line.trimStart().startsWith(start));
  if (first === -1) throw new Error(`The README's api.ts has no line that begins with "${start}".`);
  const indent = /^ */.exec(lines[first] ?? "")?.[0] ?? "";
  const last = lines.findIndex((line, index) => index > first && line.startsWith(`${indent}}`));
  return lines
    .slice(first, last + 1)
    .map((line) => line.slice(indent.length))
    .join("\n");
}

const [clientCode = "", included = "", mistake = ""] = client.split("\n\n").slice(1);
const shown = {
  api: `${partOf("const notes =")}\n\n${partOf("notes: noteSource")}`, // not all of it: the README shows it below
  client: `${clientCode}\n\n${included}`,
  mistake: mistake.trim(),
  compiler,
  server: server.slice("400 ".length),
};

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const coloured = (code: string) =>
  escaped(code).replace(
    /("[^"]*")|(\/\/.*)|\b(?:import|export|const|await|from|type|interface|extends|new)\b/g,
    (all, text, comment) =>
      text ? `<i class="text">${all}</i>` : comment ? `<i class="comment">${all}</i>` : `<i class="word">${all}</i>`,
  );
/** The colours of the site in both themes. */
const themes = {
  light: {
    page: "#faf9f6",
    box: "#fff",
    line: "#dedad1",
    text: "#1d1c1a",
    quiet: "#625f58",
    string: "#2f6f4f",
    word: "#8a5a00",
    wrong: "#b3261e",
  },
  dark: {
    page: "#141413",
    box: "#1d1d1b",
    line: "#34332f",
    text: "#ecebe6",
    quiet: "#a5a29a",
    string: "#7fc79f",
    word: "#e0b05c",
    wrong: "#ff9b92",
  },
};

function pageIn(theme: (typeof themes)["light"], width: number, size: number): string {
  const isNarrow = width < 600;
  const columns = isNarrow ? "1fr" : `${Math.round((width - 34) * 0.518)}px 1fr`;
  return `<!doctype html><meta charset="utf-8"><style>
* { box-sizing: border-box } body { margin: 0; padding: ${isNarrow ? 4 : 12}px; width: ${width}px; background: ${theme.page}; color: ${theme.text}; font: 15px/1.5 "DejaVu Sans", system-ui }
main { display: grid; grid-template-columns: ${columns}; gap: ${isNarrow ? 8 : 10}px } section { background: ${theme.box}; border: 1px solid ${theme.line}; border-radius: 10px }
h2 { margin: 0; padding: 7px ${isNarrow ? 6 : 12}px; font-size: ${isNarrow ? 12 : 13}px; border-bottom: 1px solid ${theme.line}; color: ${theme.quiet} } pre { margin: 0; padding: 10px ${isNarrow ? 6 : 12}px; font: ${size}px/1.55 "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere }
i { font-style: normal } .text { color: ${theme.string} } .word { color: ${theme.word} } .comment { color: ${theme.quiet} } .wrong { color: ${theme.wrong} } div { display: grid; gap: inherit; align-content: start } pre + pre { padding-top: 0 } .last { grid-column: 1 / -1 } u { text-decoration: underline wavy ${theme.wrong}; text-underline-offset: 4px }
</style><main><section><h2>api.ts: declared once</h2><pre>${coloured(shown.api)}</pre></section><div>
<section><h2>client.ts: the result has what you include</h2><pre>${coloured(shown.client)}</pre></section>
<section><h2>One letter is missing: the compiler</h2><pre>${coloured(shown.mistake).replace("txt__contains", "<u>txt__contains</u>")}</pre><pre class="wrong">${escaped(shown.compiler)}</pre></section></div>
<section class="last"><h2>The server, to a caller without a compiler: 400</h2><pre class="wrong">${escaped(shown.server)}</pre></section></main>`;
}

const browser = await launchChromium();
const sizes = [
  { suffix: "", width: 840, size: 12, deviceScaleFactor: 2 },
  { suffix: "-narrow", width: 360, size: 9.8, deviceScaleFactor: 2 },
];
for (const [name, theme] of Object.entries(themes)) {
  for (const { suffix, width, size, deviceScaleFactor } of sizes) {
    const context = await browser.newContext({ deviceScaleFactor, viewport: { width, height: 100 } });
    const tab = await context.newPage();
    await tab.setContent(pageIn(theme, width, size));
    await tab.screenshot({ path: `${PICTURE}${suffix}${name === "light" ? "" : `-${name}`}.png`, fullPage: true });
  }
}
// For links to the site, in the size in which other sites show it.
const wide = await browser.newPage({ viewport: { width: 1200, height: 630 } });
const heading = `<h1 style="margin: 0 0 10px; font-size: 28px; letter-spacing: -0.02em">Trestle: declare a resource once</h1>`;
const frame = `html { background: ${themes.light.page}; padding-left: 28px } body { display: grid; height: 630px; align-content: center } * {`;
await wide.setContent(pageIn(themes.light, 1144, 12.5).replace("* {", frame).replace("<main>", `${heading}<main>`));
await wide.screenshot({ path: "site/public/first.png" });
await browser.close();
writeFileSync(`${PICTURE}.json`, `${JSON.stringify(shown, undefined, 2)}\n`); // tests/docs/picture.test.ts and tests/services/install/readme.test.ts compare it with the README
