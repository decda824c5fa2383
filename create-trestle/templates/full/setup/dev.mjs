// Starts the API and, when it listens, the page.
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createLogger, createServer } from "vite";

const { PORT = 3000, PAGE_PORT = 5173, DATA_DIR, DATABASE_URL } = process.env;

function isUsed(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "localhost", () => resolve(true));
    socket.once("error", () => resolve(false)).once("connect", () => socket.destroy());
  });
}

/** The first port from `port` on that is free, and is not `other`. */
async function freeFrom(port, other) {
  return port === other || (await isUsed(port)) ? freeFrom(port + 1, other) : port;
}

// Without this check, the page would be shown with the API of another program.
const apiPort = await freeFrom(Number(PORT));
const pagePort = await freeFrom(Number(PAGE_PORT), apiPort);
const used = [PORT, PAGE_PORT].find((port, index) => Number(port) !== [apiPort, pagePort][index]);
if (used) {
  console.error(`Port ${used} is in use. Take others: PORT=${apiPort} PAGE_PORT=${pagePort} npm run dev`);
  process.exit(1);
}

console.log("Starting the API …");
const args = ["--import", "tsx", "--watch", "--watch-preserve-output", "api/src/setup/server.ts"];
const api = spawn(process.execPath, args, { stdio: "inherit" });
api.once("exit", () => process.exit());
process.once("exit", () => api.kill());
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit());
while (!(await isUsed(PORT))) await setTimeout(100);

const logger = createLogger("warn");
const page = await createServer({
  root: "web",
  // While the API restarts, the page says so. The terminal is for what the API says.
  customLogger: { ...logger, error: (text, about) => text.includes("http proxy error") || logger.error(text, about) },
  server: { port: Number(PAGE_PORT), strictPort: true },
});
await page.listen();
console.log(`The page: http://localhost:${PAGE_PORT}`);
if (!DATA_DIR && !DATABASE_URL) console.log("The rows are lost at each restart. DATA_DIR=data keeps them.");
