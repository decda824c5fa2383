import { PGlite } from "@electric-sql/pglite";
import { serve } from "@hono/node-server";
import { drizzle } from "drizzle-orm/pglite";
import { serverOf, TABLES } from "./api.js";

// The header x-company says whose rooms a request sees: 1 and 2 have some.

const postgres = await PGlite.create();
await postgres.exec(`${TABLES}
  insert into rooms (company, name) values (1, 'Garden'), (1, 'Tower'), (2, 'Garden');
  insert into bookings (company, room_id, title, starts_at, ends_at) values (1, 1, 'Interview', now(), now() + interval '1 hour');`);
const { fetch } = serverOf(drizzle({ client: postgres }));
serve({ fetch, port: Number(process.env.PORT ?? 3000), hostname: "127.0.0.1" }, ({ port }) => {
  console.log(`Try: curl -H "x-company: 1" http://localhost:${port}/api/rooms`);
});
