// message: Argument of type '"-content"' is not assignable to parameter of type '"-created_at" | "-title" | "created_at" | "title"'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.list().sort("-content");
