// message: Property 'text' is missing in type 'Stored' but required in type '{ id: number; text: string; created_at: Date; author: number | NestedRow<number>; }'.
import type { RowOf } from "trestle";
import { db, notes } from "./shared/stored-notes.js";

notes.getOne(async () => {
  const [row] = await db.lacking();
  if (!row) throw new Error("no row");
  const note: RowOf<typeof notes> = row;
  return note;
});
