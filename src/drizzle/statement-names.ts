import { postgresError } from "./postgres-error.js";

/** The most names for a database: Postgres keeps each of them, with its plan, in every connection. */
const MOST = 64;

/** A statement that may have a name. */
export interface Named {
  readonly query: { readonly sql: string };
  name: string | undefined;
}

/** The names by which the connections of a database keep statements, so that Postgres plans each of them once for a connection. */
export class StatementNames {
  /** Whether statements may still get names. */
  isOpen = true;
  readonly #texts = new Set<string>();
  /** A new number for each change of a column's type: a statement from before has a plan that Postgres refuses. */
  #generation = 0;

  /** Gives a statement a name. It is made of the text, so it never stands for another one, also if a pooler mixes connections up. */
  async add(statement: Named): Promise<string | undefined> {
    const { sql: text } = statement.query;
    if (!this.isOpen || (this.#texts.size >= MOST && !this.#texts.has(text))) return undefined;
    this.#texts.add(text);
    const bytes = new TextEncoder().encode(`${this.#generation} ${text}`);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).subarray(0, 16);
    const digits = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0"));
    statement.name = `trestle_${digits.join("")}`;
    return statement.name;
  }

  /** Whether a statement failed because of the name that it was sent with. It succeeds without one. */
  isLost(statement: Named, sent: string, error: unknown): boolean {
    const { code, routine } = postgresError(error) ?? {};
    if (code === "42P05" || code === "26000") {
      if (this.isOpen)
        console.warn(
          `drizzleData: statements are no longer prepared, because a pooler lost one (${code}). Pass prepare: false, or set pgbouncer's max_prepared_statements.`,
        );
      this.isOpen = false;
      return true;
    }
    if (code !== "0A000" || routine !== "RevalidateCachedQuery") return false;
    // Another request may have taken the name away, or given a new one, while this one waited.
    if (statement.name === sent) {
      this.#generation++;
      statement.name = undefined;
    }
    return true;
  }
}
