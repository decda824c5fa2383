import { cursorPage, memoryStore, NotFound, numberPage, offsetPage, respond, toMany, toOne, trestle } from "trestle";
import { memoryData } from "trestle/memory";
import { openapi } from "trestle/openapi";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Json } from "../support/documents.js";
import { sendRaw } from "../support/http.js";
import { ATOMIC, MEDIA_TYPE } from "../support/media-type.js";
import { Described } from "../support/described.js";
import { describeServers, type Serve, type ServeOptions } from "../support/serve.js";

const JSON_TEXT = "application/json";

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Sends plain JSON, and asks for it. Every answer must be as the API is described. */
function sending(origin: string, api: object) {
  const described = new Described(openapi(api, { info: { title: "Plain", version: "1" }, plain: true }));
  return async (line: string, { body, headers }: Sent = {}) => {
    const [method, path] = line.split(" ");
    const answer = await sendRaw(origin, `${method} /api${path}`, {
      headers: { accept: JSON_TEXT, ...(body !== undefined && { "content-type": JSON_TEXT }), ...headers },
      ...(body !== undefined && { text: JSON.stringify(body) }),
    });
    const json: Json = answer.text === "" ? undefined : JSON.parse(answer.text);
    const type = answer.headers["content-type"];
    const judged = {
      status: answer.status,
      contentType: type,
      hasLocation: "location" in answer.headers,
      text: answer.text,
    };
    expect(path === "/operations" ? [] : described.judge(method ?? "", path ?? "", judged)).toEqual([]);
    return { ...answer, type, json };
  };
}

/** Articles with an author, tags and a version, of which nobody sees the note; commands, an rpc, and readings with a field "data". */
async function open(serve: Serve, options: ServeOptions = { plain: true }) {
  const t = trestle();
  const users = t.resource("users", {
    id: z.int32(),
    attributes: { username: z.string(), secret: z.string().default("s") },
    relationships: { articles: toMany("articles") },
    visible: { secret: () => false },
  });
  const tags = t.resource("tags", { id: z.string(), attributes: { label: z.string() } });
  const articles = t.resource("articles", {
    id: z.int32(),
    attributes: {
      title: z.string().min(1),
      at: z.date().default(new Date(0)),
      kinds: z.set(z.string()).default(new Set(["x"])),
      note: z.string().default("n"),
      version: z.int(),
    },
    relationships: { author: toOne("users").nullable(), tags: toMany("tags", { linkage: true, id: z.string() }) },
    createFields: ["title", "at", "note", "author", "tags"],
    editFields: ["title", "at", "note", "author", "tags"],
    visible: { note: () => false, tags: () => true },
    version: "version",
  });
  const readings = t.resource("readings", {
    id: z.string(),
    attributes: { data: z.json() },
    createFields: ["id", "data"],
  });
  const data = memoryData();
  const row = { at: new Date(0), kinds: new Set(["x"]), note: "n", version: 1, author: 7 as number | null };
  const userSource = data.source(users, {
    rows: [{ id: 7, username: "ann", secret: "s" }],
    relationships: { articles: { by: "author" } },
  });
  const tagSource = data.source(tags, {
    rows: [
      { id: "a/b", label: "First" },
      { id: 'c"d', label: "Second" },
    ],
  });
  const source = data.source(articles, {
    rows: [
      { id: 1, title: "One", ...row, tags: ["a/b"] },
      { id: 2, title: "Two", ...row, author: null, tags: [] },
      { id: 3, title: "Three", ...row, tags: ["a/b", 'c"d'] },
    ],
    values: () => ({ kinds: new Set(["x"]), note: "n" }),
  });
  const include = ["author", "author__articles", "author__articles__author", "tags"] as const;
  const failure = () => {
    throw new Error("The disk is full.");
  };
  const api = t.router(
    {
      users: userSource.routes({
        getOne: { include: ["articles"] },
        getRelated: { articles: { page: numberPage({ size: 2 }) } },
      }),
      tags: tagSource.routes({ getOne: true, getMany: { page: cursorPage({ size: 1 }) } }),
      articles: articles
        .routes(
          articles.getMany({ include, page: offsetPage({ limit: 2, maxLimit: 200 }), sort: ["id"] }, source.getMany),
          articles.getOne({ include, errors: [NotFound] }, source.getOne),
          articles.createOne({ include, idempotent: true }, source.createOne),
          articles.editOne({ include }, source.editOne),
          articles.deleteOne(source.deleteOne),
          articles.getRelated("author", source.getRelated("author")),
          articles.getRelationship("author", source.getRelationship("author")),
          articles.getRelationship("tags", source.getRelationship("tags")),
          articles.editRelationship("author", source.editRelationship("author")),
          articles.resetRelationship("tags", source.resetRelationship("tags")),
          articles.addToRelationship("tags", source.addToRelationship("tags")),
          articles.rpc("raw", () => Response.json({ raw: true })),
          articles.rpc("broken", failure),
        )
        .actions({
          copies: articles.command(
            { returns: [articles], include: ["tags"], input: z.object({ count: z.int() }) },
            ({ id, input }) =>
              Array.from({ length: input.count }, (_, index) => ({
                ...row,
                id: id + index,
                title: "Copy",
                tags: [{ id: "a/b", label: "First" }],
              })),
          ),
        }),
      readings: readings.routes(readings.createOne(({ input }) => respond(input, { meta: { read: 1 } }))),
    },
    {
      actions: {
        total: t.query({ output: z.object({ count: z.int() }) }, () => ({ count: 3 })),
        fail: t.command(failure),
      },
      atomic: true,
      transaction: data.transaction,
      idempotency: { store: memoryStore() },
    },
  );
  const { origin, logged } = await serve(api as never, options);
  return { send: sending(origin, api), logged };
}

