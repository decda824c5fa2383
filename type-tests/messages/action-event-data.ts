// message: Property 'at' does not exist on type 'number'.
import { createClient } from "trestle/client";
import type { Api } from "../../tests/actions/tickets.js";

const client = createClient<Api>({ url: "http://localhost" });

for await (const { event, data } of client.tickets.stream.changes()) {
  if (event === "gone") data.at;
}
