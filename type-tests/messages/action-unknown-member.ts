// message: 'intoo' does not exist in type '{ readonly into: number; readonly at: string | Date; readonly note?: string | undefined; }'. Did you mean to write 'into'?
import { createClient } from "trestle/client";
import { type Api, at } from "../../tests/actions/tickets.js";

const client = createClient<Api>({ url: "http://localhost" });

client.tickets.command.merge(5, { intoo: 8, at });
