import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Daemon } from "./daemon.js";
import { freePort } from "./free-port.js";

export interface RunningNginx {
  readonly origin: string;
  /** Ends it with the requests that it has, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts Debian's nginx on a free loopback port, in front of servers that take turns. The location is the one of docs/deployment.md.
 *
 * @param ports Of the servers.
 */
export async function startNginx(ports: readonly number[]): Promise<RunningNginx> {
  const port = await freePort();
  const nginx = await runNginx(`
  upstream api { ${ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(" ")} keepalive 32; keepalive_timeout 1s; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://api;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_read_timeout 60s;
    }
  }`);
  return { origin: `http://127.0.0.1:${port}`, ...nginx };
}

/**
 * Starts nginx with a configuration.
 *
 * @param http What a file in /etc/nginx/conf.d contains.
 * @param files Written into nginx's own folder, which the configuration calls FOLDER.
 */
export async function runNginx(
  http: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Omit<RunningNginx, "origin">> {
  const folder = await mkdtemp(join(tmpdir(), "trestle-nginx-"));
  await chmod(folder, 0o755); // its workers run as nobody
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off;
pid ${folder}/nginx.pid;
error_log stderr notice;
worker_processes 1;
events { worker_connections 4096; }
http {
  access_log off;
  ${temporary.join("\n  ")}
  ${http.replaceAll("FOLDER", folder)}
}
`,
  );
  const args = ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"];
  const daemon = await Daemon.start({ command: "nginx", args, ready: "start worker process" });
  return {
    restart: () => daemon.restart(),
    async stop() {
      await daemon.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
