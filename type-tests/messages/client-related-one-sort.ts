// message: Property 'sort' does not exist on type 'Single<Api, "users", never, {}, "articles.author">'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.related(1, "author").sort("username");
