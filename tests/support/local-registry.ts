import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** One version of a package: what npm reads about it, and where its files are. */
interface Published {
  readonly manifest: Manifest;
  readonly tarball: () => Buffer;
}

export interface LocalRegistry {
  /** Settings for npm: this registry, and a cache of its own in `folder`. */
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
    const manifest = JSON.parse(unpacked(path, "package/package.json"));
    publish({ manifest, tarball: () => readFileSync(path) }, true);
  }

  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const [name = "", file] = decodeURIComponent(request.url ?? "")
      .slice(1)
      .split("/-/");
    const versions = packages.get(name);
    if (versions === undefined) return void response.writeHead(404).end("{}");
    if (file !== undefined) return void response.end(versions.get(file.replace(/\.tgz$/, ""))?.tarball());
    const documents = [...versions].map(([version, { manifest }]) => [
      version,
      { ...manifest, dist: { tarball: `${origin}/${name}/-/${version}.tgz` } },
    ]);
    const document = { name, "dist-tags": { latest: latest.get(name) }, versions: Object.fromEntries(documents) };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(document));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo; // it listens on a port

  return {
    env: (folder) => ({
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) && name !== "NODE_ENV"),
      ),
      npm_config_registry: `http://127.0.0.1:${port}`,
      npm_config_cache: join(folder, ".npm"),
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

function packed(folder: string): Buffer {
  const inside = ["-C", dirname(resolve(folder)), folder.slice(folder.lastIndexOf("/") + 1)];
  const archive = output("tar", ["-cf", "-", "--exclude=*/node_modules", "--transform=s,^[^/]*,package,", ...inside]);
  return gzipSync(archive, { level: 1 });
}

function unpacked(tarball: string, file: string): string {
  return output("tar", ["-xzOf", tarball, file]).toString();
}

function output(program: string, args: readonly string[]): Buffer {
  const { status, stdout, stderr, error } = spawnSync(program, args, { maxBuffer: 2 ** 30 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${stderr}`);
  return stdout;
}
