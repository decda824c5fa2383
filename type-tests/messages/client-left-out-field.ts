// message: Property 'content' does not exist on type '{ readonly type: "articles"; readonly id: string; readonly title: string; }'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

async function show(): Promise<string> {
  const article = await client.articles.get(1).fields({ articles: ["title"] });
  return article.content;
}
show();
