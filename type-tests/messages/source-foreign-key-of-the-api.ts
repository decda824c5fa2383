// message: the column of "author" holds string, but "author" is number. Name another column, or map it: columns: { author: mapped(…) }. Or use t.toOne, which has the API's kind of id
import { pgTable, uuid } from "drizzle-orm/pg-core";
import { toOne, trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { z } from "zod";

const t = trestle<{ readonly db: unknown }>({ id: z.uuid() });
const notes = t.resource("notes", { attributes: {}, relationships: { author: toOne("users") } });
const tables = { notes: pgTable("notes", { id: uuid().primaryKey(), author_id: uuid().notNull() }) };
drizzleData({ db: "db", tables }).source(notes, {});
