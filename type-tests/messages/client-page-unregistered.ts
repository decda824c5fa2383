// message: NotAllowed<"this list is registered without page">
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.users.related(1, "articles").page(1);
