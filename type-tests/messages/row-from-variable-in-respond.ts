// message: Property 'text' is missing in type 'Stored' but required in type
import { respond } from "trestle";
import { db, notes } from "./shared/stored-notes.js";

notes.getMany(async () => respond(await db.lacking()));
