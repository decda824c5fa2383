// message: Type 'Collection<Api, "articles", never, {}, "list">' must have a '[Symbol.iterator]()' method that returns an iterator.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

for (const article of client.articles.list()) console.log(article);
