// message: Property 'comments' does not exist on type '{ readonly type: "articles"; readonly id: string;
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

async function show(): Promise<number> {
  const article = await client.articles.get(1);
  return article.comments.length;
}
show();
