/** What the client knows about a write: `unknown` if no response arrived, or one that does not say whether it happened. */
export type Outcome = "done" | "refused" | "unknown";

/** What a write changes. The names and texts are unique, so each can be found in the database. */
export interface Changes {
  /** Names of accounts that it creates. */
  readonly accounts?: readonly string[];
  /** Texts of entries that it creates. */
  readonly entries?: readonly string[];
  /** Marks that it adds to the log of an account. */
  readonly marks?: readonly string[];
  /** Texts of entries that it deletes. */
  readonly deleted?: readonly string[];
}

/** A request, with all its retries. A batch is one write of several rows. */
export interface Write {
  readonly kind: string;
  readonly changes: Changes;
  outcome: Outcome;
  /** The status and the code of the error. */
  error?: string;
}

/** Everything that the clients sent, and what they learned. */
export class History {
  readonly writes: Write[] = [];

  /** Adds a write before it is sent. */
  begin(kind: string, changes: Changes): Write {
    const write: Write = { kind, changes, outcome: "unknown" };
    this.writes.push(write);
    return write;
  }

  count(outcome: Outcome): number {
    return this.writes.filter((write) => write.outcome === outcome).length;
  }

  /** How many writes of each kind had each outcome. */
  summary(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { kind, outcome, error } of this.writes) {
      const name = `${kind} ${outcome}${error === undefined ? "" : ` (${error})`}`;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }
}
