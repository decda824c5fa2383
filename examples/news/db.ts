import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { createNewsTables } from "./rows.js";

// In memory, so each program begins with the same rows.
export const postgres = await PGlite.create();
// With the argument --sql, it prints each statement.
export const db = drizzle({
  client: postgres,
  logger: process.argv.includes("--sql"),
});
export type Db = typeof db;
await createNewsTables(postgres);
