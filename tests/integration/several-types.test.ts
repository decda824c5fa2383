import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { NotFound, toOne, trestle } from "trestle";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Json } from "../support/documents.js";
import { EXTENDED, MEDIA_TYPE } from "../support/media-type.js";

const VIDEO = "0199f1c6-0000-7000-8000-00000000000a";

/** Pins of articles and of videos. An article has an author, which visitors do not see; a video has none. */
function pinboard() {
  const t = trestle<{ user?: string }>();
  const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
  const articles = t.resource("articles", {
    id: z.int(),
    attributes: { title: z.string() },
    relationships: { author: toOne("users") },
    visible: { author: ({ ctx }) => ctx.user !== undefined },
  });
  const videos = t.resource("videos", {
    id: z.uuid(),
    attributes: { url: z.string() },
    relationships: { author: toOne("users") },
  });
  const pins = t.resource("pins", {
    id: z.int(),
    attributes: { at: z.date() },
    relationships: {
      subject: toOne(["articles", "videos"], { ids: { videos: z.uuid() } }).nullable(),
      by: toOne("users"),
    },
    createFields: ["subject", "by"],
    editFields: ["subject"],
  });
  const ann = { id: 1, name: "Ann" };
  const article = { type: "articles" as const, id: 1, title: "Cats", author: ann };
  const video = { type: "videos" as const, id: VIDEO, url: "/v", author: { id: 2, name: "Bob" } };
  const row = (id: number, subject: { type: "articles"; id: number } | { type: "videos"; id: string } | null) => ({
    id,
    at: new Date(0),
    by: ann,
    subject,
  });
  const seen: Json[] = [];
  const subjects = [article, video, null];
  const router = t.router({
    users: users.routes(),
    articles: articles.routes(),
    videos: videos.routes(),
    pins: pins.routes(
      pins.getMany({ include: ["subject", "subject__author", "by"] }, () =>
        subjects.map((subject, index) => row(index + 1, subject)),
      ),
      pins.getOne({ include: ["subject"], errors: [NotFound] }, ({ id }) =>
        row(id, id === 1 ? { type: "articles", id: 1 } : ({ type: "people", id: 1 } as never)),
      ),
      pins.createOne(({ input }) => {
        seen.push(input);
        return row(9, input.subject);
      }),
      pins.editRelationship("subject", ({ related }) => void seen.push({ related })),
      pins.getRelated("subject", { include: ["author"] }, ({ id }) => subjects[id - 1] ?? null),
    ),
  });
  const handle = fetchHandler(router, {
    context: t.context((request) => ({ user: request.headers.get("x-user") ?? undefined })),
  });
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const type = headers["content-type"] ?? MEDIA_TYPE;
    const init = { method, headers: { ...headers, "content-type": type }, body: body && JSON.stringify(body) };
    const response = await handle(new Request(`http://x${path}`, init as RequestInit));
    const text = await response.text();
    return { status: response.status, document: text === "" ? undefined : (JSON.parse(text) as Json) };
  };
  return { router, handle, send, seen };
}

const keysOf = (list: readonly Json[]) => list.map(({ type, id }) => `${type} ${id}`).sort();
const asAnn = { "x-user": "ann" };

