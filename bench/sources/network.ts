import { fork } from "node:child_process";
import { once } from "node:events";

/** The URL of a Postgres that is some milliseconds away, each way. The network ends with this process. */
export async function throughNetwork(url: string, delay: number): Promise<string> {
  const far = new URL(url);
  const proxy = fork(new URL("./proxy.js", import.meta.url), [far.port, String(delay)]);
  const [port] = (await once(proxy, "message")) as [number];
  proxy.unref();
  proxy.channel?.unref();
  far.port = String(port);
  return far.href;
}
