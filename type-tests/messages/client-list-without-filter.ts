// message: NotAllowed<"this list requires filters: pass list({ filter })">
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.categories.list();
