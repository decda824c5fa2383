// message: NotAllowed<"the related list of this path is not registered with included: true">
import { createClient } from "trestle/client";
import type { Api } from "../fixtures/included-comments.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.list().includeSome({ author: { limit: 3 } });
