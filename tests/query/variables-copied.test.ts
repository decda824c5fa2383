import { MutationObserver, QueryClient } from "@tanstack/query-core";
import { createClient } from "trestle/client";
import { infiniteQueryOptions, mutationOptions, queryOptions } from "trestle/query";
import { expect, test } from "vitest";
import type { Api } from "../support/newsroom/api.js";

function recorded() {
  const sent: string[] = [];
  const client = createClient<Api>({
    url: "http://localhost/api",
    fetch: async (request) => {
      const line = `${request.method} ${decodeURIComponent(request.url)} ${await request.clone().text()}`;
      sent.push(line.replace("http://localhost/api", ""));
      const data = request.method === "GET" ? [] : { type: "articles", id: "1" };
      return Response.json({ data }, { headers: { "content-type": "application/vnd.api+json" } });
    },
  });
  return { client, sent };
}

test("a query requests what its key contains, even if the caller changes the argument later", async () => {
  const { client, sent } = recorded();
  const filter = { author: 1 };
  const fields = { articles: ["title" as const] };
  const read = client.articles.list().filter(filter).fields(fields);
  const [options, infinite] = [queryOptions(read), infiniteQueryOptions(read)];
  filter.author = 2;
  fields.articles.pop();
  await new QueryClient().fetchQuery(options);
  await new QueryClient().fetchInfiniteQuery(infinite);
  const url = "GET /articles?filter[author]=1&fields[articles]=title ";
  expect(sent).toEqual([url, url]);
  expect(options.queryKey.at(-1)).toEqual({ filter: { author: "1" }, fields: { articles: ["title"] } });
});

test.each([{}, { optimistic: true }])("a mutation sends the variables of its call: %o", async (settings) => {
  const { client, sent } = recorded();
  const update = new MutationObserver(new QueryClient(), mutationOptions(client.articles, "update", settings));
  const variables = { id: 1, title: "A", categories: [1] };
  const done = update.mutate(variables);
  variables.title = "B";
  variables.categories.push(2);
  await done;
  const rpc = new MutationObserver<unknown, Error, object>(
    new QueryClient(),
    mutationOptions(client.articles as never, "rpc", "publish" as never) as object,
  );
  const body = { at: new Date(0), list: [1] };
  const called = rpc.mutate({ id: 1, body });
  body.at.setTime(5);
  body.list.push(2);
  await called;
  expect(sent).toEqual([
    'PATCH /articles/1 {"data":{"type":"articles","id":"1","trestle:fields":{"title":"A","categories":[1]}}}',
    'POST /articles/1/publish {"at":"1970-01-01T00:00:00.000Z","list":[1]}',
  ]);
});

test("a fetched resource is sent as its identifier, also in a mutation", async () => {
  const { client, sent } = recorded();
  const user = await client.users.create({ username: "x" } as never); // any resource that was read
  const update = new MutationObserver(new QueryClient(), mutationOptions(client.articles, "update"));
  await update.mutate({ id: 1, author: user as never, categories: [user] } as never);
  const identifier = '{"type":"articles","id":"1"}'; // as it was read
  expect(sent.at(-1)).toContain(`"trestle:fields":{"author":${identifier},"categories":[${identifier}]}`);
});
