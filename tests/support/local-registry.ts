import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const execute = promisify(execFile);
const compressed = promisify(gzip);

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** One version of a package: what npm reads about it, and where its files are. */
interface Published {
  readonly manifest: Manifest;
  readonly tarball: () => Buffer | Promise<Buffer>;
}

export interface LocalRegistry {
  /** The environment for npm and what it starts: this registry, a cache of its own in `folder`, and no colours. */
  env(folder: string): NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/**
 * A package registry on the loopback interface. It has what is installed in this repository's `node_modules`, and the
 * given tarballs. So `npm install` can run as users run it, without a network.
 */
export async function localRegistry(tarballs: readonly string[]): Promise<LocalRegistry> {
  const packages = new Map<string, Map<string, Published>>();
  const latest = new Map<string, string>();
  const publish = (published: Published, isLatest: boolean) => {
    const { name, version } = published.manifest;
    if (isLatest || !latest.has(name)) latest.set(name, version);
    packages.set(name, (packages.get(name) ?? new Map()).set(version, published));
  };
  for (const [path, locked] of Object.entries(lockedPackages())) {
    const name = locked.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    publish(installed(path, { ...locked, name }), path === `node_modules/${name}`);
  }
  for (const path of tarballs) {
    const manifest = JSON.parse(await unpacked(path, "package/package.json"));
    publish({ manifest, tarball: () => readFileSync(path) }, true);
  }

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const origin = `http://${request.headers.host}`;
    const [name = "", file] = decodeURIComponent(request.url ?? "")
      .slice(1)
      .split("/-/");
    const versions = packages.get(name);
    if (versions === undefined) return void response.writeHead(404).end("{}");
    if (file !== undefined) {
      response.setHeader("cache-control", "max-age=3600"); // another install takes it from npm's cache
      return void response.end(await versions.get(file.replace(/\.tgz$/, ""))?.tarball());
    }
    const documents = [...versions].map(([version, { manifest }]) => [
      version,
      { ...manifest, dist: { tarball: `${origin}/${name}/-/${version}.tgz` } },
    ]);
    const document = { name, "dist-tags": { latest: latest.get(name) }, versions: Object.fromEntries(documents) };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(document));
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  server.keepAliveTimeout = 0; // npm must never meet a connection that is just being closed: it retries after 10 s
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo; // it listens on a port

  return {
    env: (folder) => ({
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^(npm_.*|NODE_ENV|FORCE_COLOR)$/i.test(name)),
      ),
      NO_COLOR: "1", // Vite colours what it prints where CI is set
      npm_config_registry: `http://127.0.0.1:${port}`,
      npm_config_cache: join(folder, ".npm"),
      npm_config_fetch_timeout: "30000",
      npm_config_fetch_retry_mintimeout: "1000",
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_update_notifier: "false",
    }),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function lockedPackages(): Record<string, Partial<Manifest>> {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  return Object.fromEntries(Object.entries<Manifest>(packages).filter(([path]) => path !== ""));
}

/** A package for another platform is not installed: npm reads that in the lockfile's entry, and skips it. */
function installed(path: string, locked: object): Published {
  const file = join(path, "package.json");
  const manifest = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : locked;
  return { manifest, tarball: () => packed(path) };
}

async function packed(folder: string): Promise<Buffer> {
  const inside = ["-C", dirname(resolve(folder)), folder.slice(folder.lastIndexOf("/") + 1)];
  const archive = await output(
    "tar",
    "-cf",
    "-",
    "--exclude=*/node_modules",
    "--transform=s,^[^/]*,package,",
    ...inside,
  );
  return compressed(archive, { level: 1 });
}

async function unpacked(tarball: string, file: string): Promise<string> {
  return (await output("tar", "-xzOf", tarball, file)).toString();
}

/** What a program prints. Other requests are answered meanwhile. */
async function output(program: string, ...args: readonly string[]): Promise<Buffer> {
  const { stdout } = await execute(program, args, { encoding: "buffer", maxBuffer: 2 ** 30 });
  return stdout;
}
