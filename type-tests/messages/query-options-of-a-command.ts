// message: a command is a change: pass it, without a call, to mutationOptions
import { createClient } from "trestle/client";
import { queryOptions } from "trestle/query";
import type { Api } from "../../tests/actions/tickets.js";

const client = createClient<Api>({ url: "http://localhost" });

queryOptions(client.tickets.command.close(5));
