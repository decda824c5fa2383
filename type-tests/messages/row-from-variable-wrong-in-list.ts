// message: Types of property 'text' are incompatible.
import { db, notes } from "./shared/stored-notes.js";

notes.getMany(async () => db.wrong());
