// Starts the API and, when it responds, the page. If one ends, the other ends, too.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

const port = process.env.PORT ?? 3000;
const page = process.env.PAGE_PORT ?? 5173;
const vite = createRequire(new URL("../web/package.json", import.meta.url)).resolve("vite/package.json");

/** Without this check, the page would be shown with the API of another program. */
for (const [name, taken] of Object.entries({ PORT: port, PAGE_PORT: page })) {
  if (!(await isInUse(taken))) continue;
  console.error(`Another program uses port ${taken}. Take another one: ${name}=${Number(taken) + 1} npm run dev`);
  process.exit(1);
}
function isInUse(taken) {
  return new Promise((resolve) => {
    const socket = connect(taken, "localhost", () => resolve(true));
    socket.once("error", () => resolve(false)).once("connect", () => socket.destroy());
  });
}

const programs = [];
function start(folder, ...args) {
  const program = spawn(process.execPath, args, { cwd: folder, stdio: "inherit" });
  program.once("exit", end);
  programs.push(program);
}
function end() {
  for (const program of programs) program.kill();
  process.exit();
}
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);

const isServed = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
async function served(url) {
  while (!(await isServed(url))) await setTimeout(100);
}

console.log("Starting the API …");
start("api", "--import", "tsx", "--watch", "--watch-preserve-output", "src/setup/server.ts");
await served(`http://localhost:${port}/api`);
start("web", join(dirname(vite), "bin/vite.js"), "--port", page, "--strictPort", "--logLevel", "warn");
await served(`http://localhost:${page}`);
console.log(`The page: http://localhost:${page}`);
