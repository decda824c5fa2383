// message: NotAllowed<"an infinite query reads the pages of a list: client.articles.list()">
import { createClient } from "trestle/client";
import { infiniteQueryOptions } from "trestle/query";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

infiniteQueryOptions(client.articles.get(1));
