import { Conflict, Forbidden, NotFound, offsetPage, toMany, toOne, trestle, UnprocessableContent } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Json } from "../support/documents.js";
import { MEDIA_TYPE } from "../support/media-type.js";

// Pins of articles and of videos. A caller without `all` does not see the article 2.

interface Context {
  readonly db: unknown;
  readonly all: boolean;
}

const VIDEO = "0199f1c6-0000-7000-8000-00000000000a";
const t = trestle<Context>();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const articles = t.resource("articles", {
  id: z.int(),
  attributes: { title: z.string() },
  relationships: { author: toOne("users"), pins: toMany("pins") },
  createFields: ["title", "author", "pins"],
});
const videos = t.resource("videos", { id: z.uuid(), attributes: { url: z.string() } });
const pins = t.resource("pins", {
  id: z.int(),
  attributes: {},
  relationships: { subject: toOne(["articles", "videos"], { ids: { videos: z.uuid() } }).nullable() },
  createFields: ["subject"],
  editFields: ["subject"],
});

function memory() {
  const data = memoryData();
  const usersSource = data.source(users, {
    rows: [
      { id: 1, name: "Ann" },
      { id: 2, name: "Bob" },
    ],
  });
  const videosSource = data.source(videos, { rows: [{ id: VIDEO, url: "/v" }] });
  const articlesSource = data.source(articles, {
    rows: [
      { id: 1, title: "Cats", author: 1, pins: undefined, secret: false },
      { id: 2, title: "Dogs", author: 2, pins: undefined, secret: true },
    ],
    relationships: { pins: { by: "subject" } },
    scope: (ctx) => (row) => ctx.all || !row.secret,
  });
  const pinsSource = data.source(pins, {
    rows: [
      { id: 1, subject: { type: "articles", id: 1 } },
      { id: 2, subject: { type: "videos", id: VIDEO } },
      { id: 3, subject: null },
      { id: 4, subject: { type: "articles", id: 2 } },
    ],
  });
  return { usersSource, videosSource, articlesSource, pinsSource };
}

const stores = { memory };

const filter = {
  subject__type: z.enum(["articles", "videos"]).optional(),
  subject__type__in: z.array(z.string()).optional(),
  subject__id: z.string().optional(),
  subject__id__ne: z.string().optional(),
  subject__isnull: z.boolean().optional(),
  subject__articles__title__contains: z.string().optional(),
  subject__articles__author__name: z.string().optional(),
  subject__videos__id: z.uuid().optional(),
};

