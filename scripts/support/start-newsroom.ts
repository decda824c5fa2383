import { createServer } from "../../examples/newsroom/app.js";
import { connect } from "../../examples/newsroom/db/connect.js";
import { seed } from "../../examples/newsroom/db/seed.js";

/** A newsroom of its own, freshly seeded, on a free port. */
export async function startNewsroom(): Promise<{ url: string; stop(): Promise<void> }> {
  const connection = await connect({});
  await seed(connection.db);
  const server = await createServer(connection);
  const url = await server.listen({ port: 0, host: "127.0.0.1" });
  return { url, stop: () => server.close() };
}
