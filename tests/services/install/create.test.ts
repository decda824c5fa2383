import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { launchChromium } from "../../../scripts/support/chromium.js";
import { packInto } from "../../../scripts/support/pack.js";
import { freePort } from "../../support/free-port.js";
import { type LocalRegistry, localRegistry } from "../../support/local-registry.js";
import { Shell } from "./shell.js";

// `npm create trestle`, as users run it, with the packed packages and without a network.

const home = mkdtempSync(join(tmpdir(), "trestle-create-"));
const script = resolve("create-trestle/create.mjs");
let registry: LocalRegistry;
let terminal: Shell;

beforeAll(async () => {
  registry = await localRegistry([packInto(home), packInto(home, "create-trestle")]);
  terminal = new Shell(home, registry.env(home));
});
afterAll(async () => {
  await registry?.close();
  execFileSync("rm", ["-rf", home]); // of so many files, Node removes a third in the same time
});

/** A terminal in a created project, whose server listens on a free port. */
async function inProject(name: string): Promise<Shell> {
  return new Shell(join(home, name), { ...registry.env(home), PORT: `${await freePort()}` });
}

let created: Promise<string> | undefined;

/** A terminal in a project of the template full: `my-app`, which is created once, or `my-built`, a copy of it. */
async function inFullProject(name: "my-app" | "my-built"): Promise<Shell> {
  created ??= terminal.run("npm create --yes trestle@latest my-app -- --template full; cp -a my-app my-built");
  await created;
  return inProject(name);
}

/** Sends a create to the API that has this URL. */
function create(url: string | undefined, type: string, attributes: object): Promise<Response> {
  return fetch(new URL(`/api/${type}`, url), {
    method: "POST",
    headers: { "content-type": "application/vnd.api+json" },
    body: JSON.stringify({ data: { type, attributes } }),
  });
}

/** The message of a server whose PORT is not a number. */
const noPort = (value: string) => `PORT is "${value}". Write a whole number from 1 to 65535, for example PORT=3001.\n`;

/** Whether a page has accessibility problems, or is wider than its window. */
async function expectReadable(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
}

