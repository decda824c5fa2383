import { deepEqual } from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { freePort } from "../tests/support/free-port.js";
import { type RawAnswer, sendRaw } from "../tests/support/http.js";
import { essence, REQUESTS } from "../tests/support/same-answers.js";
import { sendingOf } from "../tests/support/sent.js";
import { eventually } from "./support/eventually.js";
import { run } from "./support/run.js";
import { type Runtime, runtimes } from "./support/runtimes.js";

// Serves the newsroom in each runtime that the docs name, and runs a client in it.
// Each gets the same requests, and must answer as this Node does, byte for byte. `npm run check runtimes -- Bun` asks one of them.

const folder = ".cache/runtimes";

/** What a runtime answers to each request, and what a client found in it. */
interface Found {
  readonly answers: readonly object[];
  readonly client: RawAnswer;
}

const chosen = runtimes.filter(({ name }) => process.argv.slice(2).every((asked) => name.includes(asked)));
await bundle(["serve-node", ...chosen.map(({ server }) => server)]);
const expected = await find({ server: "serve-node", args: (file) => [file] }, process.execPath);
let failed = false;
for (const runtime of chosen) {
  const { answers, client } = await find(runtime, fetched(runtime));
  const differs = REQUESTS.flatMap(([line], index) => differing(line, answers[index], expected.answers[index]));
  if (runtime.server !== "serve-fastify") differs.push(...differing("a client", client.text, expected.client.text));
  for (const difference of differs) console.error(`${runtime.name}: ${difference}`);
  console.log(`${runtime.name}: ${answers.length} requests, ${differs.length} answers differ`);
  failed ||= differs.length > 0;
}
if (failed) process.exit(1);

/** Each server in one file, as a worker must be. */
async function bundle(servers: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [...new Set(servers)].map((name) => `tests/runtimes/${name}.ts`),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    target: "es2022",
    mainFields: ["module", "main"],
    external: ["node:*", "fastify", "piscina"],
  });
  copyFileSync("tests/runtimes/worker.capnp", join(folder, "worker.capnp"));
}

function fetched({ from, binary }: Runtime): string {
  const prefix = join(folder, from.replaceAll("/", "-"));
  const path = join(prefix, "node_modules", from.slice(0, from.lastIndexOf("@")), binary);
  if (!existsSync(path)) run("npm", ["install", "--silent", "--ignore-scripts", "--prefix", prefix, from]);
  return path;
}

async function find({ server, args }: Pick<Runtime, "server" | "args">, binary: string): Promise<Found> {
  const port = await freePort();
  const child = spawn(binary, args(join(folder, `${server}.mjs`), port), {
    env: { ...process.env, PORT: `${port}` },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const origin = `http://127.0.0.1:${port}`;
  try {
    await eventually(
      () =>
        sendRaw(origin, "GET /reset").then(
          ({ status }) => status,
          () => "no answer",
        ),
      200,
    );
    const answers: object[] = [];
    for (const [line, sent = {}] of REQUESTS) {
      await sendRaw(origin, "GET /reset");
      answers.push(answerOf(await sendRaw(origin, line.replace(" ", " /api"), sendingOf(sent))));
    }
    await sendRaw(origin, "GET /reset");
    return { answers, client: await sendRaw(origin, "GET /client") };
  } finally {
    child.kill();
  }
}

/** An answer without what is the runtime's own: how its JSON.parse complains, the charset that its `Response.json` adds. */
function answerOf(raw: RawAnswer): object {
  const text = JSON.stringify(essence(raw));
  return JSON.parse(
    text.replace(/(The body is not JSON: )[^"\\]*/, "$1…").replace(/(application\/json);charset=utf-8/, "$1"),
  );
}

function differing(what: string, got: unknown, wanted: unknown): string[] {
  try {
    deepEqual(got, wanted);
    return [];
  } catch (error) {
    return [`${what}\n${error instanceof Error ? error.message : error}`];
  }
}
