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
const port = Number(process.env.PORT ?? 3000);
const server = serve({ fetch, port, hostname: "127.0.0.1" }, () => {
  console.log(`Try: curl -H "x-company: 1" http://localhost:${port}/api/rooms`);
});
server.on("error", ({ message }) => {
  console.error(`${message}. If another program uses the port, write PORT=${port + 1} before the command.`);
  process.exit(1);
});
