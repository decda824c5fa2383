import { expect, test } from "vitest";
import type { ReceivedRequest } from "../http.js";
import { Deadlines, type RequestState } from "../kernel/request-state.js";
import { Exchange } from "./service.js";
import type { Stage, ServedOperation } from "./served-api.js";

const succeeds: Stage = async (_operation, state: RequestState) => {
  state.response = { status: 204, headers: {}, body: undefined };
};
const fails = () => Promise.reject(new Error("The handler failed."));

test.each<[string, Stage, number]>([
  ["the handler succeeds", succeeds, 1000],
  ["the handler fails", fails, 1000],
  ["the timeout is over", () => new Promise<void>(() => {}), 1],
  ["the handler fails, without a timeout", fails, Number.POSITIVE_INFINITY],
])("throws or rejects if the framework does not accept the response: %s", async (_case, serve, timeout) => {
  const request = {
    report() {},
    payloadOf() {
      throw new Error("The framework does not accept the response.");
    },
  } as unknown as ReceivedRequest<string>; // an exchange needs nothing else of it
  const operation = {
    spec: { info: { kind: "deleteOne", type: "notes" } },
    api: { live: undefined, shared: {} },
    deadlines: new Deadlines(timeout),
    serve,
  } as unknown as ServedOperation; // as above
  const respond = async () => new Exchange(operation, request, "").run();
  await expect(respond()).rejects.toThrow("The framework does not accept the response.");
});
