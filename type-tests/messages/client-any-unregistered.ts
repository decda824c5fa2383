// message: NotAllowed<"this list is registered without alternatives">
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.list().any({ title__contains: "zod" });
