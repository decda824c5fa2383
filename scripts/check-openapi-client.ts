import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { openapi } from "trestle/openapi";
import { api } from "../examples/newsroom/api.js";
import { createServer, info } from "../examples/newsroom/app.js";
import { connect } from "../examples/newsroom/db/connect.js";
import { seed } from "../examples/newsroom/db/seed.js";
import { run } from "./support/run.js";

// Generates a client from the newsroom's description with openapi-typescript, and lets it read and write.
// In a folder of its own, since openapi-typescript needs the compiler's API, which TypeScript 7 does not have.

const packages = ["openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3", "@types/node@20.19.43"];

const folder = mkdtempSync(join(tmpdir(), "trestle-openapi-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const bin = (name: string) => join(folder, "node_modules", ".bin", name);

writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "openapi-client", private: true, type: "module" }));
run("npm", ["install", "--no-audit", "--no-fund", ...packages], folder);

writeFileSync(join(folder, "openapi.json"), JSON.stringify(openapi(api, { info })));
run(bin("openapi-typescript"), ["openapi.json", "--default-non-nullable=false", "-o", "newsroom.d.ts"], folder);
copyFileSync("tests/openapi/fixtures/client.ts", join(folder, "client.ts"));
const compilerOptions = { strict: true, module: "nodenext", target: "es2022", types: ["node"], outDir: "." };
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["client.ts"] }));
run(bin("tsc"), ["-p", "."], folder);
console.log("the generated client compiles");

const connection = await connect({});
await seed(connection.db);
const server = await createServer(connection);
const url = await server.listen({ port: 0, host: "127.0.0.1" });
// Not `run`, which waits: this very process serves it.
const child = spawn(process.execPath, ["client.js"], {
  cwd: folder,
  stdio: "inherit",
  env: { ...process.env, API_URL: `${url}/api` },
});
const status = await new Promise<number | null>((resolve) => child.once("exit", resolve));
await server.close();
process.exitCode = status ?? 1;
