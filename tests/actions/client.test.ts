import { trestle } from "trestle";
import { createClient, NotFound, Unexpected } from "trestle/client";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { describeServers } from "../support/serve.js";
import { type Api, api, at, t } from "./tickets.js";

describeServers("a client of actions", (serve) => {
  async function connect() {
    const log: string[] = [];
    const context: object = { context: t.context(() => ({ user: "ann", log })) };
    const { origin } = await serve(api as never, context); // the type of `serve` is for APIs without a context
    const sent: Request[] = [];
    const client = createClient<Api>({
      url: `${origin}/api`,
      fetch: (request) => {
        sent.push(request.clone());
        return fetch(request);
      },
    });
    return { client, log, sent };
  }

  describe("a command", () => {
    test("of a resource returns an item with its includes", async () => {
      const { client, log } = await connect();
      const merged = await client.tickets.command.merge(5, { into: 8, at }, { include: ["author"] });
      expect(merged).toMatchObject({ type: "tickets", id: "8", created_at: at, author: { id: "7", name: "ann" } });
      expect(log).toEqual(["merge 5 into 8 true"]);
      const plain = await client.tickets.command.merge("5", { into: 8, at: at.toISOString() });
      expect(plain.author).toEqual({ type: "users", id: "7" });
    });

    test("of the API returns a value", async () => {
      const { client, sent } = await connect();
      expect(await client.command.reindex({ deep: true })).toEqual({ jobs: 2 });
      expect(sent[0]?.headers.get("content-type")).toBe("application/json");
    });

    test("without a result returns undefined", async () => {
      const { client, log } = await connect();
      expect(await client.tickets.command.close(5)).toBeUndefined();
      expect(log).toEqual(["close 5"]);
    });

    test("has typed errors with the names of its input", async () => {
      const { client } = await connect();
      const { error } = await client.tickets.command.merge(5, { into: 9, at }).safe();
      expect(error).toMatchObject({ status: 409, code: "already_merged", name: "Conflict" });
      expect({ ...error?.fields }).toEqual({ into: ["It was merged before."] });
      const invalid = await client.tickets.command.merge(5, { into: 1.5, at, note: "x" }).safe();
      expect(Object.keys(invalid.error?.fields ?? {})).toEqual(["into", "note"]);
      await expect(client.tickets.command.merge("nope", { into: 1, at })).rejects.toBeInstanceOf(NotFound);
    });

    test("copies its input before it sends it", async () => {
      const { client, log } = await connect();
      const input = { into: 8, at };
      const call = client.tickets.command.merge(5, input);
      input.into = 9;
      await call;
      expect(log).toEqual(["merge 5 into 8 false"]);
    });

    test("is refused before it is sent if its input cannot travel", async () => {
      const { client, sent } = await connect();
      const { error } = await client.command.reindex({ deep: (() => true) as never }).safe();
      expect(error).toMatchObject({ code: "not_sent", message: expect.stringContaining('"deep" is a function') });
      const missing = await client.tickets.command.merge(null as never, { into: 1, at }).safe();
      expect(missing.error).toMatchObject({ code: "not_sent" });
      const text = await client.command.reindex("all" as never).safe();
      expect(text.error).toMatchObject({ code: "not_sent", message: expect.stringContaining("must be an object") });
      expect(sent).toEqual([]);
    });

    test("is aborted by a signal, and sends the headers of the call", async () => {
      const { client, sent } = await connect();
      const { error } = await client.command.reindex({ deep: true }, { signal: AbortSignal.abort() }).safe();
      expect(error?.code).toBe("aborted");
      await client.command.reindex({ deep: true }, { headers: { "x-call": "1" } });
      expect(sent.map(({ headers }) => headers.get("x-call"))).toEqual(["1"]);
    });
  });

  describe("a query", () => {
    test("returns a value with its types", async () => {
      const { client, sent } = await connect();
      const read = client.tickets.query.stats({ since: at, tags: ["a", "b"] });
      expect(sent).toEqual([]); // lazy
      expect(await read).toEqual({ count: 2, since: at, ids: new Set([1n]) });
      expect(await read).toBe(await read);
      expect(await read.fetch()).toEqual(await read);
      expect(sent).toHaveLength(2);
      const { error } = await client.tickets.query.stats({ since: "x" }).safe();
      expect(error).toMatchObject({ status: 400, code: "invalid_parameter" });
    });

    test("has the same sentences for its fields as a command", async () => {
      const own = trestle();
      const input = z.object({
        q: z.string().min(1, "Write something."),
        tags: z.array(z.string().max(1, "Too long.")),
      });
      const search = own.query({ input, output: z.string() }, () => "");
      const save = own.command({ input }, () => {});
      const ownApi = own.router({}, { actions: { search, save } });
      const { origin } = await serve(ownApi as never);
      const client = createClient<typeof ownApi>({ url: `${origin}/api` });
      const wrong = { q: "", tags: ["a", "bc"] };
      const fields = { q: ["Write something."], "tags.1": ["Too long."] };
      const command = await client.command.save(wrong).safe();
      const query = await client.query.search(wrong).safe();
      expect([{ ...command.error?.fields }, { ...query.error?.fields }]).toEqual([fields, fields]);
      expect(query.error?.errors.map(({ source }) => source)).toEqual([{ parameter: "q" }, { parameter: "tags" }]);
    });

    test("of a resource returns rows", async () => {
      const { client } = await connect();
      const similar = await client.tickets.query.similar(5, undefined, { include: ["author"] });
      expect(similar.map(({ id, author }) => [id, author.name])).toEqual([["6", "ann"]]);
    });
  });

  describe("a stream", () => {
    test("gives typed events until it ends", async () => {
      const { client, log } = await connect();
      const stream = client.tickets.stream.changes();
      const seen: unknown[] = [];
      for await (const { event, data } of stream) seen.push(event === "changed" ? [data.id, data.at] : data);
      expect(seen).toEqual([...[1, 2, 3, 4].map((id) => [id, at]), 9]);
      expect(stream.lastId).toBe("4");
      expect(log).toEqual(["stream from start", "stream over"]);
    });

    test("begins behind an event", async () => {
      const { client, log } = await connect();
      const ids: unknown[] = [];
      const stream = client.tickets.stream.changes({}, { after: "3" });
      for await (const { id } of stream) ids.push(id);
      expect(ids).toEqual(["4", undefined]);
      for await (const { id } of stream) ids.push(id); // each loop begins at the same place
      expect(ids).toEqual(["4", undefined, "4", undefined]);
      expect(log[0]).toBe("stream from 3");
    });

    test("throws the error that its handler throws", async () => {
      const { client } = await connect();
      const ids: unknown[] = [];
      const loop = async () => {
        for await (const { id } of client.tickets.stream.changes({ only: "fail" })) ids.push(id);
      };
      await expect(loop()).rejects.toMatchObject({ status: 409, code: "conflict", name: "Conflict" });
      expect(ids).toEqual(["1"]);
    });

    test("ends on the server when the loop is left, or the signal is aborted", async () => {
      const { client, log } = await connect();
      for await (const { id } of client.tickets.stream.changes({ only: "forever" })) if (id === "2") break;
      await expect.poll(() => log).toEqual(["stream from start", "stream over"]);

      const controller = new AbortController();
      const stream = client.tickets.stream.changes({ only: "forever" }, { signal: controller.signal });
      for await (const { id } of stream) if (id === "2") controller.abort();
      await expect.poll(() => log.length).toBe(4);
    });

    test("sends its position as UTF-8", async () => {
      const { client, log } = await connect();
      for await (const _ of client.tickets.stream.changes({}, { after: "ä€😀" })) break;
      expect(log[0]).toBe("stream from ä€😀");
    });
  });

  test("an unreachable server is a network error", async () => {
    const client = createClient<Api>({ url: "http://127.0.0.1:1/api" });
    const { error } = await client.command.reindex({ deep: true }).safe();
    expect(error).toBeInstanceOf(Unexpected);
    expect(error?.code).toBe("network");
  });
});
