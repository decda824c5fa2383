import { createServer } from "./app.js";
import { connect } from "./db/connect.js";
import { seed } from "./db/seed.js";

/** PORT and HOST say where to listen, DATABASE_URL or DATA_DIR where the data are; see README.md. */
const { PORT, HOST, DATABASE_URL, DATA_DIR } = process.env;

const SECONDS_TO_END = 10;

const port = Number(PORT || 3000);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`PORT is "${PORT}". Write a whole number from 0 to 65535, for example PORT=3001 npm start`);
  process.exit(1);
}

let close = async () => {};
let ending = false;
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, end);

const connection = await connect({ url: DATABASE_URL, dataDir: DATA_DIR });
await seed(connection.db);
const server = await createServer(connection);
close = () => server.close();

// The first request is slow, because Fastify and the database prepare what later requests reuse. So the server sends it to itself.
await server.inject("/api/articles?include=author,categories&sort=-created_at");

const url = await server.listen({ port, host: HOST || "localhost" }).catch((error: unknown) => {
  if (Object(error).code !== "EADDRINUSE") throw error;
  console.error(`Another program uses port ${port}. Take another one: PORT=${port + 1} npm start`);
  process.exit(1);
});
console.log(`The newsroom is open, ${describeDatabase()}:
  ${url}/               the back office
  ${url}/api            the API: links to all of it
  ${url}/api/articles   a list
  ${url}/api/docs       the API's description, to read
Try:
  curl -g '${url}/api/articles?include=author&sort=-created_at&page[limit]=2'
  curl -g '${url}/api/articles?filter[title][contains]=harbour&fields[articles]=title'
  curl -X POST '${url}/api/articles/3/publish'`);

function describeDatabase(): string {
  if (DATABASE_URL) return "on the Postgres of DATABASE_URL";
  return DATA_DIR ? `on PGlite in ${DATA_DIR}` : "on PGlite in memory";
}

/** Answers what is under way, closes the database and exits. */
async function end() {
  // The same signal may come twice: Ctrl-C goes to npm as well, which passes it on.
  if (ending) return;
  ending = true;
  setTimeout(() => process.exit(1), SECONDS_TO_END * 1000).unref();
  await close();
  process.exit(0);
}
