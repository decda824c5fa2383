import { createClient } from "trestle/client";
import type { Api } from "./api.js"; // only a type: no schema and no server code
import { port } from "./port.js";

const client = createClient<Api>({ url: `http://localhost:${port}/api` });

const { error } = await client.notes.create({ text: "Call Ann" }).safe();
if (error?.code === "network") {
  console.error(`No server responds on port ${port}. Start it in another terminal: npm run dev`);
  process.exit(1);
}
if (error) throw error;

const found = await client.notes.list().filter({ text__contains: "Ann" }).sort("-written_at");
console.log(`${found.meta.total} found. The last: ${found[0]?.text}, ${found[0]?.written_at.toDateString()}`);
