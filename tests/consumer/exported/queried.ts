import { QueryClient } from "@tanstack/query-core";
import { createClient, type ResourceName } from "trestle/client";
import { atomicOptions, connectQueries, infiniteQueryOptions, mutationOptions, queryOptions } from "trestle/query";
import type { Api } from "./declared.js";

const client = createClient<Api>({ url: "/api" });
const { articles, users } = client;
const getWhole = articles.get("a", { include: ["author", "others"], fields: { users: ["name"] } });
const usersWithArticles = users.list({ filter: { q: "a" } }).include("articles");

export const articleOptions = queryOptions(getWhole);
export const selected = queryOptions(getWhole, { select: (article) => article.author });
export const listOptions = queryOptions(usersWithArticles);
export const relatedOptions = queryOptions(users.related("1", "articles"));
export const statsOptions = queryOptions(articles.query.stats());
export const similarOptions = queryOptions(articles.query.similar("a", undefined, { include: ["author"] }));
export const idsOptions = queryOptions(users.relationship("1", "articles").get());
export const articleOptionsOf = (id: string) => queryOptions(articles.get(id, { include: ["author"] }));
export const endless = infiniteQueryOptions(usersWithArticles);
export const endlessArticles = infiniteQueryOptions(articles.list(), { select: ({ pages }) => pages.flat() });
export const createOptions = mutationOptions(articles, "create", { retry: 3 });
export const updateOptions = mutationOptions(articles, "update", { optimistic: true });
export const deleteOptions = mutationOptions(users, "delete");
export const addOptions = mutationOptions(users, "add", "articles");
export const setOptions = mutationOptions(articles, "set", "author");
export const rpcOptions = mutationOptions(articles, "rpc", "download");
export const mergeOptions = mutationOptions(articles.command.merge, { include: ["author"] });
export const closeOptions = mutationOptions(articles.command.close);
export const importOptions = mutationOptions(articles.command.importAll);
export const loginOptions = mutationOptions(client.command.login);
export const batchOptions = atomicOptions(client, (tx, title: string) => tx.articles.create({ title, author: null }), {
  retry: 2,
});
export const queryClient = new QueryClient();
export const cached = queryClient.getQueryData(articleOptions.queryKey);
export const disconnect = connectQueries(queryClient, client, { live: true, onRefetch: console.log });

export const updating = <Name extends ResourceName<Api, "update">>(name: Name) =>
  mutationOptions(client[name], "update");
export const reading = <Name extends ResourceName<Api, "get">>(name: Name) => queryOptions(client[name].get("1"));
