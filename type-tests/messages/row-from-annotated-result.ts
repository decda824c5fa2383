// message: Property 'text' is missing in type 'Stored' but required in type
import type { RowOf } from "trestle";
import { db, notes } from "./shared/stored-notes.js";

notes.getMany(async (): Promise<RowOf<typeof notes>[]> => db.lacking());
