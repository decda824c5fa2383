import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../tests/support/free-port.js";
import { eventually } from "./eventually.js";
import { run } from "./run.js";

/** A program of tests/frameworks. */
export interface FrameworkApp {
  readonly name: string;
  readonly folder: string;
  /** Missing if the program serves only the API. */
  readonly pages?: AppPages;
}

export interface AppPages {
  /** The folder of the scripts that a browser loads, from the root of the repository. */
  readonly assets: string;
  /** What a browser requests from the API when it has the data of the server: live queries may have missed changes meanwhile. */
  readonly readAfterHydration: readonly string[];
  /** What a browser requests from the API when a link leads to the page: Next reads in the server then, too. */
  readonly readOnNavigation: readonly string[];
  /** Whether its queries are live. */
  readonly isLive: boolean;
}

const start = "tests/frameworks/tanstack-start";
const next = "tests/frameworks/next";

export const frameworkApps: readonly FrameworkApp[] = [
  { name: "Hono", folder: "tests/frameworks/hono" },
  {
    name: "TanStack Start",
    folder: start,
    pages: {
      assets: `${start}/dist/client`,
      readAfterHydration: ["GET /api/notes"],
      readOnNavigation: ["GET /api/notes"],
      isLive: true,
    },
  },
  {
    name: "Next",
    folder: next,
    pages: { assets: `${next}/.next/static`, readAfterHydration: [], readOnNavigation: [], isLive: false },
  },
];

/** Installs and builds a program, with the package of this repository. */
export function buildApp({ folder }: FrameworkApp): void {
  if (!existsSync("dist/index.js")) throw new Error("dist is missing: run `npm run build` first");
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  run("npm", ["run", "build"], folder);
}

/** Starts a program that is built. */
export async function startApp({ folder }: FrameworkApp): Promise<{ readonly origin: string; stop(): void }> {
  const port = await freePort();
  const child = spawn("npm", ["start"], {
    cwd: folder,
    env: { ...process.env, PORT: `${port}`, HOST: "127.0.0.1", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "ignore", "inherit"],
    detached: true, // a group of its own: npm starts further processes
  });
  const stop = () => {
    if (child.pid !== undefined) process.kill(-child.pid);
  };
  const origin = `http://127.0.0.1:${port}`;
  try {
    await eventually(() => fetch(origin).then(({ status }) => status, String), 200);
  } catch (error) {
    stop();
    throw error;
  }
  return { origin, stop };
}

/** The text of every script that a browser may load. */
export function scriptsOf({ assets }: AppPages): string {
  return readdirSync(assets, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js"))
    .map((path) => readFileSync(join(assets, path), "utf8"))
    .join("\n");
}
