import { QueryClient } from "@tanstack/react-query";
import { createClient, type Item } from "trestle/client";
import { connectQueries } from "trestle/query";
import type { Api } from "../../api/src/api.js"; // only a type: the bundle holds no schema and no server code
import { watchedFetch } from "./setup/server-state.js";

export const client = createClient<Api>({ url: "/api", fetch: watchedFetch });
export const queryClient = new QueryClient();

export type Article = Item<Api, "articles", "author">;
export type ArticleRow = Item<Api, "articles">; // of its author, only the id

// From now on, a write refetches the queries that may show it: in this page, and in all others that are open.
connectQueries(queryClient, client, { live: true });
