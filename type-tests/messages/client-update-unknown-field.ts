// message: 'content' does not exist in type '{ readonly title?: string | undefined;
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.update(1, { content: "" });
