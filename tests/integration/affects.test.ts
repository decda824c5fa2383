import Fastify from "fastify";
import { json, NotFound, toMany, trestle } from "trestle";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { started } from "../support/routed.js";

const t = trestle();
const tags = t.resource("étiquettes", { id: z.int(), attributes: { name: z.string() } });
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { tags: toMany("étiquettes") },
  createFields: ["text"],
  editFields: ["text"],
});
const note = { id: 1, text: "Hello" };
const affects = ["users", "étiquettes"] as const;
const api = t.router({
  users: users.routes(),
  étiquettes: tags.routes(),
  notes: notes.routes(
    notes.getOne(() => note),
    notes.createOne({ affects: ["users"] }, () => note),
    notes.editOne({ affects }, ({ id }) => {
      if (id === 2) throw new NotFound();
      return note;
    }),
    notes.deleteOne({ affects: ["users"] }, () => {}),
    notes.addToRelationship("tags", { affects: ["users"] }, () => {}),
    notes.rpc("send", { affects: ["users"] }, () => json({ ok: true })),
    notes.rpc("drop", { affects: ["users"] }, () => new Response(null, { status: 204 })),
    notes.rpc("refuse", { affects: ["users"] }, () => new Response("no", { status: 403 })),
    notes.rpc("go", { affects: ["users"] }, () => Response.redirect("http://localhost/x", 303)),
  ),
});

const body = (data: object) => ({
  headers: { "content-type": "application/vnd.api+json" },
  body: JSON.stringify({ data }),
});
const requests: [string, string, RequestInit, number, string | null][] = [
  ["POST", "/notes", body({ type: "notes", attributes: { text: "x" } }), 201, "users"],
  ["PATCH", "/notes/1", body({ type: "notes", id: "1", attributes: { text: "x" } }), 200, "users,%C3%A9tiquettes"],
  ["PATCH", "/notes/2", body({ type: "notes", id: "2", attributes: { text: "x" } }), 404, null],
  ["DELETE", "/notes/1", {}, 204, "users"],
  ["POST", "/notes/1/relationship/tags", body([] as object), 204, "users"],
  ["POST", "/notes/1/send", {}, 200, "users"],
  ["POST", "/notes/1/drop", {}, 204, "users"],
  ["POST", "/notes/1/refuse", {}, 403, null],
  ["POST", "/notes/1/go", {}, 303, "users"],
  ["GET", "/notes/1", {}, 200, null],
];

describe("affects: a successful write lists the other types that it changed", () => {
  const handle = fetchHandler(api);

  test.each(requests)("fetch: %s %s", async (method, path, init, status, value) => {
    const answer = await handle(new Request(`http://localhost${path}`, { method, ...init }));
    expect([answer.status, answer.headers.get("trestle-affects")]).toEqual([status, value]);
    expect(answer.headers.get("access-control-expose-headers")).toBe(value && "trestle-affects");
  });

  test.each(requests)(
    "Fastify, beside what a CORS plugin exposes: %s %s",
    async (method, path, init, status, value) => {
      const app = Fastify(serverOptions);
      app.addHook("onRequest", async (_request, reply) => {
        reply.header("Access-Control-Expose-Headers", "x-total");
      });
      await app.register(fastifyPlugin(api));
      const answer = await app.inject({
        method: method as "GET",
        url: path,
        headers: (init.headers ?? {}) as Record<string, string>,
        payload: init.body as string,
      });
      await app.close();
      expect([answer.statusCode, answer.headers["trestle-affects"] ?? null]).toEqual([status, value]);
      const exposed = `${answer.headers["access-control-expose-headers"]}`.split(", ").sort();
      expect(exposed).toEqual(value ? ["trestle-affects", "x-total"] : ["x-total"]);
    },
  );

  test("a type that the router does not have is refused when it is made, and a read affects nothing", () => {
    const create = notes.createOne({ affects: ["user"] }, () => note);
    // @ts-expect-error no such type
    expect(() => t.router({ étiquettes: tags.routes(), notes: notes.routes(create) })).toThrow(
      'notes.createOne: affects "user": no resource "user" in this router.',
    );
    // @ts-expect-error no such option
    expect(started(() => notes.getOne({ affects: ["users"] }, () => note))).toThrow('unknown option "affects"');
  });
});