describe("a to-one of several types, by handlers of the app", () => {
  const create = (subject: unknown) => ({
    data: { type: "pins", relationships: { subject: { data: subject }, by: { data: { type: "users", id: "1" } } } },
  });

  test("is linkage with the type of each, also where it is not included", async () => {
    const { document } = await pinboard().send("GET", "/pins");
    expect(document.data.map(({ relationships }: Json) => relationships.subject.data)).toEqual([
      { type: "articles", id: "1" },
      { type: "videos", id: VIDEO },
      null,
    ]);
    expect(document.included).toBeUndefined();
  });

  test("includes several types, and follows a path where the type has its name", async () => {
    const { document } = await pinboard().send("GET", "/pins?include=subject.author", undefined, asAnn);
    expect(keysOf(document.included)).toEqual(["articles 1", "users 1", "users 2", `videos ${VIDEO}`]);
  });

  test("keeps a path that one type hides, for the others", async () => {
    const { document } = await pinboard().send("GET", "/pins?include=subject.author");
    expect(keysOf(document.included)).toEqual(["articles 1", "users 2", `videos ${VIDEO}`]);
    expect(JSON.stringify(document)).not.toContain("Ann");
  });

  test("filters by a field of one type, also if another type hides a field of that type's name", async () => {
    const t = trestle<{ user?: string }>();
    const isUser = ({ ctx }: { readonly ctx: { readonly user?: string } }) => ctx.user !== undefined;
    const docs = t.resource("docs", {
      id: z.int(),
      attributes: { title: z.string(), secret: z.string() },
      visible: { secret: isUser },
    });
    const users = t.resource("users", { id: z.int(), attributes: { docs: z.int() }, visible: { docs: isUser } });
    const pins = t.resource("pins", {
      id: z.int(),
      attributes: {},
      relationships: { subject: toOne(["users", "docs"]).nullable() },
    });
    const text = z.string().optional();
    const filter = { subject__docs__title: text, subject__docs__secret: text, subject__users__docs: text };
    const router = t.router({
      docs: docs.routes(),
      users: users.routes(),
      pins: pins.routes(pins.getMany({ filter }, () => [])),
    });
    const context = t.context((request: Request) => ({ user: request.headers.get("x-user") ?? undefined }));
    const handle = fetchHandler(router, { context });
    const statusOf = async (name: string, headers = {}) =>
      (await handle(new Request(`http://x/pins?filter[subject]${name}=a`, { headers }))).status;
    for (const name of ["[docs][title]", "[docs][secret]", "[users][docs]"])
      expect([name, await statusOf(name), await statusOf(name, asAnn)]).toEqual([
        name,
        name === "[docs][title]" ? 200 : 400,
        200,
      ]);
  });

  test("takes sparse fieldsets by type, also of no field", async () => {
    const path = "/pins?include=subject&fields[articles]=&fields[videos]=url";
    const { document } = await pinboard().send("GET", path);
    expect(document.included).toEqual([
      { type: "articles", id: "1" },
      { type: "videos", id: VIDEO, attributes: { url: "/v" } },
    ]);
  });

  test("a row may be its type and id if the request wants none of its fields", async () => {
    const { send } = pinboard();
    expect((await send("GET", "/pins/1?include=subject&fields[articles]=")).document.included).toEqual([
      { type: "articles", id: "1" },
    ]);
    expect((await send("GET", "/pins/1?include=subject")).status).toBe(500); // the row of the article is missing
  });

  test("of another type in a row is a 500 that names the row", async () => {
    expect((await pinboard().send("GET", "/pins/2")).status).toBe(500);
  });

  test("is a related resource of any of the types", async () => {
    const { send } = pinboard();
    const first = await send("GET", "/pins/1/subject?include=author", undefined, asAnn);
    expect([first.document.data.type, keysOf(first.document.included)]).toEqual(["articles", ["users 1"]]);
    expect((await send("GET", "/pins/2/subject")).document.data).toMatchObject({
      type: "videos",
      attributes: { url: "/v" },
    });
    const none = await send("GET", "/pins/3/subject");
    expect(none.document).toMatchObject({ data: null, meta: { trestle: { types: ["articles", "videos"] } } });
  });

  test("reaches handlers as a type and an id of its kind", async () => {
    const { send, seen } = pinboard();
    expect((await send("POST", "/pins", create({ type: "articles", id: "7" }))).status).toBe(201);
    expect((await send("POST", "/pins", create({ type: "videos", id: VIDEO }))).status).toBe(201);
    expect((await send("PATCH", "/pins/1/relationship/subject", { data: null })).status).toBe(204);
    expect(seen).toEqual([
      { subject: { type: "articles", id: 7 }, by: 1 },
      { subject: { type: "videos", id: VIDEO }, by: 1 },
      { related: null },
    ]);
  });

  test("refuses another type, an id of the wrong kind, and a bare id", async () => {
    const { send } = pinboard();
    const errorOf = async (subject: unknown, body: object = create(subject), headers = {}) => {
      const { status, document } = await send("POST", "/pins", body, headers);
      const [{ code, detail, source }] = document.errors;
      return [status, code, detail, source.pointer];
    };
    const at = "/data/relationships/subject/data";
    expect(await errorOf({ type: "users", id: "1" })).toEqual([
      409,
      "type_mismatch",
      'The type must be "articles" or "videos"; received "users".',
      `${at}/type`,
    ]);
    expect(await errorOf({ type: "articles", id: VIDEO })).toEqual([
      422,
      "invalid_id",
      'subject: the id of a "articles" identifier must be an integer, sent as a string.',
      `${at}/id`,
    ]);
    expect(await errorOf({ type: "videos", id: "7" })).toContain("invalid_id");
    const detail = 'subject must contain resource identifiers: { "type": "articles", "id": "…" }.';
    expect(await errorOf("1")).toEqual([422, "invalid_type", detail, at]);
    const bare = { data: { type: "pins", "trestle:fields": { subject: 1, by: 1 } } };
    const extended = { "content-type": EXTENDED };
    expect(await errorOf(undefined, bare, extended)).toContain(detail);
  });

  test("joins in the client as a union of items by type", async () => {
    const { router, handle, seen } = pinboard();
    const client = createClient<typeof router>({
      url: "http://x",
      fetch: (request) => handle(request),
      headers: asAnn,
    });
    const found = await client.pins.list().include("subject", "subject__author");
    const texts = found.map(({ subject }) => (subject?.type === "articles" ? subject.title : subject?.url));
    expect(texts).toEqual(["Cats", "/v", undefined]);
    expect(found[1]?.subject?.author?.name).toBe("Bob");
    await client.pins.create({ subject: found[1]?.subject ?? null, by: 1 });
    await client.pins.relationship(1, "subject").set({ type: "articles", id: "1" });
    expect(seen).toEqual([{ subject: { type: "videos", id: VIDEO }, by: 1 }, { related: { type: "articles", id: 1 } }]);
    expect(await client.pins.related(2, "subject")).toMatchObject({ type: "videos", url: "/v" });
  });
});
