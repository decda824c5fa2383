import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { launchChromium } from "../../../scripts/support/chromium.js";
import { packInto } from "../../../scripts/support/pack.js";
import { Shell } from "./shell.js";
import { freePort } from "../../support/free-port.js";
import { type LocalRegistry, localRegistry } from "../../support/local-registry.js";

// What the README and its first guide say to try, as a reader runs it: their own commands and files, with the packed library, in an empty folder.

interface Fence {
  readonly language: string;
  readonly code: string;
}

/** The blocks that a reader of the document sees. */
function fencesOf(path: string): Fence[] {
  const shown = readFileSync(path, "utf8").replaceAll(/<!--.*?-->/gs, "");
  return [...shown.matchAll(/```(\w+)[^\n]*\n(.*?)```/gs)].map(([, language = "", code = ""]) => ({ language, code }));
}

/** What the README's picture shows: `npm run docs picture` writes it. */
const picture: Readonly<Record<"client" | "mistake" | "compiler" | "server", string>> = JSON.parse(
  readFileSync("docs/screenshots/first.json", "utf8"),
);
const readme = fencesOf("README.md");
const guide = fencesOf("docs/getting-started.md");
const fileIn = (fences: readonly Fence[], name: string) =>
  fences.find(({ code }) => code.startsWith(`// file: ${name}\n`))?.code ?? "";
const blockIn = (fences: readonly Fence[], language: string, text: string) =>
  fences.find((fence) => fence.language === language && fence.code.includes(text))?.code ?? "";

const home = mkdtempSync(join(tmpdir(), "trestle-readme-"));
const notes = join(home, "my-notes");
let registry: LocalRegistry;
let port: number;

beforeAll(async () => {
  registry = await localRegistry([packInto(home), packInto(home, "create-trestle")]);
  port = await freePort();
});
afterAll(async () => {
  await registry?.close();
  rmSync(home, { recursive: true, force: true });
});

/** What a reader sees, but on a port that is free here. */
const here = (text: string) => text.replaceAll("3000", `${port}`);
const write = (name: string, code: string) => writeFileSync(join(notes, name), here(code));

test("the created project is served and called", { timeout: 300_000 }, async () => {
  const [create = "", call = ""] = readme.filter(({ language }) => language === "sh").map(({ code }) => code);
  const project = new Shell(home, { ...registry.env(home), PORT: `${port}`, npm_config_yes: "true" });
  await project.start(create).printed("/api/notes");
  const [, page = ""] = /<(http:\S+)> now shows/.exec(readFileSync("README.md", "utf8")) ?? [];
  expect(await (await fetch(here(page))).text()).toContain("getMany");
  expect(await project.run(`cd my-api; ${call}`)).toContain("1 found. The last: Call Ann, ");
});

test("the guide's commands install what its files and the README's need", { timeout: 300_000 }, async () => {
  await new Shell(home, registry.env(home)).run(blockIn(guide, "sh", "npm init"));
  writeFileSync(join(notes, "tsconfig.json"), blockIn(guide, "json", "compilerOptions"));
});

test("the README's files print what it says", { timeout: 300_000 }, async () => {
  const reader = new Shell(notes, registry.env(home));
  for (const name of ["api.ts", "server.ts", "client.ts", "try.ts"]) write(name, fileIn(readme, name));
  expect(await reader.run("npx tsc")).toBe("");

  const [, start = ""] = /`(npx tsx \S+)`/.exec(readFileSync("README.md", "utf8")) ?? [];
  await reader.start(start).printed("/api/notes");
  expect((await fetch(here("http://localhost:3000/api/notes"))).status).toBe(200);
  expect(await reader.run("node --import tsx try.ts")).toBe("Call Bob Ann\n");

  const imports = fileIn(readme, "client.ts").split("\n").slice(1, 3).join("\n");
  rmSync(join(notes, "try.ts"));
  writeFileSync(join(notes, "client.ts"), [imports, picture.client, picture.mistake, ""].join("\n\n"));
  expect(await reader.run("npx tsc", 1)).toBe(`${picture.compiler}\n`);
  const asked = await fetch(here("http://localhost:3000/api/notes?filter[txt][contains]=Ann"));
  expect(asked.status).toBe(400);
  expect((await asked.json()).errors[0].detail).toBe(picture.server);
});

test("the guide's first files print what it says", { timeout: 300_000 }, async () => {
  const reader = new Shell(notes, registry.env(home));
  for (const name of ["api.ts", "server.ts", "client.ts"]) write(name, fileIn(guide, name));
  expect(await reader.run("npx tsc")).toBe("");

  await reader.start("node --import tsx server.ts").printed("/api/docs");
  expect(await (await fetch(here("http://localhost:3000/api/docs"))).text()).toContain("My notes");
  const note = JSON.parse(await reader.run(`curl -s ${here("http://localhost:3000/api/notes/1")}`));
  expect(note.data.attributes).toEqual(JSON.parse(blockIn(guide, "json", "Buy milk")).data.attributes);
  expect(await reader.run("node --import tsx client.ts")).toBe("Call Ann 1\n");
});

test("the guide's new files print what it says", { timeout: 300_000 }, async () => {
  const reader = new Shell(notes, registry.env(home));
  const [, start = ""] = blockIn(guide, "sh", "server.ts").trimEnd().split("\n");
  await reader.start(start).printed("/api/docs");
  for (const name of ["api.ts", "client.ts", "form.ts"]) write(name, fileIn(guide, `${name} (new)`));
  expect(await reader.run("npx tsc")).toBe("");
  await expect.poll(() => statusOf("/api/notes/1?include=comments"), { timeout: 60_000 }).toBe(200); // it starts again
  expect(await reader.run("node --import tsx client.ts")).toBe("Two bottles\n");

  write("index.html", blockIn(guide, "html", "<form>"));
  write("vite.config.js", blockIn(guide, "js", "proxy"));
  const printed = await reader.start(blockIn(guide, "sh", "npx vite")).printed(/Local: +http\S+/);
  const [, address = ""] = /Local: +(http\S+)/.exec(printed) ?? [];
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(address);
  const send = async (text: string) => {
    await page.getByLabel("Comment").fill(text);
    await page.getByRole("button", { name: "Add" }).click();
  };
  await send("darn");
  await page.getByText("Is not polite.").waitFor();
  await send("");
  await page.getByText("Write a comment.").waitFor();
  await send("Thank you");
  await page.getByText("Saved.").waitFor();
});

/** The status of a response, or undefined while no server runs. */
async function statusOf(path: string): Promise<number | undefined> {
  return (await fetch(here(`http://localhost:3000${path}`)).catch(() => undefined))?.status;
}
