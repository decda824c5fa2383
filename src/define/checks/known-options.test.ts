import { describe, expect, test } from "vitest";
import { z } from "zod";
import { routed } from "../../../tests/support/routed.js";
import { fastifyPlugin } from "../../fastify/index.js";
import { fetchHandler } from "../../fetch/index.js";
import { memoryData } from "../../memory/index.js";
import { cursorPage, memoryStore, numberPage, offsetPage, toMany, toOne, trestle } from "../../index.js";

const t = trestle();
const { transaction } = memoryData();
const api = t.router({});
const notes = (options: object) =>
  routed(t.resource("notes", { id: z.int(), attributes: { text: z.string(), version: z.int() }, ...options }));
/** Options as they come from a program without types. */
const untyped = (options: object): never => options as never;

describe("a misspelt option throws at the start", () => {
  test.each<[declared: string, sentence: string, declare: () => unknown]>([
    [
      "a resource",
      't.resource("notes"): "writeonly" is not an option. Did you mean "writeOnly"?',
      () => notes({ writeonly: [] }),
    ],
    [
      "a version",
      't.resource("notes"): version: "require" is not an option. Did you mean "required"?',
      () => notes({ version: { field: "version", require: true } }),
    ],
    [
      "a to-one",
      'toOne("users"): "ids" is not an option. Did you mean "id"?',
      () => toOne("users", untyped({ ids: z.int() })),
    ],
    [
      "a to-many",
      'toMany("tags"): "fanout" is not an option. Did you mean "fanOut"?',
      () => toMany("tags", untyped({ fanout: 5 })),
    ],
    [
      "an offset page",
      'offsetPage: "max" is not an option. Use limit, maxLimit.',
      () => offsetPage(untyped({ max: 5 })),
    ],
    [
      "a number page",
      'numberPage: "sizes" is not an option. Did you mean "size"?',
      () => numberPage(untyped({ sizes: 5 })),
    ],
    [
      "a cursor page",
      'cursorPage: "maxsize" is not an option. Did you mean "maxSize"?',
      () => cursorPage(untyped({ maxsize: 5 })),
    ],
    [
      "a middleware",
      't.middleware: "error" is not an option. Did you mean "errors"?',
      () => t.middleware(untyped({ error: [] }), ({ next }) => next({})),
    ],
    [
      "a router",
      't.router: "action" is not an option. Did you mean "actions"?',
      () => t.router({}, untyped({ action: {} })),
    ],
    [
      "a batch",
      't.router: atomic: "idempotant" is not an option. Did you mean "idempotent"?',
      () => t.router({}, untyped({ transaction, atomic: { idempotant: true } })),
    ],
    [
      "keys",
      't.router: idempotency: "callers" is not an option. Did you mean "caller"?',
      () => t.router({}, untyped({ idempotency: { store: memoryStore(), callers: () => "ann" } })),
    ],
    [
      "fetchHandler",
      'fetchHandler: "origin" is not an option. Did you mean "origins"?',
      () => fetchHandler(api, untyped({ origin: [] })),
    ],
    [
      "fastifyPlugin",
      'fastifyPlugin: "onError" is not an option.',
      () => fastifyPlugin(api, untyped({ onError: () => {} })),
    ],
    [
      "limits",
      'limits: "bodysize" is not a limit. Did you mean "bodySize"?',
      () => fetchHandler(api, untyped({ limits: { bodysize: 1 } })),
    ],
  ])("%s", (_, sentence, declare) => {
    expect(declare).toThrow(TypeError);
    expect(declare).toThrow(sentence);
  });
});
