import type { RawAnswer } from "./http.js";
import { EXTENDED, MEDIA_TYPE } from "./media-type.js";
import { FILE_ID } from "./newsroom/store.js";
import type { Sent } from "./sent.js";

const json = { "content-type": MEDIA_TYPE };
const article = {
  type: "articles",
  attributes: { title: "New", content: "x" },
  relationships: { author: { data: null } },
};

/** Requests of every kind, below the mount point. Every adapter must answer them in the same way. */
export const REQUESTS: readonly (readonly [line: string, sent?: Sent])[] = [
  ["GET /articles"],
  [
    "GET /articles?include=author.articles,categories&fields[users]=username&sort=-title&page[limit]=3&custom_thing=%C3%BC",
  ],
  ["GET /articles?filter%5Bauthor%5D=null&page[offset]=2"],
  ["GET /articles?nope&sort=x&sort=y&include=z&%ff"],
  ["GET /articles/1"],
  ["HEAD /articles/1"],
  ["HEAD /articles/99"],
  ["HEAD /nope"],
  ["GET /articles/01"],
  ["GET /articles/%ff"],
  ["GET /articles//author"],
  ["GET /articles/1/author?include=articles"],
  ["GET /articles/4/relationship/author"],
  ["GET /users"],
  ["GET /users?filter[username][contains]=&page=2"],
  ["GET /categories?page=2"],
  ["GET /tags/a%2Fb%3Fc%23d"],
  [`GET /files/${FILE_ID}?include=owner,tags,previous.previous`],
  ["GET /files?filter[limit]=99&filter[ratio]=x"],
  ["GET /faults/several"],
  ["GET /faults/error"],
  ["GET /faults/TooManyRequests"],
  ["GET /constructor?include=valueOf"],
  ["GET /nope"],
  ["GET /"],
  ["PUT /articles"],
  ["OPTIONS /articles"],
  ["POST /articles", { body: { data: article } }],
  ["POST /articles?include=author", { body: { data: { ...article, id: "7" } } }],
  ["POST /articles", { text: "{", headers: json }],
  ["POST /articles", { text: "", headers: json }],
  ["POST /articles"],
  ["POST /articles", { text: "{}", headers: { "content-type": "text/plain" } }],
  ["POST /articles", { text: "x", headers: { "content-type": "nonsense" } }],
  [
    "POST /articles",
    { body: { data: { type: "articles", "trestle:fields": { titel: 1 } } }, headers: { "content-type": EXTENDED } },
  ],
  ["PATCH /articles/1", { body: { data: { type: "articles", id: "1", attributes: { title: "" } } } }],
  ["PATCH /articles/1", { body: { data: { type: "articles", id: "2" } } }],
  ["PATCH /articles/1", { body: { data: { type: "articles", id: "1", attributes: { title: "E" } } } }],
  ["DELETE /articles/1"],
  ["DELETE /articles/1", { headers: json }],
  ["DELETE /articles/1", { body: { data: null } }],
  ["PATCH /articles/1/relationship/author", { body: { data: null } }],
  ["POST /articles/1/relationship/author", { body: { data: [] } }],
  ["DELETE /articles/1/relationship/categories", { body: { data: [{ type: "categories", id: "1" }] } }],
  ["DELETE /articles/1/relationship/categories"],
  ["PUT /articles/1/publish"],
  ["GET /articles/1/echo?x[y]=1"],
  ["POST /articles/1/echo", { text: "ü", headers: { "content-type": "text/plain" } }],
  ["POST /articles/1/count", { text: "refuse" }],
  ["DELETE /articles/1/echo", { text: "x" }],
  ["GET /articles/1", { headers: { accept: "text/html" } }],
  ["GET /articles/1", { headers: { accept: EXTENDED } }],
  ["GET /nope", { headers: { accept: "text/html" } }],
];

const FRAMING = new Set(["date", "connection", "keep-alive", "transfer-encoding", "content-length"]);

/** What an answer says, without what two servers cannot share: the time, the connection, ids made by chance. */
export function essence({ status, headers, text }: RawAnswer) {
  const rest = Object.entries(headers).filter(([name]) => !FRAMING.has(name));
  const body = text.replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, (id) =>
    id === FILE_ID ? id : "some-uuid",
  );
  return { status, headers: Object.fromEntries(rest), body };
}
