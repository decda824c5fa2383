// message: "config" has the type of .$type<…>(), which has no schema here. Give one: attributes: { config: … }
import { integer, jsonb, pgTable } from "drizzle-orm/pg-core";
import { trestle } from "trestle";
import { drizzleData, tableResource } from "trestle/drizzle";

const things = pgTable("things", { id: integer().primaryKey(), config: jsonb().$type<{ cpu: number }>() });
const resource = tableResource(trestle<{ readonly db: unknown }>(), "things", things, { omit: [] });
drizzleData({ db: "db", tables: { things } }).source(resource, {});
