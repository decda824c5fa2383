// Starts the API and, when it listens, the page.
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createServer } from "vite";

const { PORT = 3000, PAGE_PORT = 5173 } = process.env;

function isUsed(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "localhost", () => resolve(true));
    socket.once("error", () => resolve(false)).once("connect", () => socket.destroy());
  });
}

// Without this check, the page would be shown with the API of another program.
for (const [name, port] of Object.entries({ PORT, PAGE_PORT })) {
  if (!(await isUsed(port))) continue;
  console.error(`Another program uses port ${port}. Take another one: ${name}=${Number(port) + 1} npm run dev`);
  process.exit(1);
}

console.log("Starting the API …");
const args = ["--import", "tsx", "--watch", "--watch-preserve-output", "api/src/setup/server.ts"];
const api = spawn(process.execPath, args, { stdio: "inherit" });
api.once("exit", () => process.exit());
process.once("exit", () => api.kill());
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit());
while (!(await isUsed(PORT))) await setTimeout(100);

const page = await createServer({
  root: "web",
  logLevel: "warn",
  server: { port: Number(PAGE_PORT), strictPort: true },
});
await page.listen();
console.log(`The page: http://localhost:${PAGE_PORT}`);
