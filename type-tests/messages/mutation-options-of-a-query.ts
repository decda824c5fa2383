// message: a query changes nothing: call it, and pass the result to queryOptions
import { createClient } from "trestle/client";
import { mutationOptions } from "trestle/query";
import type { Api } from "../../tests/actions/tickets.js";

const client = createClient<Api>({ url: "http://localhost" });

mutationOptions(client.tickets.query.similar);
