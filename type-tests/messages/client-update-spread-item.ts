// message: '"an update takes the fields that change, not a whole item: update(item.id, { title })"'
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });
const article = await client.articles.get(1);

client.articles.update(article.id, { ...article, title: "Zod 4" });
