// message: Property 'length' does not exist on type 'Collection<Api, "articles", never, {}, "list">'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.list().length;
