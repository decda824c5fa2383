// message: 'NotAllowed<"an update takes the fields that change, not a whole item: update(item.id, { title })">'
import { MutationObserver, QueryClient } from "@tanstack/query-core";
import { createClient } from "trestle/client";
import { mutationOptions } from "trestle/query";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });
const article = await client.articles.get(1);

new MutationObserver(new QueryClient(), mutationOptions(client.articles, "update")).mutate({
  ...article,
  title: "Zod",
});
