import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { launchChromium } from "../../../scripts/support/chromium.js";
import { startPostgres } from "../../support/postgres.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

interface Started {
  readonly server: ChildProcess;
  readonly url: string;
  readonly printed: () => string[];
}

const programs: ChildProcess[] = [];
afterAll(() => programs.forEach(endGroup));

const NODE = [process.execPath, "--import", "tsx", "examples/newsroom/server.ts"] as const;

/** Starts the program as `npm start` does, on a free port, and waits until it says where it is. */
async function start(
  DATABASE_URL = "",
  PORT = "0",
  [command, ...args]: readonly [string, ...string[]] = NODE,
): Promise<Started> {
  const env = { ...process.env, PORT, HOST: "", DATABASE_URL, DATA_DIR: "" };
  const server = spawn(command, args, { cwd: root, env, detached: true });
  programs.push(server);
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      const found = /(\S+\/api) /.exec(output)?.[1];
      if (found) resolve(found);
    });
    server.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
  // Every address that it printed to be read.
  const printed = () =>
    [...output.matchAll(/^ +(http\S+)/gm), ...output.matchAll(/curl -g '(\S+)'/g)].flatMap(([, found]) => found ?? []);
  return { server, url, printed };
}

/** Ends the program and what it started. Nothing is left of the group where all of them ended as they should. */
function endGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (Object(error).code !== "ESRCH") throw error;
  }
}

/** For tests that do not end it. */
let shared: Started;
let browser: Browser;
beforeAll(async () => {
  [shared, browser] = await Promise.all([start(), launchChromium()]);
});
afterAll(() => browser?.close());

/** A page that shows the list, and listens to the server. */
async function openPage({ url }: Started): Promise<Page> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  const listening = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/live");
  await page.goto(new URL("/", url).href);
  await page.locator(".article-link").first().waitFor();
  await listening;
  return page;
}

test("the server says where it is, and serves", async () => {
  for (const address of shared.printed()) expect((await fetch(address)).status, address).toBe(200);
});

test("a page that does nothing says within 15 seconds that its server hangs, and notices when it is back", async () => {
  const page = await openPage(shared);
  shared.server.kill("SIGSTOP");
  onTestFinished(() => void shared.server.kill("SIGCONT"));
  const bar = page.getByText("The server does not respond.");
  await bar.waitFor({ timeout: 16_000 });
  shared.server.kill("SIGCONT");
  await bar.waitFor({ state: "hidden", timeout: 10_000 });
});

test("a port in use is one sentence", async () => {
  const { port } = new URL(shared.url);
  const said = `Another program uses port ${port}. Take another one: PORT=${Number(port) + 1} npm start\n`;
  await expect(start("", port)).rejects.toThrow(new Error(`The server ended with 1: ${said}`));
});

test("the server ends cleanly on SIGTERM, and a page that does nothing says so within a second", async () => {
  const started = await start();
  const page = await openPage(started);
  await expectCleanEnd(started, "SIGTERM");
  await page.getByText("The server does not respond.").waitFor({ timeout: 1000 });
});

test("the server ends cleanly on SIGINT", async () => {
  await expectCleanEnd(await start(), "SIGINT");
});

async function expectCleanEnd({ server, url }: Started, signal: "SIGTERM" | "SIGINT"): Promise<void> {
  // The answer leaves a connection open that is kept alive: ending must not wait for it.
  const response = await fetch(`${url}/articles?page[limit]=1`);
  expect(await response.json()).toMatchObject({ meta: { total: 64 } });
  server.kill(signal);
  expect(await once(server, "exit")).toEqual([0, null]);
}

test("the server of DATABASE_URL keeps what was written; a signal that comes twice is one", async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const first = await start(postgres.url);
  expect((await fetch(`${first.url}/articles/3/publish`, { method: "POST" })).status).toBe(200);
  first.server.kill("SIGTERM");
  first.server.kill("SIGTERM");
  expect(await once(first.server, "exit")).toEqual([0, null]);

  const second = await start(postgres.url);
  const response = await fetch(`${second.url}/articles/3`);
  expect(await response.json()).toMatchObject({ data: { attributes: { published: true } } });
  second.server.kill("SIGTERM");
  expect(await once(second.server, "exit")).toEqual([0, null]);
});

test("npm start hands SIGTERM on: its server does not stay behind", async () => {
  const { server, url } = await start("", "0", ["npm", "start"]);
  expect((await fetch(url)).status).toBe(200);
  server.kill("SIGTERM");
  await once(server, "exit");
  const serves = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await expect.poll(serves).toBe(false);
});

test.each(["abc", "65536", "-1"])("PORT=%s is one message that says what to write", async (port) => {
  const said = `PORT is "${port}". Write a whole number from 0 to 65535, for example PORT=3001 npm start\n`;
  await expect(start("", port)).rejects.toThrow(new Error(`The server ended with 1: ${said}`));
});
