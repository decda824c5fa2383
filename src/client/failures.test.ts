import { describe, expect, test } from "vitest";
import { fakeServer, failure } from "./fixtures/fake-server.js";
import * as errors from "./errors/errors.js";
import { ResponseError, Unexpected } from "./index.js";
import { NO_DOCUMENT } from "./send/document.js";
import { Transport } from "./send/transport.js";

const read = (reply: Parameters<typeof fakeServer>[0], options?: Parameters<typeof fakeServer>[1], call?: object) =>
  fakeServer(reply, options)
    .client.articles!.get(1, call)
    .safe()
    .then(({ error }) => error as ResponseError);

const CLASSES = new Map(Object.entries({ ...errors, ResponseError }));

const html = (status: number) => new Response("<html>", { status, headers: { "content-type": "text/html" } });

test("if the code that reads errors cannot be loaded, the error has the status, and the response is not read", async () => {
  const { url, fetch } = {
    url: "http://api",
    fetch: () => failure(401, { code: "unauthorized", detail: "Who are you?" }),
  };
  const transport = new Transport({ url, fetch }, () => Promise.reject(new Error("offline")));
  const sent = transport.send({ method: "GET", urlOf: () => `${url}/a`, read: () => undefined }, {});
  const error: ResponseError = await sent.catch((cause) => cause);
  expect(error).toMatchObject({
    message: "GET /a answered 401.",
    status: 401,
    errors: [],
    cause: { message: "offline" },
  });
  expect(error.detail).toBeUndefined(); // nobody read it
  expect(await error.response?.json()).toMatchObject({ errors: [{ detail: "Who are you?" }] });
});

test("if that code cannot be loaded, a 2xx without a document is malformed: the write may have been done", async () => {
  const transport = new Transport({ url: "http://api", fetch: () => html(200) }, () =>
    Promise.reject(new Error("offline")),
  );
  const read = () => Promise.reject(NO_DOCUMENT);
  const sent = transport.send({ method: "DELETE", urlOf: () => "http://api/a", read }, {});
  expect(await sent.catch((cause) => cause)).toMatchObject({ code: "malformed", status: 0 });
});

test("a version mismatch without the current resource is a 412 with what the server says", async () => {
  const error = await read(failure(412, { code: "version_mismatch", detail: "Another file has this name." }));
  expect(error).toMatchObject({ status: 412, code: "version_mismatch", message: expect.stringContaining("this name") });
  expect(error).toBeInstanceOf(errors.PreconditionFailed);
});