/** Articles by one author, who has as many articles as the id says. */
async function openPile(serve: Serve, options: ServeOptions) {
  const t = trestle();
  const users = t.resource("users", {
    id: z.int32(),
    attributes: { username: z.string() },
    relationships: { articles: toMany("articles", { fanOut: 1 }) },
  });
  const articles = t.resource("articles", {
    id: z.int32(),
    attributes: { title: z.string() },
    relationships: { author: toOne("users") },
    editFields: ["title"],
  });
  const path = "author__articles__author__articles" as "author__articles";
  const include = ["author__articles", path] as const;
  const pile = (count: number) => {
    const author = { id: 7, username: "ann", articles: [] as object[] };
    author.articles = Array.from({ length: count }, (_, id) => ({ id, title: "A title", author }));
    return author;
  };
  let counts: [rows: number, each: number] = [0, 0];
  const api = t.router({
    users: users.routes(),
    articles: articles.routes(
      articles.getMany({ include }, () => {
        const author = pile(counts[1]);
        return Array.from({ length: counts[0] }, (_, id) => ({ id, title: "A title", author })) as never;
      }),
      articles.getOne({ include }, ({ id }) => ({ id, title: "A title", author: pile(id) }) as never),
      articles.editOne({ include }, ({ id }) => ({ id, title: "A title", author: pile(id) }) as never),
    ),
  });
  const { origin } = await serve(api as never, options);
  const send = sending(origin, api);
  /** Reads the list. Returns the number of rows in its rows. */
  const read = async (rows: number, each: number) => {
    counts = [rows, each];
    const { text } = await send("GET /articles?include=author.articles");
    return (text.match(/"id":/g)?.length ?? 0) - rows;
  };
  return { send, read };
}

const ann = { id: "7", username: "ann" };
const one = {
  id: "1",
  title: "One",
  at: "1970-01-01T00:00:00.000Z",
  kinds: ["x"],
  version: 1,
  author: "7",
  tags: ["a/b"],
};

