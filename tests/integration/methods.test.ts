import { METHODS } from "node:http";
import { trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";
import { expectErrorDocument } from "../support/documents.js";
import { describeEveryServer } from "../support/every-server.js";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";

const t = trestle();
const notes = t.resource("notes", { id: z.int(), attributes: { title: z.string() } });
const api = t.router({
  notes: notes.routes(
    notes.getOne(({ id }) => ({ id, title: "Hello" })),
    notes.deleteOne(() => undefined),
  ),
});

/** Methods that Node reads over HTTP/1.1. Some versions of it know QUERY. */
const PARSED = [
  "POST",
  "PUT",
  "OPTIONS",
  "PROPFIND",
  "SEARCH",
  "SOURCE",
  ...METHODS.filter((method) => method === "QUERY"),
];
/** Over HTTP/2, Node reads any method. */
const ANY = [...PARSED, "NOPE", "get", "__proto__", "constructor", "X".repeat(300)];

/** Without a body, with one, and with types that the API does not take: what the path allows comes before the type. */
const BODIES = [
  [{}, 405, 404],
  [{ headers: { "content-type": MEDIA_TYPE } }, 405, 404],
  [{ text: "{", headers: { "content-type": MEDIA_TYPE } }, 405, 404],
  [{ text: "{}", headers: { "content-type": "application/json" } }, 405, 404],
  [{ text: "x", headers: { "content-type": "text/plain" } }, 405, 404],
  [{ text: "x", headers: { "content-type": "nonsense" } }, 405, 404],
  [{ text: "x" }, 405, 404],
  // JSON:API demands these of every request.
  [{ text: "{}", headers: { "content-type": `${MEDIA_TYPE}; charset=utf-8` } }, 415, 415],
  [{ text: "{}", headers: { accept: "text/html", "content-type": "application/json" } }, 406, 406],
] as const;

describeEveryServer("a method that nothing serves", ({ serve, isHttp2, isFastify }) => {
  const methods = isHttp2 ? ANY : PARSED;

  test.each(methods.map((method) => [method]))("is a 405 at a known path, and a 404 elsewhere: %s", async (method) => {
    const { origin, logged } = await serve(api);
    for (const [body, known, unknown] of BODIES) {
      const refused = await sendRaw(origin, `${method} /api/notes/1`, body);
      const [error] = expectErrorDocument(refused, known);
      expect(refused.headers.allow).toBe(known === 405 ? "GET, HEAD, DELETE" : undefined);
      expect(error.detail.length).toBeLessThan(200);
      expectErrorDocument(await sendRaw(origin, `${method} /api/nope`, body), unknown);
    }
    expect(logged).toEqual([]);
  });

  test.each(methods.map((method) => [method]))("runs the hooks of the app: %s", async (method) => {
    const seen: string[] = [];
    const { origin } = await serve(api, {
      before: (app) => app.addHook("preHandler", async (request) => void seen.push(request.method)),
    });
    await sendRaw(origin, `${method} /api/notes/1`);
    await sendRaw(origin, `${method} /api/nope`);
    expect(seen).toEqual(isFastify ? [method, method] : []);
  });
});
