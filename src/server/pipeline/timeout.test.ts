import { expect, test } from "vitest";
import type { ServerRequest, ServerResponse } from "../http.js";
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
  const noResponse: ServerResponse = { status: 204, headers: {}, body: undefined };
  const operation = {
    info: { kind: "deleteOne", type: "notes" } as const,
    timeout,
    hasMiddleware: false,
    respond: () => noResponse,
    fail: () => noResponse,
    succeedLate: () => {},
  };
  const response = withTimeout(run(), operation, new RequestState(request, ""), send);
  await expect(response).rejects.toThrow("The framework does not accept the response.");
});
