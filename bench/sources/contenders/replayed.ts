import type pg from "pg";
import type { Contender } from "../contender.js";
import type { Need, Samples } from "../needs.js";
import { recordStatements, type Statement } from "../statements.js";

/**
 * The statements of another contender, sent by pg alone: the first, and then the others at the same time. The difference between
 * both is what is spent in Node, and not in Postgres.
 */
export async function replayed(pool: pg.Pool, contender: Contender, samples: Samples): Promise<Contender> {
  const recorded = new Map<object, readonly Statement[]>();
  for (const need of Object.keys(samples) as Need[]) {
    const ask = contender.needs[need] as ((input: object) => Promise<unknown>) | undefined;
    if (ask === undefined) continue;
    for (const input of samples[need]) recorded.set(input, await recordStatements(() => ask(input)));
  }
  const replay = async (input: object) => {
    const [first, ...rest] = recorded.get(input) ?? [];
    if (first === undefined) throw new Error("No statement was recorded.");
    const send = ({ text, values }: Statement) => pool.query({ text, values, rowMode: "array" });
    await send(first);
    await Promise.all(rest.map(send));
  };
  return {
    name: "replayed",
    title: "the source's statements, by pg",
    needs: {
      page: replay,
      keyset: replay,
      one: replay,
      byAuthor: replay,
      byCategory: replay,
      related: replay,
      byKey: replay,
      afterKey: replay,
      byKeys: replay,
    },
    articlesIn: () => [],
  };
}
