import type { Newsroom } from "../adapters.js";
import type { Json } from "../documents.js";
import type { RawAnswer } from "../http.js";
import { MEDIA_TYPE } from "../media-type.js";
import { FILE_ID } from "../newsroom/store.js";

/** A document that the server gave, and to which request. */
export interface Surveyed extends RawAnswer {
  readonly line: string;
  readonly document: Json;
}

const identifier = (type: string, id: string) => ({ type, id });

/** Documents of every kind that an API gives: lists, single ones, none, related ones, linkage, writes and errors. */
const REQUESTS: readonly (readonly [line: string, body?: object])[] = [
  ["GET /articles"],
  ["GET /articles?include=author.articles,categories&page[limit]=7&sort=-title"],
  ["GET /articles?include=author&filter[author]=null"],
  ["GET /articles?filter[title][contains]=nowhere"],
  ["GET /articles?fields[articles]=title&fields[users]=username&include=author"],
  ["GET /articles/1"],
  ["GET /articles/4?include=author"],
  ["GET /articles/1/author?include=articles"],
  ["GET /articles/4/author"],
  ["GET /articles/5/categories"],
  ["GET /articles/1/relationship/author"],
  ["GET /articles/4/relationship/author"],
  ["GET /articles/5/relationship/categories"],
  ["GET /users?filter[username][contains]=&page=2"],
  ["GET /users/1/relationship/articles"],
  ["GET /categories?page=2"],
  ["GET /categories?page=3"],
  ["GET /tags"],
  ["GET /files?include=owner,tags,previous.previous"],
  [`GET /files/${FILE_ID}/relationship/tags`],
  ["GET /constructor?include=valueOf"],
  [
    "POST /articles?include=author",
    {
      data: {
        type: "articles",
        attributes: { title: "New", content: "" },
        relationships: { author: { data: identifier("users", "1") } },
      },
    },
  ],
  [
    "PATCH /articles/1?include=categories",
    { data: { ...identifier("articles", "1"), attributes: { title: "Edited" } } },
  ],
  ["GET /nope"],
  ["GET /articles/99"],
  ["GET /articles?nope=1&sort=nope&page[limit]=0"],
  ["GET /faults/several"],
  ["GET /faults/mixed"],
  ["GET /faults/error"],
  ["PUT /articles"],
  ["POST /articles", { data: { type: "articles", attributes: { title: "" } } }],
  ["POST /articles", { data: { type: "users" } }],
  ["PATCH /articles/1", { data: identifier("articles", "2") }],
  ["PATCH /articles/1/relationship/author", { data: [] }],
];

/** Asks for all of them. */
export async function survey(newsroom: Newsroom): Promise<Surveyed[]> {
  const surveyed: Surveyed[] = [];
  for (const [line, body] of REQUESTS) {
    const headers = body === undefined ? {} : { "content-type": MEDIA_TYPE };
    const answer = await newsroom.raw(line, { body, headers });
    surveyed.push({ ...answer, line, document: JSON.parse(answer.text) });
  }
  return surveyed;
}

/** Every resource object of the documents, primary and included. */
export function resourcesOf(surveyed: readonly Surveyed[]): Json[] {
  return surveyed.flatMap(({ document, line }) => {
    const primary = line.includes("/relationship/") ? [] : [document.data].flat().filter(Boolean);
    return [...primary, ...(document.included ?? [])];
  });
}

/** Every relationship object of those. */
export function relationshipsOf(surveyed: readonly Surveyed[]): Json[] {
  return resourcesOf(surveyed).flatMap(({ relationships }) => Object.values<Json>(relationships ?? {}));
}

/** Every value of a member of that name, wherever the standard has one; not inside of attributes and meta. */
export function membersOf(value: Json, name: string): Json[] {
  if (Array.isArray(value)) return value.flatMap((item) => membersOf(item, name));
  if (value === null || typeof value !== "object") return [];
  return Object.entries<Json>(value).flatMap(([key, inner]) => [
    ...(key === name ? [inner] : []),
    ...(key === "attributes" || key === "meta" ? [] : membersOf(inner, name)),
  ]);
}