describeServers("plain JSON", (serve) => {
  test("is flat rows, with ids for what is not included, and rows for what is", async () => {
    const { send } = await open(serve);
    const { status, type, headers, json } = await send("GET /articles/1");
    expect([status, type, headers.vary]).toEqual([200, JSON_TEXT, "Accept"]);
    expect(json).toEqual(one);
    expect((await send("GET /articles/1?include=author,tags")).json).toEqual({
      ...one,
      author: ann,
      tags: [{ id: "a/b", label: "First" }],
    });
    expect((await send("GET /articles/2?include=author&fields[articles]=author,title")).json).toEqual({
      id: "2",
      title: "Two",
      author: null,
    });
    // A circle ends where the path ends.
    const { author } = (await send("GET /articles/1?include=author.articles.author")).json;
    expect(author.articles.map((each: Json) => [each.id, each.author])).toEqual([
      ["1", { ...ann, articles: ["1", "3"] }],
      ["3", { ...ann, articles: ["1", "3"] }],
    ]);
  });

  test("of a list has the rows beside what leads to its pages", async () => {
    const { send } = await open(serve);
    const first = (await send("GET /articles?sort=id")).json;
    expect(first).toEqual({
      data: [one, { ...one, id: "2", title: "Two", author: null, tags: [] }],
      next: expect.any(String),
      total: 3,
    });
    const { json } = await send(`GET ${first.next.slice("/api".length)}`);
    expect(json.data).toEqual([{ ...one, id: "3", title: "Three", tags: ["a/b", 'c"d'] }]);
    expect([json.next, typeof json.prev]).toEqual([undefined, "string"]);
    expect((await send("GET /users/7/articles")).json).toMatchObject({ data: [one, { id: "3" }], total: 2 });
    expect((await send("GET /articles/1/author")).json).toEqual(ann);
    expect((await send("GET /articles/2/author")).text).toBe("null");
    expect((await send("GET /articles/1/relationship/author")).text).toBe('"7"');
    expect((await send("GET /articles/2/relationship/author")).text).toBe("null");
    expect((await send("GET /articles/3/relationship/tags")).json).toEqual({ data: ["a/b", 'c"d'] });
    // At its ends, a cursor page of JSON:API says null.
    const { json: begin } = await send("GET /tags");
    expect(begin).toEqual({ data: [{ id: "a/b", label: "First" }], next: expect.any(String) });
    const { json: last } = await send(`GET ${begin.next.replace("/api", "")}`);
    expect(last).toEqual({ data: [{ id: 'c"d', label: "Second" }], prev: expect.any(String) });
  });

  test("is written as flat objects, ids, lists of ids and null", async () => {
    const { send } = await open(serve);
    const created = await send("POST /articles?include=author", { body: { title: "New", author: 7, tags: ["a/b"] } });
    expect([created.status, created.type, created.headers.location]).toEqual([201, JSON_TEXT, "/api/articles/4"]);
    expect(created.json).toEqual({ ...one, id: "4", title: "New", author: ann });
    const edited = await send("PATCH /articles/4", { body: { id: "4", title: "Edited", author: null } });
    expect(edited.json).toMatchObject({ id: "4", title: "Edited", author: null, tags: ["a/b"] });
    expect((await send("PATCH /articles/4/relationship/author", { body: 7 })).status).toBe(204);
    expect((await send("PATCH /articles/4/relationship/tags", { body: ['c"d'] })).status).toBe(204);
    expect((await send("POST /articles/4/relationship/tags", { body: ["a/b"] })).status).toBe(204);
    expect((await send("GET /articles/4")).json).toMatchObject({ author: "7", tags: ["a/b", 'c"d'] });
    expect((await send("PATCH /articles/4/relationship/author", { body: null })).status).toBe(204);
    expect((await send("PATCH /articles/4/relationship/tags", { body: [] })).status).toBe(204);
    expect((await send("GET /articles/4")).json).toMatchObject({ author: null, tags: [] });
    expect((await send("DELETE /articles/4")).status).toBe(204);
  });

  test("points at the fields of a flat object", async () => {
    const { send } = await open(serve);
    const pointers = async (line: string, body: unknown) => {
      const { status, type, json } = await send(line, { body });
      expect([type, Object.keys(json)]).toEqual([JSON_TEXT, ["errors"]]);
      return [status, ...json.errors.map(({ code, source }: Json) => `${code} ${source.pointer}`)];
    };
    expect(
      await pointers("POST /articles", { title: "", author: "x", tags: 1, typo: 1, note: "hidden", kinds: [] }),
    ).toEqual([
      422,
      "too_small /title",
      "invalid_id /author",
      "invalid_type /tags",
      "unknown_field /typo",
      "unknown_field /note",
      "unknown_field /kinds",
    ]);
    expect(await pointers("POST /articles", {})).toEqual([422, "required ", "required "]);
    expect(await pointers("POST /articles", { id: "9", title: "a" })).toEqual([403, "client_id_not_allowed /id"]);
    expect(await pointers("PATCH /articles/1", { id: 2, title: "a" })).toEqual([409, "id_mismatch /id"]);
    expect(await pointers("PATCH /articles/1", { type: "users" })).toEqual([409, "type_mismatch /type"]);
    expect(await pointers("PATCH /articles/1", { id: null })).toEqual([400, "invalid_document /id"]);
    for (const body of [[], "x", 1, null])
      expect(await pointers("POST /articles", body)).toEqual([400, "invalid_document "]);
    expect(await pointers("PATCH /articles/1/relationship/tags", [1, "a/b"])).toEqual([422, "invalid_id /0"]);
    expect(await pointers("PATCH /articles/1/relationship/author", { id: 7 })).toEqual([422, "invalid_type "]);
    expect((await send("GET /articles/1")).json).toEqual(one);
  });

  test("does not change what JSON:API's requests get", async () => {
    const { send } = await open(serve);
    const before = await open(serve, {});
    const data = {
      type: "articles",
      attributes: { title: "New" },
      relationships: { author: { data: null }, tags: { data: [] } },
    };
    const accept = (text: string | undefined) => ({ headers: { accept: text } });
    for (const [line, sent] of [
      ["GET /articles?include=author.articles", accept(undefined)],
      ["GET /articles/1", accept("*/*")],
      ["GET /articles/1", accept("application/*, text/html")],
      ["GET /articles/9", accept(MEDIA_TYPE)],
      ["GET /articles/1", accept("text/html")],
      ["GET /nothing", accept(undefined)],
      ["GET /", accept(undefined)],
      ["POST /articles", { body: { data }, headers: { accept: "*/*", "content-type": MEDIA_TYPE } }],
      ["POST /articles", { body: { data }, headers: { accept: "*/*" } }],
      ["POST /articles", { body: { data: {} }, headers: { accept: "*/*" } }],
      ["PATCH /articles/1/relationship/author", { body: { data: null }, headers: { accept: "*/*" } }],
      ["PATCH /articles/1", { body: {}, headers: { accept: "*/*", "content-type": "text/plain" } }],
    ] as const) {
      const [now, then] = [await send(line, sent), await before.send(line, sent)];
      expect([line, now.status, now.type, now.text]).toEqual([line, then.status, then.type, then.text]);
    }
  });

  test("is chosen by the best quality, and JSON:API's rules for Accept stay", async () => {
    const { send } = await open(serve);
    const headers: readonly [accept: string, answer: "plain" | "JSON:API" | 406][] = [
      [JSON_TEXT, "plain"],
      ["Application/JSON; charset=utf-8", "plain"],
      ["application/json, text/plain, */*", "plain"], // axios
      [`${JSON_TEXT}, application/*`, "plain"],
      [`${MEDIA_TYPE};q=0.5, ${JSON_TEXT}`, "plain"],
      [`${MEDIA_TYPE};q=0, ${JSON_TEXT};q=0.1`, "plain"],
      [`${MEDIA_TYPE}; charset=utf-8, ${MEDIA_TYPE};q=0.1, ${JSON_TEXT};q=0.2`, "plain"],
      [`${JSON_TEXT}, ${MEDIA_TYPE}`, "JSON:API"],
      [`${JSON_TEXT};q=0.5, */*`, "JSON:API"],
      [`${JSON_TEXT};q=0, */*`, "JSON:API"],
      [`${JSON_TEXT};q=0.5, ${MEDIA_TYPE};q=0.6`, "JSON:API"],
      ["*/*", "JSON:API"],
      ["application/*", "JSON:API"],
      ["", "JSON:API"],
      [`${MEDIA_TYPE}; charset=utf-8, ${JSON_TEXT}`, 406],
      [`${MEDIA_TYPE}; ext="urn:x", ${JSON_TEXT}, */*`, 406],
      [`${JSON_TEXT};q=0`, 406],
      ["application/jsonx", 406],
      ["text/html", 406],
    ];
    for (const [accept, answer] of headers) {
      const { status, type, headers: own } = await send("GET /articles/1", { headers: { accept } });
      const expected = answer === 406 ? [406, MEDIA_TYPE] : [200, answer === "plain" ? JSON_TEXT : MEDIA_TYPE];
      expect([accept, status, type, own.vary]).toEqual([accept, ...expected, "Accept"]);
    }
  });

  test("keeps 415, also beside an Accept of plain JSON", async () => {
    const { send } = await open(serve);
    for (const type of ["text/plain", `${MEDIA_TYPE}; charset=utf-8`, "application/x-www-form-urlencoded"]) {
      const { status, json } = await send("POST /articles", {
        body: { title: "a" },
        headers: { "content-type": type },
      });
      expect([type, status, Object.keys(json)]).toEqual([type, 415, ["errors"]]);
    }
    // The two headers are independent of each other.
    const body = { data: { type: "articles", id: "1", attributes: { title: "Mixed" } } };
    expect((await send("PATCH /articles/1", { body, headers: { "content-type": MEDIA_TYPE } })).json.title).toBe(
      "Mixed",
    );
    const { json } = await send("PATCH /articles/1", { body: { title: "Again" }, headers: { accept: MEDIA_TYPE } });
    expect(json.data.attributes.title).toBe("Again");
  });

  test("is not taken for a document where a field is named data, nor a document for it", async () => {
    const { send } = await open(serve);
    const data = { type: "others", attributes: {} };
    expect((await send("POST /readings", { body: { id: "r", data } })).json).toEqual({ id: "r", data });
    expect((await send("POST /readings", { body: { id: "r", data: 1 } })).json).toEqual({ id: "r", data: 1 });
    const document = { data: { type: "readings", id: "r", attributes: { data: 1 } } };
    const refused = await send("POST /readings", { body: document });
    expect([refused.status, refused.json.errors[0].source]).toEqual([422, { pointer: "/data" }]);
    expect(refused.json.errors[0].detail).toBe(
      'The body could be a JSON:API document or a flat object, because "readings" has a field "data". Send a document as application/vnd.api+json.',
    );
    const sent = await send("POST /readings", { body: document, headers: { "content-type": MEDIA_TYPE } });
    expect(sent.json).toEqual({ id: "r", data: 1 });
  });

  test("refuses a body of another site's page, as commands do", async () => {
    const { send } = await open(serve);
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    for (const [line, body] of [
      ["POST /articles", { title: "a", author: null, tags: [] }],
      ["PATCH /articles/1/relationship/author", null],
    ] as const) {
      const { status, json } = await send(line, { body, headers });
      expect([status, json.errors[0].code]).toEqual([403, "cross_site"]);
    }
    expect((await send("GET /articles?sort=id")).json.total).toBe(3);
    expect((await send("GET /articles/1", { headers })).json).toEqual(one);
    const { send: allowing } = await open(serve, { plain: true, origins: ["https://evil.example"] });
    expect((await allowing("PATCH /articles/1/relationship/author", { body: null, headers })).status).toBe(204);
  });

  test("counts the rows that it writes, of which the largest response that is allowed is written in linear time", async () => {
    const { send, read } = await openPile(serve, { plain: true, limits: { included: 10_000 } });
    // 100 articles by one author with its 99 articles: 100 resources in a document, and 10 000 rows here.
    expect(await read(100, 99)).toBe(10_000);
    const list = "GET /articles?include=author.articles";
    expect(await read(100, 100)).toBe(-100);
    const { status, json } = await send(list);
    expect([status, json.errors[0].source]).toEqual([400, { parameter: "include" }]);
    expect(json.errors[0].detail).toBe(
      "include adds more than 10000 rows in plain JSON, which repeats a row wherever it is related. Remove paths, request a smaller page, or accept JSON:API.",
    );
    const headers = { accept: MEDIA_TYPE };
    expect((await send(list, { headers })).json.included).toHaveLength(1);
    // Rows that contain each other: 150 times 150.
    const path = "author.articles.author.articles";
    expect((await send(`GET /articles/150?include=${path}`)).status).toBe(400);
    // A write is done, so its response has ids in place of the rows that are too many.
    const edited = await send(`PATCH /articles/150?include=${path}`, { body: {} });
    expect(edited.status).toBe(200);
    expect(edited.text.match(/"title"/g)?.length).toBeLessThan(10_002);
    const { articles } = edited.json.author;
    expect([articles[0].id, articles.at(-1)]).toEqual(["0", "149"]);
  });

  test("has ETags of its own, with 304, If-Match and the current row of a conflict", async () => {
    const { send } = await open(serve);
    const plain = await send("GET /articles/1");
    const document = await send("GET /articles/1", { headers: { accept: MEDIA_TYPE } });
    const [tag, other] = [plain.headers.etag, document.headers.etag];
    expect(tag).not.toBe(other);
    const again = await send("GET /articles/1", { headers: { "if-none-match": tag } });
    expect([again.status, again.text, again.headers.vary]).toEqual([304, "", "Accept"]);
    expect((await send("GET /articles/1", { headers: { "if-none-match": other } })).status).toBe(200);
    const edited = await send("PATCH /articles/1", { body: { title: "Edited" }, headers: { "if-match": tag } });
    expect([edited.status, edited.json.version]).toEqual([200, 2]);
    expect(edited.headers.etag).toBe((await send("GET /articles/1")).headers.etag);
    const late = await send("PATCH /articles/1", { body: { title: "Late" }, headers: { "if-match": other } });
    expect([late.status, late.json.errors[0].meta.current]).toEqual([412, edited.json]);
    expect(late.headers.etag).toBe(edited.headers.etag);
    expect((await send("HEAD /articles/1")).headers.etag).toBe(edited.headers.etag);
  });

  test("is repeated for a key, and withheld from another Accept", async () => {
    const { send } = await open(serve);
    const body = { title: "Once", author: null, tags: [] };
    const headers = { "idempotency-key": "8e03978e-40d5-43dd-bc93-6894a57f9324" };
    const first = await send("POST /articles", { body, headers });
    const second = await send("POST /articles", { body, headers });
    expect([second.status, second.type, second.text]).toEqual([201, JSON_TEXT, first.text]);
    expect(second.headers["idempotency-replayed"]).toBe("true");
    const other = await send("POST /articles", { body, headers: { ...headers, accept: MEDIA_TYPE } });
    expect([other.status, JSON.parse(other.text).errors[0].code]).toEqual([409, "response_withheld"]);
    expect((await send("GET /articles")).json.total).toBe(4);
  });

  test("is also the rows of commands, and the errors of every path", async () => {
    const { send, logged } = await open(serve);
    const copies = await send("POST /articles/1/copies?include=tags", { body: { count: 1 } });
    expect([copies.status, copies.type]).toEqual([200, JSON_TEXT]);
    expect(copies.json).toEqual({ data: [{ ...one, title: "Copy", tags: [{ id: "a/b", label: "First" }] }] });
    expect((await send("GET /total")).json).toEqual({ count: 3 });
    expect((await send("POST /articles/1/raw")).json).toEqual({ raw: true });
    for (const [line, status] of [
      ["GET /articles/9", 404],
      ["GET /articles?page[x]=1", 400],
      ["GET /nothing", 404],
      ["PUT /articles", 405],
      ["POST /fail", 500],
      ["POST /articles/1/broken", 500],
    ] as const) {
      const answer = await send(line);
      expect([line, answer.status, answer.type, Object.keys(answer.json)]).toEqual([
        line,
        status,
        JSON_TEXT,
        ["errors"],
      ]);
    }
    expect(logged).toHaveLength(2);
    expect((await send("GET /")).json).toEqual({ meta: { links: { articles: "/api/articles", tags: "/api/tags" } } });
  });

  test("has the type of a row that may be of several", async () => {
    const t = trestle();
    const articles = t.resource("articles", { id: z.int32(), attributes: { title: z.string() } });
    const videos = t.resource("videos", { id: z.int32(), attributes: { url: z.string() } });
    const pins = t.resource("pins", {
      id: z.int32(),
      attributes: {},
      relationships: { subject: toOne(["articles", "videos"]).nullable() },
      createFields: ["subject"],
    });
    const video = { type: "videos" as const, id: 2, url: "/v" };
    const api = t.router({
      articles: articles.routes(),
      videos: videos.routes(),
      pins: pins.routes(
        pins.getMany({ include: ["subject"] }, () => [
          { id: 1, subject: { type: "articles" as const, id: 2, title: "Two" } },
          { id: 2, subject: video },
          { id: 3, subject: null },
        ]),
        pins.createOne(({ input }) => ({ id: 9, ...input })),
        pins.getRelated("subject", ({ id }) => (id === 1 ? video : null)),
      ),
    });
    const { origin } = await serve(api as never, { plain: true });
    const send = sending(origin, api);
    const subjects = async (query = "") =>
      (await send(`GET /pins${query}`)).json.data.map(({ subject }: Json) => subject);
    expect(await subjects()).toEqual([{ type: "articles", id: "2" }, { type: "videos", id: "2" }, null]);
    expect(await subjects("?include=subject")).toEqual([
      { type: "articles", id: "2", title: "Two" },
      { type: "videos", id: "2", url: "/v" },
      null,
    ]);
    const subject = { type: "videos", id: "2" };
    expect((await send("POST /pins", { body: { subject } })).json).toEqual({ id: "9", subject });
    const refused = await send("POST /pins", { body: { subject: 2 } });
    expect([refused.status, refused.json.errors[0].source.pointer]).toEqual([422, "/subject"]);
    expect((await send("GET /pins/1/subject")).json).toEqual({ type: "videos", id: "2", url: "/v" });
    expect((await send("GET /pins/2/subject")).text).toBe("null");
  });

  test("does not show that a hidden relationship exists, also to a page of another site", async () => {
    const t = trestle();
    const notes = t.resource("notes", {
      id: z.int32(),
      attributes: { text: z.string() },
      relationships: { boss: toOne("notes").nullable() },
      visible: { boss: () => false },
    });
    const api = t.router({ notes: notes.routes(notes.editRelationship("boss", () => {})) });
    const { origin } = await serve(api as never, { plain: true });
    const send = sending(origin, api);
    for (const headers of [{}, { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, { accept: "*/*" }]) {
      const ask = async (name: string) => {
        const { status, type, text } = await send(`PATCH /notes/1/relationship/${name}`, { body: 7, headers });
        return [status, type, text.replaceAll(name, "…")];
      };
      expect(await ask("boss")).toEqual(await ask("none"));
    }
  });

  test("is not for several operations in one request", async () => {
    const { send } = await open(serve);
    const operations = { "atomic:operations": [{ op: "add", data: { type: "articles", attributes: { title: "a" } } }] };
    expect((await send("POST /operations", { body: operations })).status).toBe(415);
    const headers = { "content-type": `${MEDIA_TYPE}; ext="${ATOMIC}"` };
    const { status, type } = await send("POST /operations", { body: operations, headers });
    expect([status, type]).toEqual([406, MEDIA_TYPE]);
  });

  test("costs nothing, and is refused, where it is off", async () => {
    const { send } = await open(serve, {});
    expect((await send("GET /articles/1")).status).toBe(406);
    const { status, json } = await send("POST /articles", { body: { title: "a" }, headers: { accept: "*/*" } });
    const sent = '{ "data": { "type": "articles", "attributes": { … } } }';
    expect([status, json.errors[0].detail]).toEqual([400, `The document has no data. Send ${sent}.`]);
  });
});