describe("what the server says", () => {
  test.each([
    [400, "BadRequest"],
    [401, "Unauthorized"],
    [403, "Forbidden"],
    [404, "NotFound"],
    [405, "MethodNotAllowed"],
    [406, "NotAcceptable"],
    [409, "Conflict"],
    [413, "ContentTooLarge"],
    [415, "UnsupportedMediaType"],
    [422, "UnprocessableContent"],
    [429, "TooManyRequests"],
    [418, "ResponseError"],
  ] as const)("%i is %s", async (status, name) => {
    const error = await read(failure(status, { status: `${status}`, code: "some_code", title: "Title" }));
    expect(error.constructor).toBe(CLASSES.get(name));
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ name, status, code: "some_code", errors: [{ title: "Title" }] });
    expect(error.response?.status).toBe(status);
  });

  test("a derived class has only its own instances", async () => {
    class Taken extends errors.Conflict {}
    const error = await read(failure(409, { code: "taken" }));
    expect(error).not.toBeInstanceOf(Taken);
    expect(error).not.toBeInstanceOf(errors.NotFound);
    const own = new Taken("Taken.", { status: 409, code: "taken" });
    expect(own).toBeInstanceOf(Taken);
    expect(own).toBeInstanceOf(errors.Conflict);
    expect({ status: 409 }).not.toBeInstanceOf(errors.Conflict);
  });

  test("the message says what was asked, what came, the first detail and how many more", async () => {
    const error = await read(
      failure(422, { code: "too_small", detail: "Too short.", meta: { path: ["title"] } }, { code: "required" }, {}),
    );
    expect(error.message).toBe("GET /api/articles/1 answered 422: Too short. (and 2 more)");
    expect(error.fields.title).toEqual(["Too short."]);
  });

  test.each<[detail: string | undefined, response: Response]>([
    ["Too short.", failure(422, { code: "too_small", title: "Bad", detail: "Too short." }, { detail: "No." })],
    ["Bad", failure(422, { code: "too_small", title: "Bad", detail: "" })],
    ["too_small", failure(422, { code: "too_small" })],
    ["Sleeping.", failure(503, { code: "internal_error", detail: "Sleeping." })],
    [undefined, failure(422, {})],
    [undefined, html(404)],
  ])("its detail is what the server says to people: %s", async (detail, response) => {
    expect((await read(response)).detail).toBe(detail);
  });

  test("a 5xx is unexpected, unless somebody declared its code", async () => {
    expect(await read(failure(500, { code: "internal_error", id: "e1" }))).toMatchObject({
      name: "Unexpected",
      status: 500,
      code: "internal_error",
      errors: [{ id: "e1" }],
    });
    expect(await read(new Response("<h1>Bad gateway</h1>", { status: 502 }))).toMatchObject({
      name: "Unexpected",
      status: 502,
    });
    expect(await read(failure(503, { code: "timeout" }))).toMatchObject({
      name: "Unexpected",
      status: 503,
      code: "timeout",
    });
    const declared = await read(failure(503, { code: "maintenance" }));
    expect(declared).toMatchObject({ status: 503, code: "maintenance" });
    expect(declared).not.toBeInstanceOf(Unexpected);
  });

  test.each([
    ["an HTML page", new Response("<html>", { headers: { "content-type": "text/html" } })],
    ["an HTML page for an error", new Response("<html>", { status: 404, headers: { "content-type": "text/html" } })],
    ["truncated JSON", new Response('{"data": {"type": "artic')],
    ["nothing where something should be", new Response("")],
    ["JSON that is not a document", new Response('["data"]')],
    ["JSON text", new Response('"data"')],
    ["a document without data", new Response("{}")],
    ["errors that are not objects", new Response('{"errors": ["x"]}', { status: 400 })],
    ["an empty list of errors", new Response('{"errors": []}', { status: 400 })],
  ])("%s is malformed", async (_name, response) => {
    const error = await read(response);
    expect(error).toBeInstanceOf(Unexpected);
    expect(error).toMatchObject({ code: "malformed", status: 0 });
  });

  test.each<[told: string, response: Response]>([
    ["answered 413 without a JSON:API document (text/html). Check the url and any proxy.", html(413)],
    [
      "answered 200 without a JSON:API document (no type). Check the url and any proxy.",
      new Response(new Blob(["<html>"])),
    ],
    ["answered 422: Too short.", failure(422, { detail: "Too short." })],
    ["answered 422: no detail", failure(422, {})],
    ["answered 422: no detail (and 1 more)", failure(422, {}, {})],
  ])("its message is: %s", async (told, response) => {
    expect((await read(response)).message).toBe(`GET /api/articles/1 ${told}`);
  });

  test("without a code has none, and without errors has what HTTP says", async () => {
    expect(await read(failure(404, { title: "x" }))).toMatchObject({ code: "", status: 404 });
    expect(await read(new Response("<html>", { status: 500, statusText: "Oops" }))).toMatchObject({
      name: "Unexpected",
      status: 500,
      code: "internal_error",
      errors: [{ detail: "Oops" }],
      message: "GET /api/articles/1 answered 500: Oops",
    });
    expect(await read(new Response('{"errors": [{}, "x"]}', { status: 400 }))).toMatchObject({ code: "malformed" });
  });

  test("is declared where its code only looks like one of the server's own", async () => {
    for (const [status, code] of [
      [400, "timeout"],
      [503, "timeouts"],
      [503, "my_timeout"],
    ] as const)
      expect(await read(failure(status, { code }))).not.toBeInstanceOf(Unexpected);
  });

  test("a document needs no jsonapi member, and may have others", async () => {
    const { client } = fakeServer(new Response('{"data": {"type": "articles", "id": "1", "x": 1}, "y": 2}'));
    expect(await client.articles!.get(1)).toEqual({ type: "articles", id: "1" });
  });

  test("204 is nothing where a write was asked for, and malformed where something was", async () => {
    expect(await fakeServer(undefined).client.articles!.delete(1)).toBeUndefined();
    expect(await read(undefined)).toMatchObject({ code: "malformed", status: 0, response: { status: 204 } });
    const list = await fakeServer(undefined).client.articles!.list().safe();
    expect(list.error).toMatchObject({ code: "malformed" });
  });
});

