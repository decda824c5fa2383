import { launchChromium } from "./support/chromium.js";
import { startNewsroom } from "./support/start-newsroom.js";

// The newsroom's documentation page in a real browser, under the policy that it is sent with: it shows the operations,
// sends a request and shows the answer, and asks nothing of anybody else. CHROMIUM says where the browser is.

const newsroom = await startNewsroom();
const { url } = newsroom;
const browser = await launchChromium();
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
  await newsroom.stop();
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
