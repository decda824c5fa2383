import fc from "fast-check";
import { send, type Target } from "./attack.js";
import { NEXT, requestsOf } from "./requests.js";

/** The time at which a row was created, which differs between two runs. */
const TIME = /"at":"[^"]*"/g;

/**
 * Sends the same random requests of tenant 1 to two stores that differ in the rows of tenant 2, and throws if a response differs.
 * So a status, a count, an order or a link that depends on hidden rows is found too.
 */
export async function compareResponses(
  targets: readonly [Target, Target],
  seed: number,
  count: number,
): Promise<number> {
  const [one, two] = [await targets[0].reset(), await targets[1].reset()];
  let found = 0;
  let next = ["/posts", "/posts"];
  for (const request of fc.sample(requestsOf(1), { seed, numRuns: count })) {
    const [here = "", there = ""] = request.path === NEXT ? next : [request.path, request.path];
    const first = await send(one, 1, { ...request, path: here });
    const second = await send(two, 1, { ...request, path: there });
    if (first.status !== second.status || first.text.replace(TIME, "") !== second.text.replace(TIME, "")) {
      throw new Error(
        `seed ${seed}: ${JSON.stringify(request)} → ${first.text}\nand with other hidden rows ${second.text}`,
      );
    }
    if (first.status === 200) found++;
    next = [first.body?.links?.next ?? next[0], second.body?.links?.next ?? next[1]];
  }
  return found;
}