test("the template api is created, typechecked, tested, served and called", { timeout: 300_000 }, async () => {
  const said = await terminal.run("npm create --yes trestle@latest My-Api 2>&1");
  expect(said).toMatch(
    /Installing with npm …\nInstalled in \d+ s\.\n\nNext:\n\n {2}cd My-Api\n {2}npm run dev\n\nThen open http/,
  );
  expect(said).not.toMatch(/npm warn|deprecated/i);
  expect(readdirSync(join(home, "My-Api")).sort()).toEqual(
    [".gitignore", "README.md", "node_modules", "package-lock.json", "package.json", "src", "tsconfig.json"].sort(),
  );
  expect(JSON.parse(readFileSync(join(home, "My-Api/package.json"), "utf8")).name).toBe("my-api");

  const project = await inProject("My-Api");
  await project.run("npm run typecheck");
  expect(await project.run("npm test")).toMatch(/^[#ℹ] pass 2$/m);
  expect(await project.run("npm run client --silent 2>&1", 1)).toMatch(
    /^No server responds on port \d+\. Start it in another terminal: npm run dev\n$/,
  );
  const served = await project.start("npm run dev").printed("/api/notes");
  const [url = "", ...urls] = served.match(/http:\/\/localhost:\d+\S*/g) ?? [];
  expect(urls).toHaveLength(2);
  const first = await (await fetch(url)).text();
  expect([...first.matchAll(/href="(\/.*?)"/g)].map(([, path]) => url + path).sort()).toEqual([...urls].sort());
  for (const each of urls) expect((await fetch(each)).status, each).toBe(200);
  expect(await project.run("npm run client")).toContain("1 found. The last: Call Ann, ");

  // Another port, in the file that the message names.
  const settings = new Shell(join(home, "My-Api"), registry.env(home));
  const { port } = new URL(url);
  const env = (lines: string) => writeFileSync(join(home, "My-Api/.env"), lines);
  env(`PORT=${port}`);
  const refusal = `Port ${port} is in use. Write another one into the file .env, and start again: PORT=${Number(port) + 1}\n`;
  expect(await settings.run("npm start --silent 2>&1", 1)).toBe(refusal);
  expect(await settings.run("PORT=70000 npm start --silent 2>&1", 1)).toBe(noPort("70000"));
  await settings.start("npm run dev --silent 2>&1").printed(refusal);
  const free = await freePort();
  env(`PORT=${free}`);
  await settings.start("npm run dev").printed(`http://localhost:${free}/api/notes`);
  expect(await settings.run("npm run client")).toContain("1 found. The last: Call Ann, ");

  // A signal ends the server in order: its exit code is 0. A request that never ends gets ten seconds.
  const other = await freePort();
  const serve = (path: string) =>
    `PORT=${other} node --import tsx ${path} > out & until grep -q docs out; do sleep 0.5; done`;
  await project.run(`touch out; ${serve("src/server.ts")}; kill $!; wait $!; rm out`);
  const slow = join(home, "My-Api/src/slow.ts");
  const never = 'app.get("/never", () => new Promise(() => {}));';
  const code = readFileSync(join(home, "My-Api/src/server.ts"), "utf8");
  writeFileSync(slow, code.replace('app.get("/",', `${never}\n$&`));
  const ask = `curl -s http://localhost:${other}/never & sleep 1`;
  await project.run(`touch out; ${serve("src/slow.ts")}; server=$!; ${ask}; kill $server; wait $server`, 1);
  for (const path of [slow, join(home, "My-Api/out")]) rmSync(path);

  // What the README tells a reader to change.
  const file = join(home, "My-Api/src/api.ts");
  const attributes = (text: string) => text.replace("z.date() }", "z.date(), done: z.boolean().optional() }");
  const fields = (text: string) => text.replaceAll('Fields: ["text"]', 'Fields: ["text", "done"]');
  writeFileSync(file, fields(attributes(readFileSync(file, "utf8"))));
  await project.run("npm run typecheck");
  expect(await project.run("npm test")).toMatch(/^[#ℹ] pass 2$/m);
  const send = (done: unknown) => create(url, "notes", { text: "Call Bob", done });
  await vi.waitFor(async () => expect((await send("no")).status).toBe(422), { timeout: 20_000, interval: 500 }); // the server restarts
  expect(await (await send(true)).json()).toMatchObject({ data: { attributes: { done: true } } });
});

test("the template full is created, typechecked, tested, built and served", { timeout: 500_000 }, async () => {
  const project = await inFullProject("my-app");
  await project.run("npm run typecheck");
  expect(await project.run("npm test")).toMatch(/^[#ℹ] pass 3$/m);

  expect(await project.run("npm run build 2>&1")).not.toMatch(/warn|directive/i);
  const assets = join(home, "my-app/web/dist/assets");
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeLessThanOrEqual(7);
  const text = scripts.map((name) => readFileSync(join(assets, name), "utf8")).join("");
  expect(text).toContain("Articles");
  expect(text).not.toMatch(/ZodObject|fastify|drizzle/i);

  const dev = project.start("npm run dev 2>&1");
  const printed = await dev.printed("The rows are lost");
  const [url = "", docs = ""] = printed.match(/http:\S+/g) ?? [];
  expect(docs).toBe(`${url}/api/docs`);
  expect((await fetch(docs)).status).toBe(200);
  const { port } = new URL(url);
  expect(await project.run("npm start --silent 2>&1", 1)).toBe(
    `Port ${port} is in use. Write another one into the file .env, and start again: PORT=${Number(port) + 1}\n`,
  );

  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const open = async (colorScheme: "light" | "dark", width: number) => {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
    const listening = page.waitForResponse((response) => response.url().includes("/api/live"));
    await page.goto(url);
    await listening;
    await page.getByText("Seagrass returns to the inner bay").waitFor();
    return page;
  };
  const [one, other] = [await open("light", 1200), await open("dark", 390)];

  await one.getByLabel("Title", { exact: true }).fill("   ");
  await one.getByRole("button", { name: "Add" }).click();
  await one.getByText("Write a title.").waitFor();
  await expectReadable(one);
  await one.getByLabel("Search the titles").focus();
  await one.getByText("Write a title.").waitFor({ state: "detached" });
  await one.getByRole("button", { name: "Add" }).click();
  await one.getByText("Write a title.").waitFor();
  await one.getByLabel("Title", { exact: true }).fill("The harbour at night");
  await one.getByRole("button", { name: "Add" }).click();
  await other.getByText("The harbour at night").waitFor();
  await expectReadable(other);

  await other.getByRole("button", { name: "More" }).press("Enter");
  await other.getByText("School kitchens cook for the whole street").waitFor();
  await other.getByRole("button", { name: "More" }).waitFor({ state: "detached" });
  expect(await other.locator(":focus").getAttribute("aria-label")).toMatch(/^Edit /);

  const edit = async (page: Page) => {
    await page.getByRole("button", { name: "Edit Seagrass returns to the" }).click();
    return page.getByRole("dialog");
  };
  const [mine, theirs] = [await edit(one), await edit(other)];
  await theirs.getByLabel("Title").fill("Seagrass returns to the outer bay");
  await theirs.getByRole("button", { name: "Save" }).click();
  await one.getByRole("listitem").getByText("Seagrass returns to the outer bay").waitFor();
  await mine.getByLabel("Author").selectOption("Ann");
  await mine.getByRole("button", { name: "Save" }).click();
  await mine.getByText("Somebody else has just saved “Seagrass returns to the outer bay”.").waitFor();
  await expectReadable(one);
  await mine.getByRole("button", { name: "Save" }).click();
  await mine.waitFor({ state: "detached" });
  await other.getByRole("listitem").filter({ hasText: "Seagrass returns to the outer bay" }).getByText("Ann").waitFor();

  const gone = await edit(one);
  await fetch(`${url}/api/articles/2`, { method: "DELETE" });
  await gone.getByRole("button", { name: "Save" }).click();
  await gone.getByText("Somebody else has deleted this article.").waitFor();
  await gone.getByRole("button", { name: "Cancel" }).click();

  await one.route("**/api/**", (route) => route.abort());
  await one.getByRole("button", { name: "Delete Rents fall for the first time in 7 years" }).click();
  const isKept = one.getByText("“Rents fall for the first time in 7 years” is not deleted. The server does not");
  await isKept.waitFor();
  await one.unroute("**/api/**");
  await isKept.waitFor({ state: "detached" });

  // A message about a server that does not respond goes when it is back.
  const isLost = one.getByText("The server does not respond. Try again when it is back.");
  await one.route("**/api/**", (route) => route.abort());
  await one.getByRole("button", { name: "Add" }).click();
  await isLost.waitFor();
  await one.unroute("**/api/**");
  await isLost.waitFor({ state: "detached" });

  await one.getByRole("button", { name: "Delete Rents fall for the first time in 7 years" }).press("Enter");
  await one.getByText("Rents fall for the first time in 7 years").waitFor({ state: "detached" });
  expect(await one.locator(":focus").getAttribute("aria-label")).toBe(
    "Edit A telescope built from scrap finds its first comet",
  );

  const server = join(home, "my-app/api/src/setup/server.ts");
  const code = readFileSync(server, "utf8");
  writeFileSync(server, "throw new Error('no server');");
  await one.getByText("No server. Trying again …").waitFor();
  await dev.printed("no server"); // the API's error is what a reader looks for
  await one.getByLabel("Title", { exact: true }).fill("Lost");
  await one.getByRole("button", { name: "Add" }).click();
  await one.getByText("The server does not respond. Try again when it is back.").waitFor();
  writeFileSync(server, code);
  await one.getByText("Live", { exact: true }).waitFor({ timeout: 120_000 }); // a new Postgres starts
  await one.getByText("The harbour at night").waitFor({ state: "detached" }); // it was in memory

  // What the README tells a reader to change.
  const change = (path: string, from: string | RegExp, to: string) => {
    const file = join(home, "my-app", path);
    writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
  };
  const readme = readFileSync(join(home, "my-app/README.md"), "utf8");
  const [column = "", cell = ""] = readme.match(/(?<=`)(summary: .*?,|\{article.*?)(?=`)/g) ?? [];
  const [initial = "", label = ""] = readme.match(/(?<=```tsx\n).*?(?= *```)/s)?.[0].split("\n") ?? [];
  const [form, list] = ["web/src/article-form.tsx", "web/src/articles.tsx"];
  change("api/src/schema.ts", "  version: ", `${column}\n  version: `);
  change("api/src/api.ts", '["title", "author"]', '["title", "author", "summary"]');
  change(form, "    author: seen", `${initial}\n    author: seen`);
  change(form, '<button type="submit"', `${label}<button type="submit"`);
  change(list, "</strong>", `</strong>${cell}`);
  // What any app needs soon.
  change("api/src/schema.ts", "=> users.id),\n});", TABLES);
  change(
    "api/src/schema.ts",
    "import { bigint",
    'import { sql } from "drizzle-orm";\nimport { check, index, primaryKey, bigint',
  );
  await dev.printed('column "summary" does not exist. Run: npm run migration');
  expect(await project.run("npm run migration")).toContain("Your SQL migration file");
  await project.run("npm run typecheck");
  const attributes = { title: "Summed up", summary: "In short" };
  const created = async () => (await create(url, "articles", attributes)).json();
  await vi.waitFor(async () => expect(await created()).toMatchObject({ data: { attributes } }), {
    timeout: 60_000, // the server restarts
    interval: 500,
  });
  const refused = await create(url, "articles", { title: "Too long", summary: "x".repeat(101) });
  expect(await refused.json()).toMatchObject({ errors: [{ status: "422" }] });
  for (const page of [one, other]) {
    const listening = page.waitForResponse((response) => response.url().includes("/api/live"));
    await page.goto(url);
    await listening;
    await page.getByText("In short").waitFor();
  }
  await one.getByLabel("Title", { exact: true }).fill("From the page");
  await one.getByLabel("Summary").fill("By the input of the README");
  await one.getByRole("button", { name: "Add" }).click();
  await other.getByText("By the input of the README").waitFor();
  expect(await one.getByLabel("Summary").inputValue()).toBe("");
  await expectReadable(other);
});

test("the template full serves the page and the API in production", { timeout: 300_000 }, async () => {
  const project = await inFullProject("my-built");
  expect(await project.run("npm start --silent 2>&1", 1)).toBe(
    "The folder web/dist is missing. Run this first: npm run build\n",
  );
  expect(await project.run("PORT=abc npm start --silent 2>&1", 1)).toBe(noPort("abc"));
  await project.run("npm run build && npm prune --omit=dev");
  // The rows are kept in a folder.
  writeFileSync(join(home, "my-built/.env"), "DATA_DIR=data");
  const started = project.start("npm start 2>&1");
  const [url = ""] = (await started.printed("/api/docs")).match(/http:\S+/) ?? [];
  const get = async (path: string) => {
    const response = await fetch(url + path);
    return [response.status, response.headers.get("cache-control"), await response.text()] as const;
  };
  const [status, cached, html] = await get("/");
  expect([status, cached]).toEqual([200, "no-cache"]);
  expect(await get("/articles/1")).toEqual([status, cached, html]); // the page may have a router
  const [asset = ""] = /\/assets\/.*?\.js/.exec(html) ?? [];
  expect((await get(asset)).slice(0, 2)).toEqual([200, "max-age=31536000, immutable"]);
  expect((await fetch(url + asset)).headers.get("content-encoding")).toBe("gzip");
  expect((await get("/assets/old.js"))[0]).toBe(404);
  expect((await get("/api/nope"))[0]).toBe(404);
  expect((await fetch(url, { method: "POST" })).status).toBe(404);
  expect((await create(url, "articles", { title: "Kept" })).status).toBe(201);

  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByText("Kept").waitFor();

  // A signal ends the server in order: its exit code is 0.
  const server = `PORT=${await freePort()} DATA_DIR=other node --import tsx api/src/setup/server.ts --built`;
  await project.run(`${server} > out & until grep -q docs out; do sleep 0.5; done; kill $!; wait $!`);
});

/** Ends the table of articles with an index and a check, and adds a table whose key has two columns. */
const TABLES = `=> users.id),
}, (table) => [
  index("articles_author").on(table.author_id),
  check("articles_summary", sql\`length(\${table.summary}) <= 100\`),
]);

export const likes = pgTable("likes", {
  article_id: bigint({ mode: "number" }).notNull().references(() => articles.id),
  user_id: bigint({ mode: "number" }).notNull().references(() => users.id),
}, (table) => [primaryKey({ columns: [table.article_id, table.user_id] })]);
`;

describe("in a terminal", () => {
  const start = (options: string) =>
    terminal.start(`CI= script -qec "stty cols 100; node ${script} ${options} --no-install" /dev/null`);

  test("it asks, and says what is wrong below the question", async () => {
    writeFileSync(join(home, "a-file"), "mine");
    const asked = start("");
    await asked.printed("Template (api): ");
    asked.type("3\r");
    await asked.printed('"3" is not in the list: write api or full, or the number.');
    asked.type("2\r");
    await asked.printed("Folder (my-app): ");
    asked.type("a-file\r");
    await asked.printed('"a-file" is a file.');
    asked.type("asked\r");
    await asked.printed("Then open http://localhost:3000.");
    expect(await asked.ended).toBe("0");
    expect(readdirSync(join(home, "asked"))).toContain("web");
  });

  test.each(["\u001b", "\u0003", "\u0004"])("%j leaves, and writes nothing", async (key) => {
    const left = start("left");
    await left.printed("Template (api): ");
    left.type(key);
    await left.printed("Nothing was written.");
    expect(await left.ended).toBe("130");
    expect(readdirSync(home)).not.toContain("left");
  });

  test("it does not ask what the command line says, or with --yes", async () => {
    expect(await start("said --template full").ended).toBe("0");
    expect(await start("yes --yes").ended).toBe("0");
    expect(readdirSync(join(home, "said"))).toContain("web");
    expect(readdirSync(join(home, "yes"))).toContain("src");
  });
});

describe("a mistake is one sentence and the exit code 1", () => {
  test.each([
    ["one two", 'Give one folder, not "one" and "two".'],
    ["x --template nope", '"nope" is not a template: use api or full.'],
    ["x --template __proto__", '"__proto__" is not a template: use api or full.'],
    ["x --install", "Unknown option '--install'."],
    ["x --template", "Option '--template <value>' argument missing."],
    ["full-of-files", 'The folder "full-of-files" is not empty.'],
    ["a-file", '"a-file" is a file.'],
    ["a-file/below/it", '"a-file" is a file.'],
  ])("%s", async (args, message) => {
    mkdirSync(join(home, "full-of-files"), { recursive: true });
    writeFileSync(join(home, "full-of-files", "notes.txt"), "mine");
    writeFileSync(join(home, "a-file"), "mine");
    expect(await terminal.run(`node ${script} ${args}`, 1)).toBe(`${message}\n`);
    expect(readdirSync(home)).not.toContain("x");
  });

  test("--no-install only writes, also into an empty folder, and --help prints the usage", async () => {
    mkdirSync(join(home, "written"));
    const written = new Shell(join(home, "written"), registry.env(home));
    expect(await written.run(`node ${script} . --no-install`)).toContain("\n  npm install\n  npm run dev\n");
    expect(readdirSync(join(home, "written"))).not.toContain("node_modules");
    expect(await written.run(`node ${script} "it's mine" --no-install`)).toContain("\n  cd 'it'\\''s mine'\n");
    expect(await written.run(`node ${script} --help`)).toContain("--template api|full");
  });

  test("without a terminal, the folder and the template have defaults", async () => {
    const empty = mkdtempSync(join(home, "empty-"));
    await new Shell(empty, registry.env(home)).run(`node ${script} --no-install`);
    expect(readdirSync(empty)).toEqual(["my-api"]);
    expect(readdirSync(join(empty, "my-api"))).toContain("src");
    await new Shell(empty, registry.env(home)).run(`node ${script} --no-install --template full`);
    expect(readdirSync(join(empty, "my-app"))).toContain("web");
  });

  test("if the installation fails, the end of its output says why", async () => {
    const said = await terminal.run(
      `npm_config_registry=http://127.0.0.1:9 npm_config_fetch_retries=0 node ${script} offline 2>&1`,
      1,
    );
    expect(said).toMatch(/The files are written, but `npm install` failed:\n\n.*ECONNREFUSED/s);
    expect(readdirSync(join(home, "offline"))).toContain("src");
  });
});
