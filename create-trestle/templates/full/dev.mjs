// Starts the API and the page. If one ends, the other ends too.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const vite = createRequire(new URL("web/package.json", import.meta.url)).resolve("vite/package.json");
const start = (folder, ...args) => spawn(process.execPath, args, { cwd: folder, stdio: "inherit" });
const programs = [
  start("api", "--import", "tsx", "--watch", "src/server.ts"),
  start("web", join(dirname(vite), "bin/vite.js")),
];
const end = () => {
  for (const program of programs) program.kill();
};
for (const program of programs) program.once("exit", end);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);
