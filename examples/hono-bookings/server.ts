import { PGlite } from "@electric-sql/pglite";
import { serve } from "@hono/node-server";
import { drizzle } from "drizzle-orm/pglite";
import { serverOf, TABLES } from "./api.js";

const postgres = await PGlite.create();
await postgres.exec(TABLES);
const { fetch } = serverOf(drizzle({ client: postgres }));
serve({ fetch, port: Number(process.env.PORT ?? 3000), hostname: "127.0.0.1" }, ({ port }) => {
  console.log(`http://localhost:${port}/api/rooms`);
});
