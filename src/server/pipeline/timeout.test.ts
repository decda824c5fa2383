import { expect, test } from "vitest";
import type { ServerRequest } from "../http.js";
import { RequestState } from "./request-state.js";
import { withTimeout } from "./timeout.js";

const fails = () => Promise.reject(new Error("The step failed."));

test.each([
  ["the steps succeed", () => Promise.resolve(undefined), 1000],
  ["a step fails", fails, 1000],
  ["the timeout is over", () => new Promise<undefined>(() => {}), 1],
  ["a step fails, without a timeout", fails, Number.POSITIVE_INFINITY],
])("rejects if the framework does not accept the response: %s", async (_case, run, timeout) => {
  const request = { report() {} } as unknown as ServerRequest; // the timeout needs nothing else of it
  const send = () => {
    throw new Error("The framework does not accept the response.");
  };
  const response = withTimeout(
    run(),
    timeout,
    new RequestState(request, ""),
    { kind: "deleteOne", type: "notes" },
    { respond: send, fail: send, late: () => {} },
  );
  await expect(response).rejects.toThrow("The framework does not accept the response.");
});
