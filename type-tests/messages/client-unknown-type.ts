// message: Property 'artikels' does not exist on type 'Client<Api>'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.artikels.list();
