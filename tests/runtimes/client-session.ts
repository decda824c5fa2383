import { createClient, NotFound, ResponseError } from "trestle/client";
import type { FetchHandler } from "trestle/fetch";
import type { Api } from "../support/newsroom/api.js";

/** What a client of the newsroom reads, writes and is refused, as JSON: the same wherever it runs. */
export async function clientSession(serve: FetchHandler): Promise<unknown> {
  const client = createClient<Api>({ url: "http://localhost/api", fetch: serve });
  const page = await client.articles
    .list()
    .include("author", "categories")
    .sort("-title")
    .page({ offset: 0, limit: 3 });
  const made = await client.articles.create({ title: "Made here", content: "x", author: 1 });
  const failed = await client.articles.get(9999).then(
    () => "found",
    (error: unknown) => [error instanceof NotFound, error instanceof ResponseError && error.errors],
  );
  const dates = page.map(({ created_at }) => created_at instanceof Date && created_at.getTime());
  return { page, meta: page.meta, dates, made: made.title, failed };
}
