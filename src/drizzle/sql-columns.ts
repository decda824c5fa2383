import { Column, SQL, StringChunk } from "drizzle-orm";

/** The columns in an SQL expression, and whether it reads from other tables, so that their columns may be in it. */
export interface SqlColumns {
  readonly columns: readonly Column[];
  readonly hasFrom: boolean;
}

export function columnsIn(part: unknown): SqlColumns {
  if (part instanceof Column) return { columns: [part], hasFrom: false };
  // One text in Drizzle 1.0, an array of them in 0.45.
  if (part instanceof StringChunk) return { columns: [], hasFrom: /\bfrom\b/i.test([part.value].flat().join(" ")) };
  const parts = part instanceof SQL ? part.queryChunks : Array.isArray(part) ? part : [];
  const found = parts.map(columnsIn);
  return {
    columns: found.flatMap(({ columns }) => columns),
    hasFrom: found.some(({ hasFrom }) => hasFrom),
  };
}
