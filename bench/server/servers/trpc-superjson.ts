import { startTrpc } from "../peers/trpc.js";

export function start(port: number): Promise<void> {
  return startTrpc(port, true);
}
