// message: Property 'merg' does not exist on type 'Actions<Api, "tickets", "command">'. Did you mean 'merge'?
import { createClient } from "trestle/client";
import { type Api, at } from "../../tests/actions/tickets.js";

const client = createClient<Api>({ url: "http://localhost" });

client.tickets.command.merg(5, { into: 8, at });
