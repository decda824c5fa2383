import { chromium } from "playwright-core";
import { createServer } from "../examples/newsroom/app.js";
import { connect } from "../examples/newsroom/db/connect.js";
import { seed } from "../examples/newsroom/db/seed.js";

// The newsroom's documentation page in a real browser, under the policy that it is sent with: it shows the operations,
// sends a request and shows the answer, and asks nothing of anybody else. CHROMIUM says where the browser is.

// Root needs the first; the others keep the browser from asking its maker things, which a closed network refuses.
const CLOSED_NETWORK = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const connection = await connect({});
await seed(connection.db);
const server = await createServer(connection);
const url = await server.listen({ port: 0, host: "127.0.0.1" });
const browser = await chromium.launch({ executablePath, args: CLOSED_NETWORK });
const problems: string[] = [];
try {
  const page = await browser.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith("data:")) problems.push(`asked ${request.url()}`);
  });

  await page.goto(`${url}/api/docs`);
  await page.waitForSelector(".opblock");
  const shown = await page.locator(".opblock").count();
  const described = Object.values(
    (await (await fetch(`${url}/api/openapi.json`)).json()).paths as Record<string, object>,
  );
  const expected = described.flatMap((item) => Object.keys(item)).length;
  if (shown !== expected) problems.push(`${shown} operations are shown, of ${expected}`);

  const operation = page.locator("#operations-categories-categories_getMany");
  await operation.locator(".opblock-summary-control").click();
  await operation.locator(".try-out__btn").click();
  await operation.locator(".execute").click();
  const status = operation.locator(".live-responses-table tbody .response-col_status").first();
  const text = (await status.textContent({ timeout: 10_000 })) ?? "";
  if (!text.startsWith("200")) problems.push(`a request that was sent from the page got ${text}`);
  console.log(`the page shows ${shown} operations; a request from it got ${text.slice(0, 3)}`);
} finally {
  await browser.close();
  await server.close();
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