describe.each(Object.entries(stores))("a to-one of several types in %s", (_, make) => {
  function served() {
    const { usersSource, videosSource, articlesSource, pinsSource } = make();
    const errors = [NotFound, Conflict, Forbidden, UnprocessableContent] as const;
    const router = t.router({
      users: users.routes(users.getOne({ errors }, usersSource.getOne)),
      videos: videos.routes(videos.getOne({ errors }, videosSource.getOne)),
      articles: articles.routes(
        articles.getMany({ include: ["pins"] }, articlesSource.getMany),
        articles.createOne({ errors, include: ["pins"] }, articlesSource.createOne),
        articles.getRelated("pins", { errors }, articlesSource.getRelated("pins")),
      ),
      pins: pins.routes(
        pins.getMany({ include: ["subject", "subject__author"], filter, page: offsetPage() }, pinsSource.getMany),
        pins.getOne({ include: ["subject"], errors }, pinsSource.getOne),
        pins.createOne({ include: ["subject"], errors }, pinsSource.createOne),
        pins.editOne({ include: ["subject"], errors }, pinsSource.editOne),
        pins.getRelated("subject", { include: ["author"], errors }, pinsSource.getRelated("subject")),
        pins.editRelationship("subject", { errors }, pinsSource.editRelationship("subject")),
      ),
    });
    const context = t.context((request: Request) => ({ db: undefined, all: request.headers.has("x-all") }));
    const handle = fetchHandler(router, { context });
    return async (method: string, path: string, data?: unknown, headers: Record<string, string> = {}) => {
      const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
      const type = { "content-type": MEDIA_TYPE };
      const response = await handle(
        new Request(`http://x${path}`, { method, headers: { ...headers, ...type }, ...body }),
      );
      const text = await response.text();
      return { status: response.status, document: (text === "" ? {} : JSON.parse(text)) as Json };
    };
  }
  const all = { "x-all": "1" };
  const subjectOf = ({ relationships }: Json) => relationships.subject.data;
  const keysOf = (list: readonly Json[]) => list.map(({ type, id }) => `${type} ${id}`).sort();
  const article = { type: "articles", id: "1" };
  const video = { type: "videos", id: VIDEO };
  const pin = (subject: unknown) => ({ type: "pins", relationships: { subject: { data: subject } } });

  test("is linkage, also of a resource that the caller does not see", async () => {
    const { document } = await served()("GET", "/pins");
    expect(document.data.map(subjectOf)).toEqual([article, video, null, { type: "articles", id: "2" }]);
  });

  test("is included by type, with what one type has below it", async () => {
    const { document } = await served()("GET", "/pins?include=subject.author", undefined, all);
    expect(keysOf(document.included)).toEqual(["articles 1", "articles 2", "users 1", "users 2", `videos ${VIDEO}`]);
  });

  test("is null where the caller does not see it, if it is included", async () => {
    const { document } = await served()("GET", "/pins?include=subject");
    expect(document.data.map(subjectOf)).toEqual([article, video, null, null]);
    expect(keysOf(document.included)).toEqual(["articles 1", `videos ${VIDEO}`]);
  });

  test("is included without a field of it", async () => {
    const { document } = await served()("GET", "/pins?include=subject&fields[articles]=");
    expect(document.included).toContainEqual(article);
  });

  test("is a related resource and linkage", async () => {
    const send = served();
    const { document } = await send("GET", "/pins/1/subject?include=author");
    expect(document).toMatchObject({
      data: { ...article, attributes: { title: "Cats" } },
      included: [{ type: "users" }],
    });
    expect((await send("GET", "/pins/2/subject?include=author")).document.data).toMatchObject(video);
    expect((await send("GET", "/pins/3/subject")).document.data).toBeNull();
    expect((await send("GET", "/pins/4/subject")).document.data).toBeNull();
    expect((await send("GET", "/pins/1/relationship/subject")).document.data).toEqual(article);
  });

  test("is created, edited and emptied, with the id as its row spells it", async () => {
    const send = served();
    const upper = { ...video, id: VIDEO.toUpperCase() };
    const created = await send("POST", "/pins?include=subject", pin(upper));
    expect([created.status, subjectOf(created.document.data), keysOf(created.document.included)]).toEqual([
      201,
      video,
      [`videos ${VIDEO}`],
    ]);
    const { id } = created.document.data;
    const edited = await send("PATCH", `/pins/${id}?include=subject`, { ...pin(article), id });
    expect([edited.status, subjectOf(edited.document.data)]).toEqual([200, article]);
    expect((await send("PATCH", `/pins/${id}/relationship/subject`, video)).status).toBe(204);
    expect(subjectOf((await send("GET", `/pins/${id}`)).document.data)).toEqual(video);
    expect((await send("PATCH", `/pins/${id}/relationship/subject`, null)).status).toBe(204);
    expect(subjectOf((await send("GET", `/pins/${id}`)).document.data)).toBeNull();
  });

  test("of a resource that does not exist, or that the caller does not see, is a 404 at the field", async () => {
    const send = served();
    for (const missing of [
      { ...article, id: "77" },
      { ...article, id: "2" },
      { ...video, id: VIDEO.replace(/a$/, "b") },
    ]) {
      const { status, document } = await send("POST", "/pins", pin(missing));
      expect([status, document.errors[0].source]).toEqual([404, { pointer: "/data/relationships/subject/data" }]);
    }
    expect((await send("POST", "/pins", pin({ ...article, id: "2" }), all)).status).toBe(201);
  });

  test.each([
    ["filter[subject][type]=articles", "1 4"],
    ["filter[subject][type]=videos", "2"],
    ["filter[subject][type][in]=videos,articles", "1 2 4"],
    ["filter[subject][type]=articles&filter[subject][id]=1", "1"],
    ["filter[subject][type]=videos&filter[subject][id]=1", ""],
    [`filter[subject][type]=videos&filter[subject][id]=${VIDEO.toUpperCase()}`, "2"],
    ["filter[subject][id]=no-id", ""],
    ["filter[subject][id]=1e0", ""],
    ["filter[subject][id]=99999999999999999999", ""],
    ["filter[subject][id][ne]=1", "2 3 4"],
    ["filter[subject][isnull]=true", "3"],
    ["filter[subject][isnull]=false", "1 2 4"],
    ["filter[subject][articles][title][contains]=at", "1"],
    ["filter[subject][articles][title][contains]=og", ""], // the caller does not see it
    ["filter[subject][articles][author][name]=Ann", "1"],
    [`filter[subject][videos][id]=${VIDEO}`, "2"],
  ])("is filtered by its type, its id and fields of a type: %s", async (query, ids) => {
    const { document } = await served()("GET", `/pins?${query}`);
    expect(document.data.map(({ id }: Json) => id).join(" ")).toBe(ids);
  });

  test("has another side", async () => {
    const send = served();
    const { document } = await send("GET", "/articles?include=pins");
    expect(keysOf(document.included)).toEqual(["pins 1"]);
    expect(keysOf((await send("GET", "/articles/1/pins")).document.data)).toEqual(["pins 1"]);
    const relationships = { author: { data: { type: "users", id: "1" } }, pins: { data: [{ type: "pins", id: "2" }] } };
    const created = await send("POST", "/articles?include=pins", {
      type: "articles",
      attributes: { title: "New" },
      relationships,
    });
    expect([created.status, keysOf(created.document.included)]).toEqual([201, ["pins 2"]]);
    expect(subjectOf((await send("GET", "/pins/2")).document.data)).toEqual({
      type: "articles",
      id: created.document.data.id,
    });
  });

  test.each([
    ["sort", { sort: ["subject"] }, '"subject" leads to several types, so rows have no common field to sort by.'],
    [
      "sort",
      { sort: ["subject__articles__title"] },
      '"subject" leads to several types, so rows have no common field to sort by.',
    ],
    ["filter", { filter: { subject: z.string().optional() } }, '"subject" leads to several types. Use subject__type,'],
    [
      "filter",
      { filter: { subject__type__contains: z.string().optional() } },
      '"subject__type" has no "contains". Use eq, ne, in,',
    ],
    [
      "filter",
      { filter: { subject__type: z.int().optional() } },
      '"subject__type" takes string, but its schema gives number.',
    ],
    [
      "filter",
      { filter: { subject__users__name: z.string().optional() } },
      '"subject" leads to several types. Use subject__type,',
    ],
  ])("refuses a %s that has no meaning at the start", (_, options, sentence) => {
    const { pinsSource, usersSource } = make();
    expect(() =>
      t.router({
        users: users.routes(users.getOne(usersSource.getOne)),
        articles: articles.routes(),
        videos: videos.routes(),
        pins: pins.routes(pins.getMany(options as {}, pinsSource.getMany)),
      }),
    ).toThrow(sentence);
  });
});
