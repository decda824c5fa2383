// message: Type 'true' is not assignable to type 'string | number | null | undefined'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.list().filter({ author: true });
