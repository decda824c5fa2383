import type { Giver } from "./check.js";
import { EXCLUSIONS, type Exclusion, type Judgement } from "./judgement.js";
import type { RunResult } from "./run.js";

/** What a run counts. It can be sent between processes, and added up. */
export type Counts = Omit<RunResult, "findings">;

export function countsOf({ findings: _, ...counts }: RunResult): Counts {
  return counts;
}

export function sum(all: readonly Counts[]): Counts {
  const total = (of: (counts: Counts) => number) => all.reduce((sum, one) => sum + of(one), 0);
  const byKey = <K extends string>(of: (counts: Counts) => Partial<Record<K, number>>): Record<K, number> => {
    const keys = new Set(all.flatMap((one) => Object.keys(of(one)) as K[])); // own keys of the same kind of record
    return Object.fromEntries([...keys].map((key) => [key, total((one) => of(one)[key] ?? 0)])) as Record<K, number>;
  };
  const judged = (giver: Giver) => byKey<Judgement["is"]>((one) => one.judged[giver]);
  return {
    schemas: total(({ schemas }) => schemas),
    cases: total(({ cases }) => cases),
    failures: total(({ failures }) => failures),
    byFastify: total(({ byFastify }) => byFastify),
    judged: { plain: judged("plain"), client: judged("client"), row: judged("row"), absent: judged("absent") },
    excluded: byKey<Exclusion>(({ excluded }) => excluded),
    kinds: byKey<string>(({ kinds }) => kinds),
  };
}

/** The counts as a text for people. */
export function describeCounts(counts: Counts): string {
  const { cases, schemas, judged, byFastify, kinds, excluded } = counts;
  const reasons = (Object.entries(excluded) as [Exclusion, number][]).map(
    ([reason, count]) => `  ${count} (${((100 * count) / cases).toFixed(2)} %): ${EXCLUSIONS[reason]}`,
  );
  return [
    `${cases} cases of ${schemas} schemas; ${byFastify} of them also went through Fastify`,
    `what the oracle said, by who gives the value: ${JSON.stringify(judged)}`,
    `schemas by kind, also those inside others: ${JSON.stringify(kinds)}`,
    "not judged:",
    ...reasons,
  ].join("\n");
}
