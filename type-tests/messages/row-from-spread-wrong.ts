// message: Types of property 'text' are incompatible.
import { db, notes } from "./shared/stored-notes.js";

notes.getMany(async () => (await db.wrong()).map((row) => ({ ...row, id: 1 })));
