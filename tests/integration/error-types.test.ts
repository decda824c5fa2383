import { apiError, cursorPage, NotFound, respond, trestle } from "trestle";
import { openapi } from "trestle/openapi";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { Described } from "../support/described.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers } from "../support/serve.js";

class Archived extends apiError({ status: 409, code: "archived", title: "Archived" }) {}

const t = trestle();
const notes = t.resource("notes", {
  id: z.int32(),
  attributes: { text: z.string().min(1), year: z.int() },
  createFields: ["text", "year"],
});
const api = t.router(
  {
    notes: notes.routes(
      notes.getOne({ errors: [NotFound, Archived] }, ({ id }) => {
        if (id === 1) throw new NotFound();
        if (id === 2) throw new Archived();
        throw new Error("secret");
      }),
      notes.getMany({ page: cursorPage({ maxSize: 3 }) }, () =>
        respond([], { cursors: { next: null, prev: null }, total: 0 }),
      ),
      notes.createOne(({ input }) => ({ id: 1, ...input })),
    ),
  },
  {
    actions: {
      ticks: t.stream({ events: { tick: z.int() } }, async function* () {
        yield { event: "tick", data: 1 };
        throw new NotFound();
      }),
    },
    transaction: (_args, run) => run({}),
    atomic: true,
  },
);
const errorTypes = "https://docs.example.com/errors/";
const described = new Described(openapi(api, { info: { title: "Notes", version: "1" } }));

interface Sent {
  readonly code: string;
  readonly links?: { readonly type: string };
}

/** The code of each error, and its link. */
const typesOf = (errors: readonly Sent[]) => errors.map(({ code, links }) => [code, links?.type]);

describeServers("links to what a code means", (serve) => {
  async function answer(path: string, init?: RequestInit, options: object = { errorTypes }) {
    const { origin } = await serve(api as never, options);
    const response = await fetch(`${origin}/api${path}`, init);
    const text = await response.text();
    if (response.headers.get("content-type") === MEDIA_TYPE)
      described.check(init?.method ?? "GET", path, response, text);
    return text;
  }
  const errorsOf = async (...sent: Parameters<typeof answer>) => typesOf(JSON.parse(await answer(...sent)).errors);
  const post = (body: object, type = MEDIA_TYPE) => {
    return { method: "POST", headers: { "content-type": type }, body: JSON.stringify(body) };
  };

  test.each([
    ["a handler's error", "/notes/1", "not_found"],
    ["an internal error", "/notes/3", "internal_error"],
    ["a wrong query", "/notes?nope=1", "unknown_parameter"],
    ["a path without a route", "/nothing", "not_found"],
  ])("are in %s", async (_name, path, code) => {
    expect(await errorsOf(path)).toEqual([[code, errorTypes + code]]);
  });

  test("are in each error of a document, and in those of a batch", async () => {
    const data = { type: "notes", attributes: { text: "", year: "1" } };
    const both = [
      ["too_small", `${errorTypes}too_small`],
      ["invalid_type", `${errorTypes}invalid_type`],
    ];
    expect(await errorsOf("/notes", post({ data }))).toEqual(both);
    const batch = post(
      { "atomic:operations": [{ op: "add", data }] },
      `${MEDIA_TYPE};ext="https://jsonapi.org/ext/atomic"`,
    );
    expect(await errorsOf("/operations", batch)).toEqual(both);
  });

  test("are in the error of a stream", async () => {
    const text = await answer("/ticks");
    expect(typesOf(JSON.parse(/event: trestle-error\ndata: (.*)/.exec(text)?.[1] ?? "").errors)).toEqual([
      ["not_found", `${errorTypes}not_found`],
    ]);
  });

  test("are in plain JSON", async () => {
    const plain = { headers: { accept: "application/json" } };
    expect(await errorsOf("/notes/1", plain, { errorTypes, plain: true })).toEqual([
      ["not_found", `${errorTypes}not_found`],
    ]);
  });

  test("are in the error of a timeout", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    onTestFinished(() => void vi.restoreAllMocks());
    const slow = t.resource("slow", { id: z.int(), attributes: {} });
    const never = t.router({ slow: slow.routes(slow.getOne(() => new Promise(() => {}))) });
    const { origin } = await serve(never, { errorTypes, timeout: 5 });
    const { errors } = await (await fetch(`${origin}/api/slow/1`)).json();
    expect(typesOf(errors)).toEqual([["timeout", `${errorTypes}timeout`]]);
  });

  test("are not in an error with a code of the API", async () => {
    expect(await errorsOf("/notes/2")).toEqual([["archived", undefined]]);
  });

  test("do not replace the link of a profile", async () => {
    expect(await errorsOf("/notes?page[size]=4")).toEqual([
      ["invalid_parameter", expect.stringContaining("cursor-pagination/max-size-exceeded")],
    ]);
  });

  test("are nowhere without the option", async () => {
    expect(await errorsOf("/notes/1", undefined, {})).toEqual([["not_found", undefined]]);
  });
});
