// message: the column of "meta" holds an object, but "meta" is an object of another shape. Name another column, or map it: columns: { meta: mapped(…) }
import { integer, jsonb, pgTable } from "drizzle-orm/pg-core";
import { trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { z } from "zod";

const notes = trestle<{ readonly db: unknown }>().resource("notes", {
  id: z.int(),
  attributes: { meta: z.object({ pinned: z.boolean() }) },
});
const table = pgTable("notes", { id: integer().primaryKey(), meta: jsonb().$type<{ pinned: string }>().notNull() });
drizzleData({ db: "db", tables: { notes: table } }).source(notes, {});
