// message: 'lang' does not exist in type '{ readonly locale?: "de" | "en" | undefined; }'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.list().extra({ lang: "de" });
