// message: the column of "mood" holds any string, but "mood" only some. Declare them in the column: text({ enum: […] }), or map it: columns: { mood: mapped(…) }
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { z } from "zod";

const notes = pgTable("notes", { id: integer().primaryKey(), mood: text().notNull() });
const resource = trestle<{ readonly db: unknown }>().resource("notes", {
  id: z.int(),
  attributes: { mood: z.enum(["calm", "loud"]) },
});
drizzleData({ db: "db", tables: { notes } }).source(resource, {});
