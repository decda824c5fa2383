// With `routes: "one"`: Fastify serves, and Trestle finds the operation.
import { startTrestle } from "./trestle.js";

export function start(port: number): Promise<void> {
  return startTrestle(port, "one");
}
