// message: Property 'create' does not exist on type 'ResourceClient<Api, "users">'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.users.create({ username: "ann" });
