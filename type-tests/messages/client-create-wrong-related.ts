// message: Type 'boolean' is not assignable to type 'string | number | Identifier<"articles">'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.comments.create({ text: "", article: true });
