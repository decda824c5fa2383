// message: Property 'username' does not exist on type 'Identifier<"users">'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

async function show(): Promise<string> {
  const article = await client.articles.get(1);
  return article.owner.username;
}
show();
