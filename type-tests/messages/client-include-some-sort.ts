// message: Type '"text"' is not assignable to type
import { createClient } from "trestle/client";
import type { Api } from "../fixtures/included-comments.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.list().includeSome({ comments: { sort: ["text"] } });
