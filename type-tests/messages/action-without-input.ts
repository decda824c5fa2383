// message: Expected 2-3 arguments, but got 1.
import { createClient } from "trestle/client";
import type { Api } from "../../tests/actions/tickets.js";

const client = createClient<Api>({ url: "http://localhost" });

client.tickets.command.merge(5);
