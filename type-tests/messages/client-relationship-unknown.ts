// message: Argument of type '"editor"' is not assignable to parameter of type '"author" | "categories" | "comments" | "cover" | "owner"'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.relationship(1, "editor");
