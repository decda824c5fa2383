// message: Property 'reset' does not exist on type 'RelationshipClient<Api, "articles", "categories">'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.relationship(1, "categories").reset([1]);
