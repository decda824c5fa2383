import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packInto } from "../../../scripts/support/pack.js";
import { Shell } from "./shell.js";
import { freePort } from "../../support/free-port.js";
import { type LocalRegistry, localRegistry } from "../../support/local-registry.js";

// What the README says to try in one minute, as a reader runs it: its own commands and files, with the packed library, in an empty folder.

const section = /## Try it in one minute\n(.*?)\n## What you get\n/s.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";
const shown = section.replaceAll(/<!--.*?-->/gs, "");
const fences = [...shown.matchAll(/```(\w+)[^\n]*\n(.*?)```/gs)].map(([, language = "", code = ""]) => ({
  language,
  code,
}));
const fileOf = (code: string) => /^\/\/ file: (\S+)\n/.exec(code)?.[1];

const home = mkdtempSync(join(tmpdir(), "trestle-readme-"));
const notes = join(home, "notes");
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

test("the section has commands, four files and their outputs", () => {
  expect(fences.map(({ language, code }) => fileOf(code) ?? language)).toEqual([
    ...["sh", "sh"],
    ...["sh", "api.ts", "server.ts", "client.ts", "tsconfig.json"],
    ...["sh", "text", "sh", "text", "text", "sh", "json"],
  ]);
});

test("the created project is served and called", { timeout: 300_000 }, async () => {
  const [create = "", call = ""] = fences.map(({ code }) => code);
  const project = new Shell(home, { ...registry.env(home), PORT: `${port}`, npm_config_yes: "true" });
  await project.start(create).printed("/api/notes");
  const [, page = ""] = /<(http:\S+)> now shows/.exec(section) ?? [];
  expect(await (await fetch(here(page))).text()).toContain("getMany");
  expect(await project.run(`cd my-api; ${call}`)).toContain("1 found. The last: Call Ann, ");
});

test("its commands and files print what it says", { timeout: 300_000 }, async () => {
  const [install, ...rest] = fences.slice(2).map(({ code }) => here(code));
  const [check = "", started, run = "", printed, mistake = "", curl = "", refused = ""] = rest.slice(4);
  const reader = new Shell(notes, registry.env(home));
  const sh = reader.run.bind(reader);
  await new Shell(home, registry.env(home)).run(install ?? "");
  for (const code of rest.slice(0, 4)) writeFileSync(join(notes, fileOf(code) ?? ""), code);

  const [compile = "", serve = ""] = check.trim().split("\n");
  expect(await sh(compile)).toBe("");
  await reader.start(serve).printed(started ?? "");
  for (const url of started?.trim().split(/\s+/) ?? []) expect((await fetch(url)).status, url).toBe(200);
  expect(await sh(run)).toBe(printed);
  expect(JSON.parse(await sh(curl.replace("curl", "curl -s")))).toEqual(JSON.parse(refused));

  const client = readFileSync(join(notes, "client.ts"), "utf8");
  writeFileSync(join(notes, "client.ts"), client.replace("text__contains", "txt__contains"));
  expect(await sh(compile, 1)).toBe(mistake);
});
