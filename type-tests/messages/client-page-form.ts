// message: Type '2' has no properties in common with type '{ readonly offset?: number | undefined; readonly limit?: number | undefined; }'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.list().page(2);
