import { test } from "vitest";
import { statements } from "./statements.js";

/**
 * A test that proves statements of JSON:API, by their ids in `statements.json`. `npm run docs conformance` reads these calls
 * from the sources, so ids and title are written out.
 */
export function proves(ids: readonly string[], title: string, run: () => void | Promise<void>): void {
  const unknown = ids.filter((id) => !statements.has(id));
  if (unknown.length > 0) throw new Error(`"${title}" proves what JSON:API does not state: ${unknown.join(", ")}`);
  test(title, run);
}
