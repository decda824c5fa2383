/** An entry of a stream. */
export interface StreamEntry {
  readonly id: string;
  /** Names and values in turn. */
  readonly values: readonly string[];
}

/** Reads the entries in a raw reply. */
export function entriesOf(reply: unknown): readonly StreamEntry[] {
  if (!Array.isArray(reply)) return [];
  return reply.map((entry): StreamEntry => {
    const [id, values] = entry as readonly [unknown, readonly unknown[] | null]; // as Redis documents it
    return { id: `${id}`, values: (values ?? []).map(String) };
  });
}
