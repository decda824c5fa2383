// message: Property 'text' is missing in type
import { db, notes } from "./shared/stored-notes.js";

notes.getMany(async () => (await db.lacking()).map((row) => ({ ...row, id: 1 })));
