import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { offload } from "./offload.js";

const PROGRAM = fileURLToPath(new URL("./fixtures/offload/program.ts", import.meta.url));

/** In a process of its own: under a test runner's loader, a worker would not find TypeScript. */
async function runProgram() {
  const start = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", PROGRAM], { timeout: 25_000 });
  return { ...JSON.parse(stdout), seconds: (performance.now() - start) / 1000 };
}

describe("an offloaded handler, under tsx", () => {
  let seen: Awaited<ReturnType<typeof runProgram>>;
  beforeAll(async () => {
    seen = await runProgram();
  });

  test("runs in another thread", () => {
    expect(seen.thread).toBeGreaterThan(0);
  });

  test("burns CPU and does not block the event loop", () => {
    expect(seen.burn.took).toBeGreaterThan(750);
    expect(seen.burn.gap).toBeLessThan(400);
    expect(seen.burn.ticks).toBeGreaterThan(20);
  });

  test("gets UNSET as it is, and a client's forgery as what it is", () => {
    expect(seen.unset).toBe(true);
    expect(seen.forged).toBe(false);
    expect(seen.called).toBe(true);
  });

  test("throws API errors that arrive as such", () => {
    expect(seen.conflict).toEqual({ name: "Conflict", message: "Taken.", status: 409, code: "conflict" });
    expect(seen.own).toEqual({ name: "TitleTaken", message: "Taken.", status: 409, code: "title_taken" });
    expect(seen.several).toMatchObject({ name: "ApiErrors", errors: ["Conflict", "NotFound"] });
    expect(seen.crash).toEqual({ name: "TypeError", message: "It crashed." });
  });

  test("answers with respond", () => {
    expect(seen.respond).toEqual({ data: [{ id: 1, at: "1970-01-01T00:00:00.000Z" }], total: 1 });
  });

  test("says so where the module exports none", () => {
    expect(seen.empty).toMatchObject({
      name: "TypeError",
      message: expect.stringMatching(/^offload: file:.*empty\.(js|ts) must export a function "handler"\.$/),
    });
  });

  test("ends when its request is aborted: the CPU is free again", () => {
    expect(seen.aborted).toMatchObject({ name: "AbortError" });
    expect(seen.abort).toMatchObject({ ended: { name: "AbortError" }, isStill: true });
  });

  test("does not keep the process from ending", () => {
    expect(seen.seconds).toBeLessThan(15);
  });
});

test("nothing starts before the first request", () => {
  expect(() => offload<{ handler(): void }>(new URL("file:///nowhere.js"))(() => undefined as never)).not.toThrow();
});
