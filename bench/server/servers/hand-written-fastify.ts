import { documentsOf } from "../by-hand/document.js";
import * as resources from "../by-hand/resources.js";
import { serveByHand } from "../by-hand/serve.js";

export function start(port: number): Promise<void> {
  return serveByHand(port, documentsOf(resources));
}
