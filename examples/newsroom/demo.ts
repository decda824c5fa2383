import { createServer } from "./app.js";
import { walk } from "./client.js";
import { connect } from "./db/connect.js";
import { seed } from "./db/seed.js";

/** Starts a newsroom of its own on a free port, walks the client through it, and ends it. */
const connection = await connect();
await seed(connection.db);
const server = await createServer(connection);
try {
  const url = await server.listen({ port: 0 });
  console.log(`The newsroom's API is at ${url}/api for the time of this walk.`);
  await walk(`${url}/api`);
} finally {
  await server.close();
}
