import fc from "fast-check";
import { checkSequence } from "./property.js";
import type { FuzzRequest } from "./request.js";
import { sequence } from "./requests.js";
import { fastifySide, fetchSide } from "./servers.js";

export interface FuzzOptions {
  readonly seed: number;
  /** How many requests to make at least; each goes to both adapters. */
  readonly requests: number;
  /** Every how many sequences one goes over sockets. */
  readonly socketEvery: number;
  /** How many sequences are made from one seed, before the next seed begins. */
  readonly chunk: number;
  /** Told after each chunk. */
  readonly progress?: (result: FuzzResult) => void;
}

export interface FuzzResult {
  readonly requests: number;
  readonly sequences: number;
  readonly overSockets: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** What was found, each with the least requests that show it. */
  readonly findings: readonly string[];
}

/** Fuzzes both adapters. A finding ends its chunk, and the next one begins. */
export async function fuzz({ seed, requests, socketEvery, chunk, progress }: FuzzOptions): Promise<FuzzResult> {
  const sides = [await fastifySide(), await fetchSide()];
  const statuses: Record<number, number> = {};
  for (const side of sides) {
    const count = (ask: (request: FuzzRequest) => Promise<{ status: number }>) => async (request: FuzzRequest) => {
      const answer = await ask(request);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      return answer as never;
    };
    side.inProcess = count(side.inProcess.bind(side));
  }
  const result = { requests: 0, sequences: 0, overSockets: 0, statuses, findings: [] as string[] };
  for (let round = 0; result.requests < requests; round++) {
    const property = fc.asyncProperty(sequence, async (all) => {
      const socket = result.sequences++ % socketEvery === 0;
      result.requests += all.length;
      if (socket) result.overSockets += all.length;
      await checkSequence(sides, all, socket);
    });
    const details = await fc.check(property, { seed: seed + round, numRuns: chunk, endOnFailure: false });
    if (details.failed) {
      const { errorInstance } = details;
      const why = errorInstance instanceof Error ? errorInstance.message : `${errorInstance}`;
      result.findings.push(`${why}\nseed ${seed + round}: ${fc.stringify(details.counterexample)}`);
    }
    progress?.(result);
  }
  for (const side of sides) await side.close();
  return result;
}
