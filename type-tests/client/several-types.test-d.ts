import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { createClient, type CreateInput, type Identifier, type Item } from "../../src/client/index.js";
import { type ApiOf, type RowOf, toOne, trestle } from "../../src/index.js";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const articles = t.resource("articles", {
  id: z.int(),
  attributes: { title: z.string() },
  relationships: { author: toOne("users") },
});
const videos = t.resource("videos", { id: z.uuid(), attributes: { url: z.string(), seconds: z.int() } });
const several = () => toOne(["articles", "videos"], { ids: { videos: z.uuid() } });
const pins = t.resource("pins", {
  id: z.int(),
  attributes: { at: z.date() },
  relationships: { subject: several().nullable(), by: toOne("users") },
  createFields: ["subject", "by"],
});
const row = { id: 1, at: new Date(), subject: { type: "articles" as const, id: 1 }, by: 1 };
type Subject = { readonly type: "articles"; readonly id: number } | { readonly type: "videos"; readonly id: string };

const api = t.router({
  users: users.routes(),
  articles: articles.routes(),
  videos: videos.routes(),
  pins: pins.routes(
    pins.getMany({ include: ["subject", "subject__author", "by"] }, () => [row]),
    pins.createOne(({ input }) => {
      expectTypeOf(input.subject).toEqualTypeOf<Subject | null>();
      return { ...row, subject: input.subject };
    }),
    pins.getRelated("subject", () => ({ type: "articles" as const, id: 1, title: "a", author: 1 })),
  ),
});
interface Api extends ApiOf<typeof api> {}
const client = createClient<Api>({ url: "/" });

test("without an include, an item has an identifier of one of the types", async () => {
  const [pin] = await client.pins.list();
  expectTypeOf(pin!.subject).toEqualTypeOf<Identifier<"articles"> | Identifier<"videos"> | null>();
});

test("an included one is a union of items, which its type tells apart", async () => {
  const [pin] = await client.pins.list().include("subject");
  const subject = pin!.subject;
  if (subject?.type === "articles") {
    expectTypeOf(subject.title).toBeString();
    expectTypeOf(subject.author).toEqualTypeOf<Identifier<"users">>();
    // @ts-expect-error not a video
    subject.url;
  } else if (subject) expectTypeOf(subject.url).toBeString();
  expectTypeOf<Item<Api, "pins", "subject">["subject"]>().toEqualTypeOf<typeof subject>();
});

test("a path below it is there on the types that have its name", async () => {
  const [pin] = await client.pins.list().include("subject", "subject__author");
  const subject = pin!.subject;
  if (subject?.type === "articles") expectTypeOf(subject.author.name).toBeString();
  else if (subject) {
    expectTypeOf(subject.seconds).toBeNumber();
    // @ts-expect-error a video has no author
    subject.author;
  }
});

test("fields are chosen by type", async () => {
  const [pin] = await client.pins
    .list()
    .include("subject")
    .fields({ articles: ["title"] });
  const subject = pin!.subject;
  if (subject?.type === "articles") {
    // @ts-expect-error not requested
    subject.author;
  } else if (subject) expectTypeOf(subject.url).toBeString();
});

test("a client sends identifiers and items of these types, and no bare id", async () => {
  const [pin] = await client.pins.list().include("subject");
  expectTypeOf(pin!.subject).toExtend<CreateInput<Api, "pins">["subject"]>();
  expectTypeOf<{ type: "videos"; id: string }>().toExtend<CreateInput<Api, "pins">["subject"]>();
  expectTypeOf<number>().not.toExtend<CreateInput<Api, "pins">["subject"]>();
  expectTypeOf<{ type: "users"; id: string }>().not.toExtend<CreateInput<Api, "pins">["subject"]>();
});

test("the related resource is the union of items", async () => {
  const related = await client.pins.related(1, "subject");
  if (related?.type === "videos") expectTypeOf(related.url).toBeString();
  else expectTypeOf(related!.title).toBeString();
});

test("rows have a type and an id, or a row of the related resource", () => {
  expectTypeOf<{ type: "articles"; id: number; title: string }>().toExtend<RowOf<typeof pins>["subject"]>();
  expectTypeOf<{ type: "articles"; id: string }>().not.toExtend<RowOf<typeof pins>["subject"]>();
  expectTypeOf<number>().not.toExtend<RowOf<typeof pins>["subject"]>();
});

test("t.toOne gives the ids that it does not name the API's kind", () => {
  const u = trestle({ id: z.uuid() });
  type Ids = ReturnType<typeof make>["~id"];
  const make = () => u.toOne(["articles", "videos"], { ids: { articles: z.int() } });
  expectTypeOf<Ids>().toEqualTypeOf<Subject>();
});

test("the router refuses what none of the types has, and ids of another kind", () => {
  const loose = t.resource("pins", {
    id: z.int(),
    attributes: {},
    relationships: { subject: toOne(["articles", "videos"]) },
  });
  const list = loose.getMany({ include: ["subject", "subject__editor"] }, () => []);
  const routes = { users: users.routes(), articles: articles.routes(), videos: videos.routes() };
  // @ts-expect-error relationship "pins.subject": its ids have another type than those of "videos"
  t.router({ ...routes, pins: loose.routes() });
  // @ts-expect-error include "subject__editor": "articles" has no relationship "editor"
  t.router({ ...routes, pins: loose.routes(list) });
});
