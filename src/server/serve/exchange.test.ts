import { expect, test } from "vitest";
import type { ServerRequest } from "../http.js";
import { Deadlines } from "../kernel/lifecycle.js";
import type { RequestState } from "../kernel/request-state.js";
import { Exchange } from "./exchange.js";
import type { Stage, ServedOperation } from "./served-operation.js";

const succeeds: Stage = (_operation, state: RequestState) => {
  state.response = { status: 204, headers: {}, body: undefined };
};
const fails = () => Promise.reject(new Error("The handler failed."));

test.each<[string, Stage, number]>([
  ["the handler succeeds", succeeds, 1000],
  ["the handler fails", fails, 1000],
  ["the timeout is over", () => new Promise<undefined>(() => {}), 1],
  ["the handler fails, without a timeout", fails, Number.POSITIVE_INFINITY],
])("throws or rejects if the framework does not accept the response: %s", async (_case, handle, timeout) => {
  const request = { report() {} } as unknown as ServerRequest; // an exchange needs nothing else of it
  const send = () => {
    throw new Error("The framework does not accept the response.");
  };
  const operation = {
    spec: { info: { kind: "deleteOne", type: "notes" } },
    api: { live: undefined },
    deadlines: new Deadlines(timeout),
    enter: () => undefined,
    handle,
  } as unknown as ServedOperation; // as above
  const respond = async () => new Exchange(operation, request, "", send).run();
  await expect(respond()).rejects.toThrow("The framework does not accept the response.");
});
