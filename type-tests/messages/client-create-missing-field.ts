// message: Property 'size' is missing in type '{ id: string; }' but required in type '{ readonly id: string; readonly size: number; }'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.files.create({ id: "7a1c" });
