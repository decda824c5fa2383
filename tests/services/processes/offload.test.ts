import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../support/documents.js";
import { makeProject } from "./offload/built-package.js";

let project: Awaited<ReturnType<typeof makeProject>>;
beforeAll(async () => {
  project = await makeProject();
});
afterAll(() => project?.remove());

describe.each([
  ["under tsx", ["--import", "tsx", "source/program.ts"]],
  ["built", ["built/program.js"]],
])("offload, %s", (_, args) => {
  let result: { readonly answers: readonly Json[]; readonly ticks: number };
  beforeAll(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project.folder });
    result = JSON.parse(stdout);
  });

  test("runs a synchronous, CPU-bound handler off the server's thread, which stays free", () => {
    // The handler keeps its thread busy for 800 ms. On the server's thread, no timer would run in that time.
    expect(result.ticks).toBeGreaterThan(5);
    expect(result.answers[0].document.meta.threadId).toBeGreaterThan(0);
  });

  test("arguments, UNSET, dates and the envelope cross intact", () => {
    const [edited, untouched] = result.answers;
    expect(edited).toMatchObject({
      status: 200,
      document: { data: { attributes: { title: "Busy", since: "1970-01-01T00:00:00.000Z" } } },
    });
    expect(untouched.document.data.attributes.title).toBe("unset");
  });

  test("API errors cross as themselves, and others as a 500 that tells nothing", () => {
    const [, , missing, broken] = result.answers;
    expect([missing.status, missing.document.errors[0].detail]).toEqual([404, "Not even in a worker."]);
    expect([broken.status, JSON.stringify(broken).includes("hunter2")]).toEqual([500, false]);
  });

  test("a module that cannot be loaded is a 500, and the server goes on", () => {
    const [, , , , gone, after] = result.answers;
    expect([gone.status, after.status]).toEqual([500, 200]);
  });
});
