// message: NotAllowed<"this list is registered without sort">
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.categories.list({ filter: { name: "a" } }).sort("name");
