import fc from "fast-check";
import { ROUND, send, type Target } from "./attack.js";
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
): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  const { first: start = "/posts", requestsOf: requests = requestsOf } = targets[0];
  for (let sent = 0, round = 0; sent < count; sent += ROUND, round++) {
    const [one, two] = [await targets[0].reset(), await targets[1].reset()];
    let next = [start, start];
    const numRuns = Math.min(ROUND, count - sent);
    for (const request of fc.sample(requests(1), { seed: seed + round, numRuns })) {
      const [here = "", there = ""] = request.path === NEXT ? next : [request.path, request.path];
      const first = await send(one, 1, { ...request, path: here });
      const second = await send(two, 1, { ...request, path: there });
      if (first.status !== second.status || first.text.replace(TIME, "") !== second.text.replace(TIME, "")) {
        throw new Error(
          `seed ${seed + round}: ${JSON.stringify(request)} → ${first.text}\nand with other hidden rows ${second.text}`,
        );
      }
      statuses.set(first.status, (statuses.get(first.status) ?? 0) + 1);
      next = [first.body?.links?.next ?? next[0], second.body?.links?.next ?? next[1]];
    }
  }
  return statuses;
}
