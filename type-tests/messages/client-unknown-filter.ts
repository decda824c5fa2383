// message: Object literal may only specify known properties, and 'title' does not exist in type '{ readonly title__contains?: string | undefined;
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.list().filter({ title: "zod" });
