import type { Transaction } from "trestle";
import type { LiveHub } from "trestle/live";
import type { Context } from "./ledger-api.js";

/** What an instance does wrong on purpose: a checker that cannot fail proves nothing. */
export const BUGS = ["loss", "double", "stale", "half", "silent"] as const;
export type Bug = (typeof BUGS)[number];

/** A request that fails is committed anyway, so the rows of its first operations stay. */
export function halving(transaction: Transaction<Context>): Transaction<Context> {
  return async (request, run) => {
    return new Promise((resolve, reject) => {
      transaction(request, async (ctx) => run(ctx).then(resolve, reject) as never).catch(reject); // its result is not used
    });
  };
}

/** A part of the commits is lost, although the response says that they were made. */
export function losing(transaction: Transaction<Context>): Transaction<Context> {
  return (request, run) => {
    if (Math.random() > 0.05) return transaction(request, run);
    return new Promise((resolve, reject) => {
      const rolledBack = new Error("lost on purpose");
      transaction(request, async (ctx) => {
        resolve(await run(ctx));
        throw rolledBack;
      }).catch((error) => error !== rolledBack && reject(error));
    });
  };
}

/** No notice is stored or published. */
export function silent(hub: LiveHub<Context>): LiveHub<Context> {
  return { ...hub, record: async () => {}, publish: async () => {} };
}
