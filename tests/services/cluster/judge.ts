import type { Pool } from "pg";
import type { History, Write } from "./history.js";

/** How often Postgres has what a write changes, after the last one. */
interface Rows {
  readonly accounts: Counts;
  readonly entries: Counts;
  readonly marks: Counts;
}

type Counts = ReadonlyMap<string, number>;

interface Account {
  readonly name: string;
  readonly log: string;
  readonly count: number;
  readonly version: number;
}

/**
 * Compares a history with Postgres. What was answered with a 2xx is there exactly once. What was refused is not there. Of a write whose
 * outcome is unknown, all or nothing is there.
 *
 * @returns A sentence for each contradiction. Empty if there is none.
 */
export async function judge({ writes }: History, pool: Pool): Promise<readonly string[]> {
  const { rows: entries } = await pool.query<{ text: string }>("select text from entries");
  const { rows: accounts } = await pool.query<Account>("select name, log, count, version from accounts");
  const rows: Rows = {
    accounts: counted(accounts.map(({ name }) => name)),
    entries: counted(entries.map(({ text }) => text)),
    marks: counted(accounts.flatMap(({ log }) => marksIn(log))),
  };
  const maybeDeleted = new Set(
    writes.flatMap(({ outcome, changes }) => (outcome === "refused" ? [] : (changes.deleted ?? []))),
  );
  return [
    ...writes.flatMap((write) => judgeWrite(write, rows, maybeDeleted)),
    ...writes.flatMap((write) => judgeDeletion(write, rows)),
    ...accounts.flatMap(judgeAccount),
    ...unsent(writes, rows),
  ];
}

function judgeWrite({ kind, outcome, changes }: Write, rows: Rows, maybeDeleted: ReadonlySet<string>): string[] {
  const found: [name: string, times: number][] = [];
  for (const member of ["accounts", "entries", "marks"] as const) {
    for (const name of changes[member] ?? []) {
      const times = rows[member].get(name) ?? 0;
      if (times > 1) return [`${kind}: "${name}" is there ${times} times`];
      if (!maybeDeleted.has(name)) found.push([name, times]);
    }
  }
  const names = (times: number) =>
    found.filter(([, is]) => is === times).map(([name]) => `"${name}"`).join(", "); // biome-ignore format: one thought
  if (outcome === "done" && names(0)) return [`${kind}: ${names(0)} was answered with a 2xx, but is not there`];
  if (outcome === "refused" && names(1)) return [`${kind}: ${names(1)} was refused, but is there`];
  if (names(0) && names(1)) return [`${kind}: ${names(1)} is there, but ${names(0)} of the same write is not`];
  return [];
}

function judgeDeletion({ outcome, changes }: Write, { entries }: Rows): string[] {
  if (outcome !== "done") return [];
  return (changes.deleted ?? [])
    .filter((text) => entries.has(text))
    .map((text) => `delete: "${text}" was answered with a 2xx, but is there`);
}

/** Each edit adds a mark, counts, and takes the next version. */
function judgeAccount({ name, log, count, version }: Account): string[] {
  const marks = marksIn(log).length;
  if (marks === count && version === count + 1) return [];
  return [
    `the account "${name}" has ${marks} marks, the count ${count} and the version ${version}: an update was lost`,
  ];
}

function unsent(writes: readonly Write[], rows: Rows): string[] {
  const sent = new Set(writes.flatMap(({ changes }) => changes.entries ?? []));
  return [...rows.entries.keys()].filter((text) => !sent.has(text)).map((text) => `nobody sent the entry "${text}"`);
}

function marksIn(log: string): string[] {
  return log.split(" ").filter(Boolean);
}

function counted(names: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
