import type { Stryker } from "@stryker-mutator/core";

export type MutantResult = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

const percent = new Intl.NumberFormat("en", { style: "percent", minimumFractionDigits: 1 });

export const SCORE_HEAD = `| folder | mutants | killed | timeout | survived | no coverage | score | of what is covered |
|---|---|---|---|---|---|---|---|`;

/** A row of the table in docs/evidence/mutation.md. Mutants that were ignored or could not be loaded do not count. */
export function scoreRow(folder: string, results: readonly MutantResult[]): string {
  const count = (status: MutantResult["status"]) => results.filter((result) => result.status === status).length;
  const [killed, timeout, survived, unreached] = [
    count("Killed"),
    count("Timeout"),
    count("Survived"),
    count("NoCoverage"),
  ];
  const detected = killed + timeout;
  const covered = detected + survived;
  const scores = [detected / (covered + unreached), detected / covered].map((score) => percent.format(score));
  return `| ${[`\`${folder}\``, covered + unreached, killed, timeout, survived, unreached, ...scores].join(" | ")} |`;
}

/** What no test noticed, as `file:line:column` and what stood there instead. */
export function survivors(results: readonly MutantResult[]): string[] {
  return results
    .filter(({ status }) => status === "Survived" || status === "NoCoverage")
    .map(({ fileName, location: { start }, status, mutatorName, replacement = "" }) => {
      const place = `${fileName}:${start.line}:${start.column}`;
      return `${place} ${status} ${mutatorName}: ${replacement.replaceAll(/\s+/g, " ").slice(0, 100)}`;
    });
}
