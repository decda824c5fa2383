// message: 'opened' does not exist in type '{ readonly open?: boolean | undefined; readonly created__gte?: string | Date | undefined; }'
import { createClient } from "trestle/client";
import type { Api } from "../fixtures/included-comments.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.articles.list().includeSome({ comments: { filter: { opened: true } } });
