import { trestle, toMany } from "trestle";
import { createClient, PreconditionFailed } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { QueryClient, MutationObserver } from "@tanstack/query-core";
import { mutationOptions } from "trestle/query";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeServers } from "../support/serve.js";

function makeApi() {
  const t = trestle();
  const attributes = { title: z.string(), at: z.date(), version: z.int32() };
  const articles = t.resource("articles", {
    id: z.int32(),
    attributes,
    relationships: { tags: toMany("tags", { id: z.string(), linkage: true }) },
    createFields: ["title"],
    editFields: ["title"],
    version: "version",
  });
  const tags = t.resource("tags", { id: z.string(), attributes: {} });
  const data = memoryData();
  const at = new Date(86_400_000);
  const source = data.source(articles, {
    rows: [{ id: 1, title: "one", at, version: 1, tags: [] }],
    values: () => ({ at }),
  });
  data.source(tags, { rows: [{ id: "a" }] });
  const routes = {
    articles: articles.routes(
      articles.getMany(source.getMany),
      articles.getOne(source.getOne),
      articles.createOne(source.createOne),
      articles.editOne(source.editOne),
      articles.deleteOne(source.deleteOne),
      articles.addToRelationship("tags", source.addToRelationship("tags")),
      articles.getRelationship("tags", source.getRelationship("tags")),
    ),
    tags: tags.routes(),
  };
  return t.router(routes, { transaction: data.transaction });
}

describeServers("the client's versions", (serve) => {
  test("an update of an item is refused if somebody else changed it, and the error has the current one", async () => {
    const api = makeApi();
    const { origin } = await serve(api);
    const client = createClient<typeof api>({ url: `${origin}/api` });
    const mine = await client.articles.get(1);
    const theirs = await client.articles.get(1);
    expect(await client.articles.update(theirs, { title: "theirs" })).toMatchObject({ title: "theirs", version: 2 });
    const { error } = await client.articles.update(mine, { title: "mine" }).safe();
    if (!(error instanceof PreconditionFailed)) throw new Error("expected a 412");
    expect(error).toMatchObject({ status: 412, code: "version_mismatch" });
    expect(error.current).toEqual({
      type: "articles",
      id: "1",
      title: "theirs",
      at: new Date(86_400_000),
      version: 2,
      tags: [],
    });
    expect(await client.articles.update(error.current, { title: "mine" })).toMatchObject({ title: "mine", version: 3 });
    expect(await client.articles.update(1, { title: "unguarded" })).toMatchObject({ version: 4 });
  });

  test("deletes and changes of relationships take the item, too", async () => {
    const api = makeApi();
    const { origin } = await serve(api);
    const client = createClient<typeof api>({ url: `${origin}/api` });
    const article = await client.articles.get(1);
    await client.articles.relationship(article, "tags").add(["a"]);
    expect(await client.articles.relationship(article, "tags").get()).toEqual([{ type: "tags", id: "a" }]);
    const { error } = await client.articles.relationship(article, "tags").add(["a"]).safe();
    expect(error).toMatchObject({ code: "version_mismatch", current: { version: 2, tags: [{ id: "a" }] } });
    expect((await client.articles.delete(article).safe()).error).toMatchObject({ status: 412 });
    await client.articles.delete(await client.articles.get(1));
    expect((await client.articles.get(1).safe()).error).toMatchObject({ status: 404 });
  });

  test("an item of a list, of a create, and a copy of one are guarded as well", async () => {
    const api = makeApi();
    const { origin } = await serve(api);
    const client = createClient<typeof api>({ url: `${origin}/api` });
    const created = await client.articles.create({ title: "new" });
    expect(await client.articles.update(created, { title: "edited" })).toMatchObject({ version: 2 });
    const [first] = await client.articles.list();
    if (!first) throw new Error("unreachable");
    for (const copy of [{ ...first }, structuredClone(first), JSON.parse(JSON.stringify(first))]) {
      expect(await client.articles.update({ ...copy, version: first.version }, { title: "copy" })).toBeDefined();
      const { error } = await client.articles.update(copy, { title: "stale" }).safe();
      expect(error).toMatchObject({ code: "version_mismatch" });
      Object.assign(first, await client.articles.get(1));
    }
  });
});

test("an item whose version is unknown is refused before anything is sent", async () => {
  const sent: string[] = [];
  const api = makeApi();
  const handle = fetchHandler(api);
  const fetch = (request: Request) => {
    sent.push(request.method);
    return handle(request);
  };
  const client = createClient<typeof api>({ url: "http://x", fetch });
  const item = { type: "articles", id: "1", version: 1 } as const;
  const unread = await client.articles.update(item, { title: "x" }).safe();
  expect(unread.error).toMatchObject({ code: "not_sent" });
  expect(unread.error?.message).toContain('does not know the version of "articles"');
  expect(sent).toEqual([]);
  const some = await client.articles.get(1, { fields: { articles: ["title"] } });
  const { error } = await client.articles.update(some as never, { title: "x" }).safe();
  expect(error?.message).toContain(
    'This item of "articles" has no "version", which is its version. Add "version" to fields.',
  );
  const other = await client.articles.delete({ ...item, type: "tags" } as never).safe();
  expect(other.error?.message).toContain('"articles" cannot change an item of "tags"');
  expect(sent).toEqual(["GET"]);
});

test("the item is copied when the call is made", async () => {
  const api = makeApi();
  const client = createClient<typeof api>({ url: "http://x", fetch: fetchHandler(api) });
  const article = { ...(await client.articles.get(1)) };
  const call = client.articles.update(article, { title: "edited" });
  article.version = 7;
  expect(await call).toMatchObject({ version: 2 });
});

test("a mutation takes the item as its id, also if it is shown at once", async () => {
  const api = makeApi();
  const client = createClient<typeof api>({ url: "http://x", fetch: fetchHandler(api) });
  const article = await client.articles.get(1);
  for (const optimistic of [false, true]) {
    const options = mutationOptions(client.articles, "update", { optimistic });
    const update = new MutationObserver(new QueryClient(), options);
    const current = await client.articles.get(1);
    await update.mutate({ id: current, title: "edited" });
    await expect(update.mutate({ id: article, title: "stale" })).rejects.toMatchObject({
      code: "version_mismatch",
      current: { title: "edited" },
    });
  }
  const remove = new MutationObserver(
    new QueryClient(),
    mutationOptions(client.articles, "delete", { optimistic: true }),
  );
  await expect(remove.mutate(article)).rejects.toMatchObject({ status: 412 });
  await remove.mutate(await client.articles.get(1));
});
