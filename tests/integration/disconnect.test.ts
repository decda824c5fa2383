import { connect } from "node:net";
import { expect, test } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import { PATIENCE } from "../support/patience.js";

describeAdapters("a client that goes away", (newsroom) => {
  async function until(condition: () => boolean): Promise<void> {
    const end = performance.now() + PATIENCE;
    while (!condition()) {
      if (performance.now() > end) throw new Error(`It did not happen. Trace: ${newsroom.store.trace.join(", ")}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  test.each([
    ["an operation", "GET /api/faults/forever/user"],
    ["an rpc", "GET /api/faults/forever/wait"],
  ])("aborts the signal of %s", async (_, line) => {
    const { port } = new URL(newsroom.origin);
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`${line} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until(() => newsroom.store.trace.includes("waiting"));
    expect(newsroom.store.trace).not.toContain("aborted");
    socket.destroy();
    await until(() => newsroom.store.trace.includes("aborted"));
    expect((await newsroom.send("GET /articles/1")).status).toBe(200);
    expect(newsroom.logged).toEqual([]);
  });

  test("an answered request never aborts its signal", async () => {
    await newsroom.send("GET /faults/slow/user");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(newsroom.store.trace).toContain("slow ends");
    expect(newsroom.store.trace).not.toContain("aborted");
  });
});
