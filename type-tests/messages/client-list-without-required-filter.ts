// message: Property 'name' is missing in type '{ kind: string; }' but required in type '{ readonly name: string; readonly kind?: string | undefined; }'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.categories.list({ filter: { kind: "x" } });
