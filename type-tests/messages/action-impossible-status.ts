// message: and '410' have no overlap.
import { createClient } from "trestle/client";
import { type Api, at } from "../../tests/actions/tickets.js";

const client = createClient<Api>({ url: "http://localhost" });

const { error } = await client.tickets.command.merge(5, { into: 8, at }).safe();
if (error?.status === 410) throw error;
