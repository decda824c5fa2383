// The same without the HEAD routes that Fastify makes for each GET: as many routes as there are operations.
import { startBare } from "./bare-fastify.js";

export function start(port: number): Promise<void> {
  return startBare(port, { exposeHeadRoutes: false });
}
