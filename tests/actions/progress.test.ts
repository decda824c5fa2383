import { createClient, type Progress } from "trestle/client";
import type { ApiOf } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { expect, onTestFinished, test, vi } from "vitest";
import { describeServers } from "../support/serve.js";
import { uploadApi } from "./upload-api.js";

interface Api extends ApiOf<typeof uploadApi> {}

const at = new Date("2026-01-31T12:00:00Z");

/** Reports, and what must be true of all of them: they grow, and the last one is the whole body. */
function recorder() {
  const seen: Progress[] = [];
  const check = () => {
    const counts = seen.map(({ sent }) => sent);
    expect(counts).toEqual([...counts].sort((one, other) => one - other));
    expect(new Set(seen.map(({ total }) => total)).size).toBe(1);
    expect(seen.at(-1)?.sent).toBe(seen[0]?.total);
  };
  return { seen, check, onProgress: (progress: Progress) => void seen.push(progress) };
}

describeServers("the progress of an upload", (serve) => {
  async function connect() {
    const { origin } = await serve(uploadApi as never);
    return createClient<Api>({ url: `${origin}/api` });
  }

  test("is reported in steps, up to the size of the body", async () => {
    const client = await connect();
    const { seen, check, onProgress } = recorder();
    const file = new File([new Uint8Array(3_000_000)], 'a "b"\n日本.bin', { type: "application/x-test" });
    const stored = await client.command.upload({ file, at, note: "Grüße" }, { onProgress });
    expect(stored).toEqual({ name: file.name, type: file.type, size: file.size, at });
    check();
    expect(seen.length).toBeGreaterThan(5);
    expect(seen[0]?.total).toBeGreaterThan(3_000_000);
    expect(seen[0]?.total).toBeLessThan(3_001_000);
  });

  test("is reported for JSON, and not for a command without a body", async () => {
    const client = await connect();
    const { seen, check, onProgress } = recorder();
    expect(await client.command.say({ text: "Grüße" }, { onProgress })).toBe(5);
    check();
    expect(seen[0]?.total).toBe(new TextEncoder().encode('{"text":"Grüße"}').byteLength);
    await client.command.ping(undefined, { onProgress: () => expect.unreachable() });
  });

  test("leaves errors, headers and signals as they are without it", async () => {
    const client = await connect();
    const { onProgress } = recorder();
    const big = new File([new Uint8Array(9_000_000)], "big.bin");
    const { error } = await client.command.upload({ file: big }, { onProgress }).safe();
    expect(error).toMatchObject({ status: 422, fields: { file: [expect.stringContaining("8")] } });
    const controller = new AbortController();
    const abort = () => controller.abort();
    const aborted = client.command.upload({ file: big }, { onProgress: abort, signal: controller.signal });
    await expect(aborted).rejects.toMatchObject({ code: "aborted" });
    const never = client.command.upload({ file: big }, { onProgress, signal: AbortSignal.abort() });
    await expect(never).rejects.toMatchObject({ code: "aborted" });
  });
});

describeServers("an onProgress that fails", (serve) => {
  test.each([
    [
      "throws",
      () => {
        throw new Error("It has no bar.");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("It has no bar.");
      },
    ],
  ])("%s is reported once, and the upload continues", async (_, onProgress) => {
    const { origin } = await serve(uploadApi as never);
    const client = createClient<Api>({ url: `${origin}/api` });
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const uncaught = vi.fn();
    process.on("uncaughtException", uncaught).on("unhandledRejection", uncaught);
    onTestFinished(() => {
      process.off("uncaughtException", uncaught).off("unhandledRejection", uncaught);
      log.mockRestore();
    });
    const file = new File([new Uint8Array(3_000_000)], "a.bin");
    expect(await client.command.upload({ file }, { onProgress })).toMatchObject({ size: 3_000_000 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(log.mock.calls).toEqual([[new Error("It has no bar.")]]);
    expect(uncaught).not.toHaveBeenCalled();
  });
});

test("the client's own fetch gets the measured request", async () => {
  const { check, onProgress } = recorder();
  const types: (string | null)[] = [];
  const handle = fetchHandler(uploadApi);
  const client = createClient<Api>({
    url: "http://localhost",
    headers: { "x-app": "own" },
    fetch: (request) => {
      types.push(request.headers.get("content-type"), request.headers.get("x-app"));
      return handle(request);
    },
  });
  const stored = await client.command.upload({ file: new File(["Hello"], "a.txt") }, { onProgress });
  expect(stored).toEqual({ name: "a.txt", type: "application/octet-stream", size: 5 });
  expect(types).toEqual([expect.stringMatching(/^multipart\/form-data; boundary=/), "own"]);
  check();
});
