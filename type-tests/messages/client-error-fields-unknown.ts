// message: Did you mean 'into'?
import { createClient } from "trestle/client";
import { type Api, at } from "../../tests/actions/tickets.js";

const client = createClient<Api>({ url: "http://localhost" });

const { error } = await client.tickets.command.merge(5, { into: 8, at }).safe();
if (error?.status === 422) error.fields.intoo;
