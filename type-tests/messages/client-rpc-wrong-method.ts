// message: Type '"POST"' is not assignable to type '"PUT"'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.rpc(1, "publish", { method: "POST" });
