import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { openapi } from "trestle/openapi";
import { api } from "../examples/newsroom/api.js";
import { createServer, info } from "../examples/newsroom/app.js";
import { connect } from "../examples/newsroom/db/connect.js";
import { seed } from "../examples/newsroom/db/seed.js";
import { api as books } from "../tests/openapi/fixtures/books.js";
import { keyApi } from "../tests/sources/tenants/key-api.js";
import { keyTarget } from "../tests/sources/tenants/key-target.js";
import { fetchServer } from "../tests/support/fetch-server.js";
import { run } from "./support/run.js";

// Generates clients with three generators, each on its defaults, compiles programs that use them, and runs these against real servers.
// In a folder of its own, since the generators need the compiler's API, which TypeScript 7 does not have.

const packages = [
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "@hey-api/openapi-ts@0.80.0", // later ones need Node 22, as do those of orval
  "orval@7.13.0",
  "tsx@4.23.15",
  "typescript@5.9.3",
  "@types/node@20.19.43",
];

const folder = mkdtempSync(join(tmpdir(), "trestle-openapi-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const generate = (bin: string, ...args: string[]) => run(join(folder, "node_modules", ".bin", bin), args, folder);
const describe = (name: string, document: object) => writeFileSync(join(folder, name), JSON.stringify(document));

describe("package.json", { name: "openapi-client", private: true, type: "module" });
run("npm", ["install", "--no-audit", "--no-fund", ...packages], folder);

describe("newsroom.json", openapi(api, { info }));
describe("books.json", openapi(books, { info: { title: "Books", version: "1.0.0" } }));
describe("books-plain.json", openapi(books, { info: { title: "Books", version: "1.0.0" }, plain: true }));
describe("keys.json", openapi(keyApi, { info: { title: "Keys", version: "1.0.0" } }));
generate("openapi-typescript", "newsroom.json", "--default-non-nullable=false", "-o", "newsroom.d.ts");
generate("openapi-typescript", "books.json", "-o", "books.d.ts");
generate("openapi-typescript", "books-plain.json", "-o", "books-plain.d.ts");
generate("openapi-ts", "-i", "books-plain.json", "-o", "hey-api"); // it reads the first media type, JSON:API's
generate("orval", "--input", "books.json", "--output", "books-orval.ts", "--client", "fetch");
generate("openapi-typescript", "keys.json", "-o", "keys.d.ts");
generate("openapi-ts", "-i", "keys.json", "-o", "keys-sdk");
// It writes an index signature that refuses its own optional members.
const orval = join(folder, "books-orval.ts");
writeFileSync(orval, `// @ts-nocheck\n${readFileSync(orval, "utf8")}`);
cpSync("tests/openapi/fixtures/client.ts", join(folder, "client.ts"));
cpSync("tests/openapi/fixtures/generated", folder, { recursive: true });
const compilerOptions = {
  strict: true,
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  types: ["node"],
  noEmit: true,
};
const clients = ["openapi-fetch.ts", "hey-api.ts", "orval.ts", "plain-openapi-fetch.ts"]; // the last one has flat rows
const ofKeys = ["keys-openapi-fetch.ts", "keys-hey-api.ts"]; // ids of several columns, relationships to several types
describe("tsconfig.json", { compilerOptions, files: ["client.ts", ...clients, ...ofKeys] });
generate("tsc", "-p", ".");
console.log("the programs with generated clients compile");

/** Not `run`, which waits: this very process serves them. */
async function runClient(name: string, origin: string): Promise<void> {
  const env = { ...process.env, API_URL: `${origin}/api` };
  const child = spawn(process.execPath, ["--import", "tsx", name], { cwd: folder, stdio: "inherit", env });
  const [status] = await once(child, "exit");
  if (status !== 0) process.exitCode = 1;
  else console.log(`${name} ran`);
}

const connection = await connect({});
await seed(connection.db);
const newsroom = await createServer(connection);
await runClient("client.ts", await newsroom.listen({ port: 0, host: "127.0.0.1" }));
await newsroom.close();

const app = Fastify(serverOptions);
await app.register(fastifyPlugin(books, { plain: true }), { prefix: "/api" });
const onFastify = await app.listen({ port: 0, host: "127.0.0.1" });
const server = fetchServer(fetchHandler(books, { prefix: "/api", plain: true })).listen(0, "127.0.0.1");
await once(server, "listening");
const onFetch = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
for (const origin of [onFastify, onFetch]) for (const name of clients) await runClient(name, origin);
await app.close();
server.close();

const keys = await keyTarget();
for (const name of ofKeys) {
  const handle = await keys.reset();
  const server = fetchServer((request) => {
    request.headers.set("x-tenant", "1");
    return handle(new Request(request.url.replace("/api", ""), request));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  await runClient(name, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
}
await keys.close();
