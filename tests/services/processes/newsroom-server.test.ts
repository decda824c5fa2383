import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { launchChromium } from "../../../scripts/support/chromium.js";
import { startPostgres } from "../../support/postgres.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

interface Started {
  readonly server: ChildProcess;
  readonly url: string;
  readonly printed: () => string[];
}

const NODE = [process.execPath, "--import", "tsx", "examples/newsroom/server.ts"] as const;

/** Starts the program as `npm start` does, on a free port, and waits until it says where it is. */
async function start(
  DATABASE_URL = "",
  PORT = "0",
  [command, ...args]: readonly [string, ...string[]] = NODE,
): Promise<Started> {
  const env = { ...process.env, PORT, HOST: "", DATABASE_URL, DATA_DIR: "" };
  const server = spawn(command, args, { cwd: root, env, detached: true });
  onTestFinished(() => endGroup(server));
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

test.each(["SIGTERM", "SIGINT"] as const)(
  "the server says where it is, serves, and ends cleanly on %s",
  async (signal) => {
    const { server, url, printed } = await start();
    for (const address of printed()) expect((await fetch(address)).status, address).toBe(200);
    // The answer leaves a connection open that is kept alive: ending must not wait for it.
    const response = await fetch(`${url}/articles?page[limit]=1`);
    expect(await response.json()).toMatchObject({ meta: { total: 64 } });
    server.kill(signal);
    expect(await once(server, "exit")).toEqual([0, null]);
  },
);

test("a page that does nothing says within 15 seconds that its server hangs, and notices when it is back", {
  timeout: 60_000,
}, async () => {
  const { server, url } = await start();
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(new URL("/", url).href);
  await page.locator(".article-link").first().waitFor();
  await page.waitForTimeout(2000); // the stream of notices has opened
  server.kill("SIGSTOP");
  const bar = page.getByText("The server does not respond.");
  await bar.waitFor({ timeout: 16_000 });
  server.kill("SIGCONT");
  await bar.waitFor({ state: "hidden", timeout: 10_000 });
});

test("a page that does nothing says within a second that its server has ended", { timeout: 60_000 }, async () => {
  const { server, url } = await start();
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(new URL("/", url).href);
  await page.locator(".article-link").first().waitFor();
  await page.waitForTimeout(2000); // the stream of notices has opened
  server.kill("SIGTERM");
  await once(server, "exit");
  await page.getByText("The server does not respond.").waitFor({ timeout: 1000 });
});

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

test("a port in use is one sentence", async () => {
  const { port } = new URL((await start()).url);
  const said = `Another program uses port ${port}. Take another one: PORT=${Number(port) + 1} npm start\n`;
  await expect(start("", port)).rejects.toThrow(new Error(`The server ended with 1: ${said}`));
});
