// message: Type '"watchers"' is not assignable to type '"author"'.
import { createClient } from "trestle/client";
import { type Api, at } from "../../tests/actions/tickets.js";

const client = createClient<Api>({ url: "http://localhost" });

client.tickets.command.merge(5, { into: 8, at }, { include: ["watchers"] });
