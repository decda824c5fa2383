// message: 'comment' does not exist in type 'IncludeSomeInput<Api, "articles", "author" |
import { createClient } from "trestle/client";
import type { Api } from "../fixtures/included-comments.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.list().includeSome({ comment: { limit: 3 } });
