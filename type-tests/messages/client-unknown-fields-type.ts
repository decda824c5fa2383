// message: NotAllowed<"neither this operation nor any of its include paths gives "comments"">
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.list().fields({ comments: ["text"] });
