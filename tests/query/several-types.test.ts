import { QueryClient } from "@tanstack/query-core";
import { toMany, toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { connectQueries, queryOptions, type Refetch } from "trestle/query";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";

await import("../../src/query/later.js"); // loaded before the first write

test("a pin moves to a type that no document has shown: the client refetches what shows the pins of that type", async () => {
  const t = trestle();
  const articles = t.resource("articles", { id: z.int(), attributes: { title: z.string() } });
  const videos = t.resource("videos", {
    id: z.int(),
    attributes: { url: z.string() },
    relationships: { pins: toMany("pins", { linkage: true }) },
  });
  const pins = t.resource("pins", {
    id: z.int(),
    attributes: {},
    relationships: { subject: toOne(["articles", "videos"]) },
  });
  let subject: { type: "articles" | "videos"; id: number } = { type: "articles", id: 1 };
  const api = t.router({
    articles: articles.routes(),
    videos: videos.routes(videos.getMany(() => [{ id: 7, url: "/v", pins: subject.type === "videos" ? [1] : [] }])),
    pins: pins.routes(
      pins.getMany(() => [{ id: 1, subject }]),
      pins.editRelationship("subject", ({ related }) => {
        subject = related;
      }),
    ),
  });
  const client = createClient<typeof api>({ url: "http://localhost", fetch: fetchHandler(api) });
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const refetched: Refetch[] = [];
  onTestFinished(connectQueries(queries, client, { onRefetch: (refetch) => refetched.push(refetch) }));
  onTestFinished(() => queries.clear());
  const list = queryOptions(client.videos.list());
  await queries.fetchQuery(queryOptions(client.pins.list()));
  await queries.fetchQuery(list);

  await client.pins.relationship(1, "subject").set({ type: "videos", id: "7" });
  await vi.waitFor(() => expect(refetched.map(({ queryKey }) => queryKey[2])).toContain("videos"));
});
