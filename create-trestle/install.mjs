import { spawn } from "node:child_process";

/** Each package manager, with what makes it print less. A package's warnings about other packages are of no use here. */
const QUIET = {
  npm: ["--no-audit", "--no-fund", "--loglevel=error"],
  pnpm: ["--reporter=append-only"],
  yarn: [],
  bun: [],
};

/** The package manager that runs this command. */
export const MANAGER = /^(pnpm|yarn|bun)\//.exec(process.env.npm_config_user_agent ?? "")?.[1] ?? "npm";

/** Installs what a folder needs, and shows how long it takes. Returns what to tell the person if it fails. */
export async function install(folder) {
  const begin = Date.now();
  const seconds = () => Math.round((Date.now() - begin) / 1000);
  const isTerminal = process.stdout.isTTY;
  const title = `Installing with ${MANAGER} …`;
  process.stdout.write(isTerminal ? title : `${title}\n`);
  const clock = isTerminal && setInterval(() => process.stdout.write(`\r${title} ${seconds()} s`), 1000);
  const { status, output } = await run(MANAGER, ["install", ...QUIET[MANAGER]], folder);
  clearInterval(clock);
  if (isTerminal) process.stdout.write("\r\u001b[K"); // removes the line
  if (status === 0) console.log(`Installed in ${seconds()} s.`);
  else
    return `The files are written, but \`${MANAGER} install\` failed:\n\n${output.trim().split("\n").slice(-20).join("\n")}`;
}

/** Runs a command to its end. Keeps what it prints. */
function run(command, args, cwd) {
  return new Promise((resolve) => {
    const shell = process.platform === "win32"; // npm is a script there
    const child = spawn(command, args, { cwd, shell, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.once("error", ({ message }) => resolve({ status: 1, output: message }));
    child.once("close", (status) => resolve({ status, output }));
  });
}
