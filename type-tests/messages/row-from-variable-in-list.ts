// message: Property 'text' is missing in type 'Stored' but required in type
import { db, notes } from "./shared/stored-notes.js";

notes.getMany(async () => db.lacking());
