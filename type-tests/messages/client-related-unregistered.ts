// message: Argument of type '"comments"' is not assignable to parameter of type '"author" | "categories" | "cover" | "owner"'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.related(1, "comments");
