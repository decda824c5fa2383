// message: NotAllowed<"this action has the method PUT: pass { method: "PUT" }">
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.rpc(1, "publish");
