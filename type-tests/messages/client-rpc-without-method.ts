// message: Expected 3 arguments, but got 2.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.rpc(1, "publish");
