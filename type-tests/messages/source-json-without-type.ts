// message: nothing says what the column of "meta" holds. Write its type: .$type<…>() after a column, sql<…> before an expression, or columns: { meta: mapped(…) }
import { integer, jsonb, pgTable } from "drizzle-orm/pg-core";
import { trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { z } from "zod";

const notes = trestle<{ readonly db: unknown }>().resource("notes", {
  id: z.int(),
  attributes: { meta: z.object({ pinned: z.boolean() }) },
});
const table = pgTable("notes", { id: integer().primaryKey(), meta: jsonb().notNull() });
drizzleData({ db: "db", tables: { notes: table } }).source(notes, {});
