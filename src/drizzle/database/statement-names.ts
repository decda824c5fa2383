import { postgresError } from "./postgres-error.js";

/** The most names for a database: Postgres keeps each of them, with its plan, in every connection. */
const MOST = 64;

/** A statement that may have a name. */
export interface Nameable {
  readonly query: { readonly sql: string };
  named: Named | undefined;
}

type Named = Pick<Nameable, "query"> & { readonly name: string };

/** The names by which the connections of a database keep statements, so that Postgres plans each of them once for a connection. */
export class StatementNames {
  /** Whether statements may still get names. */
  isOpen = true;
  readonly #texts = new Set<string>();
  /**
   * A new number for each change of a column's type: a statement from before has a plan that Postgres refuses. So many spaces end the
   * text, because a pooler keeps one plan for all names of a text.
   */
  #generation = 0;

  /** Gives a statement a name. It is made of the text, so it never stands for another one, also if a pooler mixes connections up. */
  async add(statement: Nameable): Promise<Named | undefined> {
    const { sql: text } = statement.query;
    if (!this.isOpen || (this.#texts.size >= MOST && !this.#texts.has(text))) return undefined;
    this.#texts.add(text);
    const sql = text + " ".repeat(this.#generation);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(sql))).subarray(0, 16);
    const digits = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0"));
    statement.named = { name: `trestle_${digits.join("")}`, query: { ...statement.query, sql } };
    return statement.named;
  }

  /** Whether a statement failed because of the name that it was sent with. It succeeds without one. */
  isLost(statement: Nameable, sent: Named, error: unknown): boolean {
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
    if (statement.named === sent) {
      this.#generation++;
      statement.named = undefined;
    }
    return true;
  }
}
