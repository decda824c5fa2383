import { expect } from "vitest";
import type { Json } from "./documents.js";

/** Expects the one error of a 500: an id to search the log for, and nothing about what happened. Returns it. */
export function expectInternalError([error, ...others]: readonly Json[]): Json {
  expect(error).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    status: "500",
    code: "internal_error",
    title: "Internal server error",
    detail: `Something went wrong on the server. The error's id is ${error.id}.`,
  });
  expect(others).toEqual([]);
  return error;
}
