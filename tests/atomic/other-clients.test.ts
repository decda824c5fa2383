import { JSONAPIAtomicOperationsDocumentSerializer, JSONAPISerializers, JSONAPISource } from "@orbit/jsonapi";
import { RecordKeyMap, RecordSchema } from "@orbit/records";
import { buildSerializerSettingsFor } from "@orbit/serializers";
import { describe, expect, test } from "vitest";
import type { Json } from "../support/documents.js";
import { describeServers } from "../support/serve.js";
import { BEDS, open } from "./bed.js";
import { RECORDED } from "./recorded-requests.js";
import { ATOMIC_TYPE } from "../support/media-type.js";

const memory = (BEDS[0] as (typeof BEDS)[number])[1]; // the list is not empty

describeServers("batches of clients that are not ours", (serve) => {
  describe("Orbit", () => {
    test("updates, replaces relationships, and deletes", async () => {
      const { post, send } = await orbit();
      const edited = { ...ARTICLE, attributes: { title: "By Orbit" } };
      const { document } = await post([
        { op: "updateRecord", record: edited },
        { op: "replaceRelatedRecord", record: ARTICLE, relationship: "author", relatedRecord: null },
        { op: "replaceRelatedRecords", record: ARTICLE, relationship: "tags", relatedRecords: [BLUE] },
      ]);
      expect(document["atomic:results"]).toMatchObject([{ data: { attributes: { title: "By Orbit" } } }, {}, {}]);
      const { body } = await send("GET", "articles/1");
      expect(body.data).toMatchObject({ attributes: { title: "By Orbit" }, relationships: { author: { data: null } } });
      const tags = await send("GET", "articles/1/relationship/tags");
      expect(tags.body.data).toMatchObject([{ type: "tags", id: "blue" }]);
      expect((await post([{ op: "removeRecord", record: ARTICLE }])).response.status).toBe(204);
      expect((await send("GET", "articles/1")).status).toBe(404);
    });

    test("gets an error that points into its document, and nothing is stored", async () => {
      const { post, send } = await orbit();
      const operations = [
        { op: "replaceRelatedRecord", record: ARTICLE, relationship: "author", relatedRecord: null },
        { op: "updateRecord", record: { ...ARTICLE, attributes: { title: "" } } },
      ];
      expect(await post(operations).catch(({ data }) => data.errors)).toMatchObject([
        { status: "422", source: { pointer: "/atomic:operations/1/data/attributes/title" } },
      ]);
      expect((await send("GET", "articles/1")).body.data.relationships.author.data.id).toBe("1");
    });

    // Its operations are those of an early draft: https://github.com/orbitjs/orbit/tree/v0.17.0/packages/%40orbit/jsonapi
    test.each([
      ["a ref in add", { op: "addRecord", record: { type: "people", id: "x" } }, 400, "/ref", "Leave it out"],
      ["one related resource without a list", ADD_TAG, 422, "/data", "must be a list"],
    ])("gets an error for what the extension does not allow: %s", async (_name, operation, status, pointer, detail) => {
      const { post } = await orbit();
      const [error] = await post([operation]).catch(({ data }: Json) => data.errors);
      expect(error).toMatchObject({ status: `${status}`, source: { pointer: `/atomic:operations/0${pointer}` } });
      expect(error.detail).toContain(detail);
    });

    async function orbit() {
      const opened = await open(serve, memory);
      const { serializer, processor } = await orbitOf(`${opened.origin}/api`);
      const headers = { Accept: ATOMIC_TYPE, "Content-Type": ATOMIC_TYPE }; // it does not set them for operations
      const post = (operations: readonly object[]): Promise<Json> =>
        processor.fetch(`${opened.origin}/api/operations`, {
          method: "POST",
          headers,
          json: serializer.serialize({ operations }),
        });
      return { send: opened.send, post };
    }
  });

  describe.each(RECORDED)("$client", ({ requests }) => {
    test("is understood", async () => {
      const { send } = await open(serve, memory);
      for (const { operations, status, results, pointer } of requests) {
        const document = { "atomic:operations": operations };
        const answer = await send("POST", "operations", document, { accept: ATOMIC_TYPE });
        expect([operations, answer.status]).toEqual([operations, status]);
        if (results) expect(answer.body["atomic:results"]).toMatchObject(results);
        if (pointer) expect(answer.body.errors[0].source.pointer).toBe(pointer);
      }
    });
  });
});

const ARTICLE = { type: "articles", id: "local-article" };
const BLUE = { type: "tags", id: "local-blue" };
const ADD_TAG = { op: "addToRelatedRecords", record: ARTICLE, relationship: "tags", relatedRecord: BLUE };

/** Orbit's serializer of operations, and what sends its requests. It knows the ids of the article and the tag. */
async function orbitOf(url: string): Promise<{ serializer: Json; processor: Json }> {
  const { origin: host, pathname } = new URL(url);
  const keys = { remoteId: {} };
  const schema = new RecordSchema({
    models: {
      people: { keys, attributes: { name: { type: "string" } } },
      tags: { keys, attributes: { label: { type: "string" } } },
      articles: {
        keys,
        attributes: { title: { type: "string" } },
        relationships: { author: { kind: "hasOne", type: "people" }, tags: { kind: "hasMany", type: "tags" } },
      },
    },
  });
  const keyMap = new RecordKeyMap();
  keyMap.pushRecord({ ...ARTICLE, keys: { remoteId: "1" } });
  keyMap.pushRecord({ ...BLUE, keys: { remoteId: "blue" } });
  const asTheyAre = { serializationOptions: { inflectors: [] } };
  const serializerSettingsFor = buildSerializerSettingsFor({
    settingsByType: {
      [JSONAPISerializers.ResourceTypePath]: asTheyAre,
      [JSONAPISerializers.ResourceFieldPath]: asTheyAre,
    },
  });
  const source = new JSONAPISource({ schema, keyMap, host, namespace: pathname.slice(1), serializerSettingsFor });
  await source.activated;
  const { serializerFor } = source.requestProcessor;
  const serializer = new JSONAPIAtomicOperationsDocumentSerializer({ schema, keyMap, serializerFor });
  return { serializer, processor: source.requestProcessor };
}
