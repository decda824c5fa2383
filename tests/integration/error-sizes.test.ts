import { offsetPage, toMany, toOne, trestle } from "trestle";
import { expect, test } from "vitest";
import { z } from "zod";
import { expectErrorDocument } from "../support/documents.js";
import { describeEveryAdapter } from "../support/every-server.js";
import { sendRaw } from "../support/http.js";
import { EXTENDED, MEDIA_TYPE } from "../support/media-type.js";

const names = Array.from({ length: 60 }, (_, index) => `attribute_number_${index}`);
const repeat = (count: number, make: (index: number) => string, joint = "") =>
  Array.from({ length: count }, (_, index) => make(index)).join(joint);

const t = trestle();
const people = t.resource("people", { id: z.uuid(), attributes: {} });
const things = t.resource("things", {
  id: z.int(),
  attributes: {
    ...Object.fromEntries(names.map((name) => [name, z.string().optional()])),
    strict: z.strictObject({ a: z.int() }).optional(),
    record: z.record(z.string(), z.array(z.int())).optional(),
    kind: z.enum(names as [string, ...string[]]).optional(),
  },
  relationships: { owner: toOne("people", { id: z.uuid() }).nullable(), readers: toMany("people", { id: z.uuid() }) },
  createFields: [...names, "strict", "record", "kind", "owner", "readers"] as never, // made of a list
});
const fail = (): never => {
  throw new Error("Nothing comes here.");
};
const api = t.router({
  people: people.routes(),
  things: things.routes(
    things.getOne(fail),
    things.getMany(
      {
        include: ["owner", "readers"],
        sort: names as never, // likewise
        filter: { kind: z.enum(names as [string, ...string[]]).optional(), many: z.array(z.int()).optional() },
        page: offsetPage(),
      },
      fail,
    ),
    things.createOne(fail),
    things.addToRelationship("readers", fail),
  ),
});

const create = (members: string) => `{"data":{"type":"things",${members}}}`;
const long = "x".repeat(7000);

/** Requests with as much as they can hold of one thing that is wrong. */
const REQUESTS: Readonly<Record<string, readonly [line: string, body?: string, type?: string]>> = {
  "unknown parameters": [`GET /things?${repeat(1500, (i) => `a${i}`, "&")}`],
  "short unknown parameters": [`GET /things?${repeat(100, () => "zz", "&")}`],
  "unknown filters": [`GET /things?${repeat(500, (i) => `filter[x${i}]=1`, "&")}`],
  "one long parameter": [`GET /things?${long}`],
  "parameters that are not decodable": [`GET /things?${repeat(1500, () => "%ff", "&")}`],
  "values of filters": [`GET /things?filter[kind]=${long}&filter[many]=${repeat(2000, () => "x", ",")}`],
  "sort names": [`GET /things?sort=${repeat(10, (i) => `${i}${"y".repeat(700)}`, ",")}`],
  "too many sort names": [`GET /things?sort=${repeat(2000, (i) => `${i}`, ",")}`],
  "include paths": [`GET /things?include=${repeat(32, (i) => `${i}${"y".repeat(200)}`, ",")}`],
  "a deep include path": [`GET /things?include=${repeat(2000, () => "owner", ".").slice(0, 8000)}`],
  fields: [`GET /things?fields[things]=${repeat(2000, (i) => `${i}`, ",")}`],
  pages: [`GET /things?page[limit]=${long}&page[offset]=-1`],
  "an id in the path": [`GET /things/${"1".repeat(400)}`],
  "a path": [`GET /${long}`],
  "a method": [`PUT /things/${"x".repeat(400)}`],
  accept: ["GET /things"],
  attributes: ["POST /things", create(`"attributes":{${repeat(5000, (i) => `"a${i}":1`, ",")}}`)],
  "long attributes": ["POST /things", create(`"attributes":{${repeat(90, (i) => `"${i}${long}":1`, ",")}}`)],
  relationships: ["POST /things", create(`"relationships":{${repeat(5000, (i) => `"r${i}":{}`, ",")}}`)],
  "extension fields": ["POST /things", create(`"trestle:fields":{${repeat(5000, (i) => `"f${i}":1`, ",")}}`), EXTENDED],
  "keys of a strict object": [
    "POST /things",
    create(`"attributes":{"strict":{"a":1,${repeat(5000, (i) => `"key${i}":1`, ",")}}}`),
  ],
  "elements below a long key": [
    "POST /things",
    create(`"attributes":{"record":{"${long}":[${repeat(500, () => '"x"', ",")}]}}`),
  ],
  "elements below a key of escapes": [
    "POST /things",
    create(`"attributes":{"record":{"${"~/".repeat(400)}":[${repeat(500, () => '"x"', ",")}]}}`),
  ],
  "wrong values": ["POST /things", create(`"attributes":{${names.map((name) => `"${name}":1`).join()}}`)],
  "a type": ["POST /things", `{"data":{"type":"${long}"}}`],
  "an id": ["POST /things", `{"data":{"type":"things","id":"${long}"}}`],
  linkage: ["POST /things/1/relationship/readers", `{"data":[${repeat(900, () => '{"type":"x","id":"1"}', ",")}]}`],
  "linkage without identifiers": ["POST /things/1/relationship/readers", `{"data":[${repeat(900, () => "1", ",")}]}`],
  "ids of linkage": [
    "POST /things/1/relationship/readers",
    `{"data":[${repeat(900, (i) => `{"type":"people","id":"${i}"}`, ",")}]}`,
  ],
  "bare ids": ["POST /things/1/relationship/readers", `{"trestle:related":[${repeat(900, () => "1", ",")}]}`, EXTENDED],
  "malformed JSON": ["POST /things", `{"${long}`],
  "a media type": ["POST /things", "{}", `text/${long}`],
};

/** Bytes that an error document may have, however large its request is. */
const MOST = 18_000;

describeEveryAdapter("an error document", ({ serve }) => {
  test.each(Object.entries(REQUESTS))("is bounded: %s", async (_, [line, text, type = MEDIA_TYPE]) => {
    const { origin, logged } = await serve(api);
    const [method = "", path = ""] = line.split(" ");
    const accept = line === "GET /things" ? long : undefined;
    const headers = { accept, "content-type": text === undefined ? undefined : type };
    const answer = await sendRaw(origin, `${method} /api${path}`, { text, headers });
    expect(logged).toEqual([]);
    const errors = expectErrorDocument(answer);
    expect(answer.status).toBeLessThan(500);
    expect(Buffer.byteLength(answer.text)).toBeLessThan(MOST);
    for (const { detail } of errors) expect(detail.length).toBeLessThan(1000);
  });
});
