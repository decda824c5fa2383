import { memoryStore, ServiceUnavailable, trestle, UnprocessableContent } from "trestle";
import { Conflict, createClient } from "trestle/client";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeServers, type Serve } from "../support/serve.js";

type Fault = "lost" | "unreachable" | undefined;

/**
 * A client whose responses get lost: the faults of its first requests.
 *
 * @param fail Throws in the handler.
 */
async function open(serve: Serve, faults: Fault[] = [], fail: () => void = () => {}, timeout?: number) {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
  const texts: string[] = [];
  const add = (text: string) => {
    fail();
    return { id: texts.push(text), text };
  };
  const routes = notes.routes(
    notes.createOne({ idempotent: true, errors: [UnprocessableContent] }, ({ input }) => add(input.text)),
  );
  const note = t.command(
    { idempotent: true, input: z.object({ text: z.string() }), output: z.int() },
    ({ input }) => add(input.text).id,
  );
  const other = t.command(() => {});
  const api = t.router({ notes: routes }, { actions: { note, other }, idempotency: { store: memoryStore() } });
  const { origin } = await serve(api as never); // its actions are no resources
  const keys: (string | null)[] = [];
  const client = createClient<typeof api>({
    url: `${origin}/api`,
    ...(timeout && { timeout }),
    fetch: async (request) => {
      keys.push(request.headers.get("idempotency-key"));
      const fault = faults.shift();
      if (fault === "unreachable") throw new TypeError("unreachable");
      const response = await fetch(request);
      if (fault === "lost") throw new TypeError("The connection broke.");
      return response;
    },
  });
  return { client, texts, keys };
}

describeServers("a client that repeats writes", (serve) => {
  test("repeats a create with one key, so that it happens once", async () => {
    const { client, texts, keys } = await open(serve, ["unreachable", "lost"]);
    const input = { text: "Hello" };
    const call = client.notes.create(input, { retry: 3 });
    input.text = "changed later";
    expect(await call).toEqual({ type: "notes", id: "1", text: "Hello" });
    expect(texts).toEqual(["Hello"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^"[0-9a-f-]{36}"$/);
    await client.notes.create(input, { retry: 3 });
    expect(texts).toHaveLength(2); // another call has another key
  });

  test("repeats a command", async () => {
    const { client, texts } = await open(serve, ["lost"]);
    expect(await client.command.note({ text: "Hello" }, { retry: 1 })).toBe(1);
    expect(texts).toEqual(["Hello"]);
  });

  test("sends the key that the caller chose, also without a retry", async () => {
    const { client, texts, keys } = await open(serve, ["lost"]);
    await expect(client.notes.create({ text: "Hello" }, { key: 'my "key"' })).rejects.toMatchObject({
      code: "network",
    });
    expect((await client.notes.create({ text: "Hello" }, { key: 'my "key"' })).id).toBe("1");
    expect(keys).toEqual(['"my \\"key\\""', '"my \\"key\\""']);
    expect(texts).toEqual(["Hello"]);
    const { error } = await client.notes.create({ text: "Other" }, { key: 'my "key"' }).safe();
    expect(error).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  });

  test("a key that no header can contain fails as any request that was not sent", async () => {
    const { client, texts } = await open(serve);
    for (const send of [
      () => client.notes.create({ text: "a" }, { key: "two\nlines" }),
      () => client.command.note({ text: "a" }, { key: "two\nlines" }),
    ]) {
      expect((await send().safe()).error).toMatchObject({ status: 0, code: "not_sent" });
      await expect(send()).rejects.toThrow("The request was not sent: ");
    }
    expect(texts).toEqual([]);
  });

  test("repeats after a 503, but not after an error that the same request would get again", async () => {
    const errors = [new ServiceUnavailable(), new UnprocessableContent("No.")];
    const { client, texts, keys } = await open(serve, [], () => {
      const error = errors.shift();
      if (error) throw error;
    });
    const { error } = await client.notes.create({ text: "Hello" }, { retry: 5 }).safe();
    expect(error).toMatchObject({ status: 422, code: "unprocessable_content" });
    expect(keys).toHaveLength(2);
    expect(texts).toEqual([]);
  });

  test("gives up after so many retries, at its timeout and when it is aborted", async () => {
    const lost: Fault[] = ["lost", "lost", "lost"];
    const bounded = await open(serve, [...lost]);
    await expect(bounded.client.notes.create({ text: "a" }, { retry: 1 })).rejects.toMatchObject({ code: "network" });
    expect(bounded.keys).toHaveLength(2);

    const limited = await open(serve, Array<Fault>(50).fill("unreachable"), () => {}, 600);
    await expect(limited.client.notes.create({ text: "a" }, { retry: 50 })).rejects.toMatchObject({ code: "timeout" });

    const aborted = await open(serve, Array<Fault>(50).fill("unreachable"));
    const controller = new AbortController();
    const call = aborted.client.notes.create({ text: "a" }, { retry: 50, signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    await expect(call).rejects.toMatchObject({ code: "aborted" });
  });

  test("waits for a first try that still runs", async () => {
    const { client, texts } = await open(serve);
    const [first, second] = await Promise.all([
      client.notes.create({ text: "Hello" }, { key: "a", retry: 3 }),
      client.notes.create({ text: "Hello" }, { key: "a", retry: 3 }),
    ]);
    expect(second).toEqual(first);
    expect(texts).toEqual(["Hello"]);
  });
});

test("only idempotent operations take a key, and their failures contain its codes", () => {
  const check = async (client: Awaited<ReturnType<typeof open>>["client"]) => {
    // @ts-expect-error -- the command is not idempotent
    await client.command.other(undefined, { retry: 1 });
    const { error } = await client.notes.create({ text: "" }, { retry: 1 }).safe();
    if (error instanceof Conflict && error.code === "request_in_progress") return;
    const { error: failure } = await client.command.note({ text: "" }, { retry: 1 }).safe();
    if (failure instanceof Conflict && failure.code === "response_withheld") return;
  };
  expect(check).toBeTypeOf("function"); // the compiler is the judge
});
