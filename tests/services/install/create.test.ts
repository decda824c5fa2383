import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { packInto } from "../../../scripts/support/pack.js";
import { freePort } from "../../support/free-port.js";
import { type LocalRegistry, localRegistry } from "../../support/local-registry.js";
import { Shell } from "./shell.js";

// `npm create trestle`, as users run it, with the packed packages and without a network.

const home = mkdtempSync(join(tmpdir(), "trestle-create-"));
let registry: LocalRegistry;
let terminal: Shell;

beforeAll(async () => {
  registry = await localRegistry([packInto(home), packInto(home, "create-trestle")]);
  terminal = new Shell(home, registry.env(home));
});
afterAll(async () => {
  await registry?.close();
  rmSync(home, { recursive: true, force: true });
});

/** A terminal in a created project, whose server listens on a free port. */
async function inProject(name: string): Promise<Shell> {
  return new Shell(join(home, name), { ...registry.env(home), PORT: `${await freePort()}` });
}

/** Fetches every address that a server printed. */
async function expectServed(output: string): Promise<void> {
  const urls = output.match(/http:\/\/localhost:\d+\/api\S*/g) ?? [];
  expect(urls).toHaveLength(3);
  for (const url of urls) expect((await fetch(url)).status, url).toBe(200);
}

/** A create gives a notice to all open pages. */
async function expectNoticeOfCreate(url: string): Promise<void> {
  const listening = new AbortController();
  onTestFinished(() => listening.abort());
  const { body } = await fetch(`${url}/live`, { signal: listening.signal });
  const headers = { "content-type": "application/vnd.api+json" };
  const article = { attributes: { title: "The harbour" }, relationships: { author: { data: null } } };
  const created = { method: "POST", headers, body: JSON.stringify({ data: { type: "articles", ...article } }) };
  expect((await fetch(`${url}/articles`, created)).status).toBe(201);
  let text = "";
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.includes('"type":"articles","id":"1","op":"create"')) return;
  }
  throw new Error(`The stream ended: ${text}`);
}

test("the template api is created, typechecked, tested, served and called", { timeout: 300_000 }, async () => {
  const said = await terminal.run("npm create --yes trestle@latest My-Api");
  expect(said).toContain("cd My-Api\nnpm run dev\n");
  expect(readdirSync(join(home, "My-Api")).sort()).toEqual(
    [".gitignore", "README.md", "node_modules", "package-lock.json", "package.json", "src", "tsconfig.json"].sort(),
  );
  expect(JSON.parse(readFileSync(join(home, "My-Api/package.json"), "utf8")).name).toBe("my-api");

  const project = await inProject("My-Api");
  await project.run("npm run typecheck");
  expect(await project.run("npm test")).toContain("# pass 2");
  await expectServed(await project.start("npm run dev").printed("/api/docs"));
  expect(await project.run("npm run client")).toContain("1 found. The last: Call Ann, ");
});

test("the template full is created, typechecked, tested, built and served", { timeout: 500_000 }, async () => {
  await terminal.run("npm create --yes trestle@latest my-app -- --template full");
  const project = await inProject("my-app");
  await project.run("npm run typecheck");
  expect(await project.run("npm test")).toContain("# pass 2");

  await project.run("npm run build");
  const assets = join(home, "my-app/web/dist/assets");
  const script = readdirSync(assets)
    .map((name) => readFileSync(join(assets, name), "utf8"))
    .join("");
  expect(script).toContain("Articles");
  expect(script).not.toMatch(/ZodObject|fastify|drizzle/i);

  const dev = project.start("npm run dev");
  await expectServed(await dev.printed("/api/docs"));
  const [, page = ""] = /Local: +(http:\S+)/.exec(await dev.printed(/Local: +http:\S+/)) ?? [];
  expect(await (await fetch(page)).text()).toContain('<main id="root">');
  const listed = await fetch(`${page}api/articles?include=author`);
  expect(await listed.json()).toMatchObject({ data: [], meta: { total: 0 } });
  await expectNoticeOfCreate(`${page}api`);
});

describe("a mistake is one sentence and the exit code 1", () => {
  test.each([
    ["", "Give the name of the folder to create, such as my-api."],
    ["one two", 'Give one folder, not "one" and "two".'],
    ["x --template nope", '"nope" is not a template: use api or full.'],
    ["x --template __proto__", '"__proto__" is not a template: use api or full.'],
    ["x --install", "Unknown option '--install'."],
    ["x --template", "Option '--template <value>' argument missing."],
    ["full-of-files", 'The folder "full-of-files" is not empty.'],
    ["a-file", '"a-file" is a file.'],
  ])("%s", async (args, message) => {
    mkdirSync(join(home, "full-of-files"), { recursive: true });
    writeFileSync(join(home, "full-of-files", "notes.txt"), "mine");
    writeFileSync(join(home, "a-file"), "mine");
    const script = join(process.cwd(), "create-trestle/create.mjs");
    expect(await terminal.run(`node ${script} ${args}`, 1)).toBe(`${message}\n`);
    expect(readdirSync(home)).not.toContain("x");
  });

  test("--no-install only writes, also into an empty folder, and --help prints the usage", async () => {
    const script = join(process.cwd(), "create-trestle/create.mjs");
    mkdirSync(join(home, "written"));
    const written = new Shell(join(home, "written"), registry.env(home));
    expect(await written.run(`node ${script} . --no-install`)).toContain("\nnpm install\nnpm run dev\n");
    expect(readdirSync(join(home, "written"))).not.toContain("node_modules");
    expect(await written.run(`node ${script} --help`)).toContain("--template api|full");
  });
});
