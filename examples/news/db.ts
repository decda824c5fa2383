import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { createNewsTables } from "./rows.js";

// In memory, so each program begins with the same rows.
export const postgres = await PGlite.create();
// With the variable SQL=1, it prints each statement.
export const db = drizzle({
  client: postgres,
  logger: process.env.SQL === "1",
});
export type Db = typeof db;
await createNewsTables(postgres);