describe("what goes wrong on the way", () => {
  const hang = () => new Promise<Response>(() => {});

  test("the network", async () => {
    const cause = new TypeError("fetch failed");
    expect(await read(() => Promise.reject(cause))).toMatchObject({
      code: "network",
      message: "GET /api/articles/1 failed: fetch failed",
      cause,
    });
  });

  const throwing = () => {
    throw new Error("do not touch");
  };
  test.each<[name: string, thrown: unknown, told: string]>([
    ["undefined", undefined, "undefined"],
    ["a text", "offline", "offline"],
    ["a symbol", Symbol("gone"), "Symbol(gone)"],
    ["an error whose message is a symbol", { message: Symbol("gone") }, "Symbol(gone)"],
    ["an object without a prototype", Object.create(null), "a value that cannot be shown"],
    ["an object whose text throws", { toString: throwing }, "a value that cannot be shown"],
    [
      "a proxy that throws on every access",
      new Proxy({}, { get: throwing, getPrototypeOf: throwing, has: throwing }),
      "a value that cannot be shown",
    ],
  ])("fetch or headers throw %s: the call gives an Unexpected error", async (_name, thrown, told) => {
    const reject = () => Promise.reject(thrown);
    for (const options of [{}, { timeout: 1000 }]) {
      const error = await read(reject, options);
      expect(error).toBeInstanceOf(Unexpected);
      expect([error.code, error.message]).toEqual(["network", `GET /api/articles/1 failed: ${told}`]);
      expect(Object.is(error.cause, thrown)).toBe(true);
    }
    const unsent = await read({}, { headers: reject });
    expect(unsent).toBeInstanceOf(Unexpected);
    expect([unsent.code, unsent.message]).toEqual(["not_sent", `The request failed: ${told}`]);
  });

  test("a connection that breaks in the middle", async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data":'));
        controller.error(new TypeError("terminated"));
      },
    });
    expect(await read(() => new Response(broken))).toMatchObject({ code: "network" });
  });

  test("a timeout, also of a fetch that ignores its signal, and of a body that does not come", async () => {
    expect(await read(hang, { timeout: 5 })).toMatchObject({
      code: "timeout",
      message: "GET /api/articles/1 had no response within 5 ms.",
    });
    expect(await read(() => new Response(new ReadableStream()), { timeout: 5 })).toMatchObject({ code: "timeout" });
  });

  test("an abort, before and during, alone and beside a timeout", async () => {
    const reason = new Error("gone");
    const server = fakeServer(hang);
    const before = await server.client.articles!.get(1, { signal: AbortSignal.abort(reason) }).safe();
    expect(before.error).toMatchObject({
      code: "aborted",
      cause: reason,
      message: "GET /api/articles/1 was aborted.",
    });
    expect(server.requests).toEqual([]);
    for (const timeout of [undefined, 1000]) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 5);
      expect(await read(hang, { timeout }, { signal: controller.signal })).toMatchObject({
        code: "aborted",
        cause: reason,
      });
    }
  });

  test("what cannot be sent at all", async () => {
    const headers = () => {
      throw new Error("no session");
    };
    expect(await read({}, { headers })).toMatchObject({
      code: "not_sent",
      message: "The request failed: no session",
    });
    const { client } = fakeServer({});
    for (const id of ["", ".", "..", undefined, null])
      expect((await client.articles!.get(id).safe()).error).toMatchObject({
        code: "not_sent",
        message: `"${id ?? ""}" cannot be an id. Pass a number or a string.`,
      });
  });

  test("the signal reaches fetch, also one that fetch() is given", async () => {
    const abortable = (request: Request) =>
      new Promise<Response>((_resolve, reject) =>
        request.signal.addEventListener("abort", () => reject(request.signal.reason)),
      );
    const { client } = fakeServer(abortable);
    const controller = new AbortController();
    const fetched = client.articles!.list().fetch({ signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    await expect(fetched).rejects.toMatchObject({ code: "aborted" });
  });

  test("nothing is left behind on a signal that lives on", async () => {
    const controller = new AbortController();
    const listeners: unknown[] = [];
    const { signal } = controller;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: unknown[]) => {
      listeners.push(args[0]);
      addEventListener.apply(signal, args as never);
    };
    signal.removeEventListener = (...args: unknown[]) => {
      if (listeners.includes(args[0])) listeners.pop();
      removeEventListener.apply(signal, args as never);
    };
    await fakeServer({ data: { type: "a", id: "1" } }).client.a!.get(1, { signal });
    expect(listeners).toEqual([]);
  });

  test("the signal still ends the body of an rpc's response", async () => {
    const controller = new AbortController();
    let aborted = false;
    const { client } = fakeServer(
      (request) => {
        request.signal.addEventListener("abort", () => {
          aborted = true;
        });
        return new Response(new ReadableStream());
      },
      { timeout: 1000 },
    );
    await client.articles!.rpc(1, "stream", { signal: controller.signal });
    controller.abort();
    expect(aborted).toBe(true);
  });
});
