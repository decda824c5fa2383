// message: Property 'text' is missing in type 'Stored' but required in type
import { db, notes } from "./shared/stored-notes.js";

notes.getOne(async () => {
  const [row] = await db.lacking();
  if (!row) throw new Error("no row");
  return row;
});
