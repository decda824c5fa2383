// message: Argument of type '"publsh"' is not assignable to parameter of type '"notify" | "preview" | "publish"'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.rpc(1, "publsh");
