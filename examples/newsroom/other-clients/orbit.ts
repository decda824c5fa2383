import { JSONAPISerializers, JSONAPISource, JSONAPIURLBuilder } from "@orbit/jsonapi";
import { RecordKeyMap, RecordSchema } from "@orbit/records";
import { buildSerializerSettingsFor } from "@orbit/serializers";
import { expect } from "vitest";
import type { Untyped } from "./untyped.js";

/** It takes the standard's recommendation for the path of a relationship; the newsroom's is another one. */
class NewsroomUrls extends JSONAPIURLBuilder {
  override resourceRelationshipURL(type: string, id: string, relationship: string): string {
    return `${this.resourceURL(type, id)}/relationship/${relationship}`;
  }
}

/** orbit: one request for each change, and ids of its own, which it keeps apart from the server's. */
export async function driveOrbit(url: string): Promise<void> {
  const { origin: host, pathname } = new URL(url);
  const keys = { remoteId: {} };
  const schema = new RecordSchema({
    models: {
      articles: {
        keys,
        attributes: {
          title: { type: "string" },
          content: { type: "string" },
          published: { type: "boolean" },
          created_at: { type: "datetime" },
        },
        relationships: {
          author: { kind: "hasOne", type: "users" },
          categories: { kind: "hasMany", type: "categories" },
        },
      },
      users: { keys, attributes: { username: { type: "string" }, email: { type: "string" } } },
      categories: { keys, attributes: { name: { type: "string" } } },
    },
  });
  const keyMap = new RecordKeyMap();
  const asTheyAre = { serializationOptions: { inflectors: [] } };
  const serializerSettingsFor = buildSerializerSettingsFor({
    settingsByType: {
      [JSONAPISerializers.ResourceTypePath]: asTheyAre,
      [JSONAPISerializers.ResourceFieldPath]: asTheyAre,
      [JSONAPISerializers.ResourceFieldParam]: asTheyAre,
    },
  });
  const settings = {
    schema,
    keyMap,
    host,
    namespace: pathname.slice(1),
    URLBuilderClass: NewsroomUrls,
    serializerSettingsFor,
  };
  const source: Untyped = new JSONAPISource(settings);
  await source.activated;
  const remote = (type: string, id: string) => ({ type, id: keyMap.keyToId(type, "remoteId", id) });
  const query = (make: (q: Untyped) => Untyped, options: object = {}) => source.query(make, options);
  const update = (make: (t: Untyped) => Untyped) => source.update(make);

  const list = await query((q) => q.findRecords("articles").sort("-created_at").page({ offset: 1, limit: 2 }), {
    include: ["author", "categories"],
  });
  expect(list).toHaveLength(2);
  expect(list[0].attributes.created_at).toBeInstanceOf(Date);
  await query((q) => q.findRecords("categories"));
  const author = list[0].relationships.author.data;
  const article = {
    type: "articles",
    attributes: { title: "By orbit", content: "x" },
    relationships: { author: { data: author } },
  };
  const { id } = await update((t) => t.addRecord(article));
  const identity = { type: "articles", id };
  await update((t) => t.replaceAttribute(identity, "title", "By orbit, edited"));
  await update((t) => t.addToRelatedRecords(identity, "categories", remote("categories", "2")));
  await update((t) => t.addToRelatedRecords(identity, "categories", remote("categories", "3")));
  await update((t) => t.removeFromRelatedRecords(identity, "categories", remote("categories", "3")));
  const related = await query((q) => q.findRelatedRecords(identity, "categories"));
  expect(related.map((category: Untyped) => category.keys.remoteId)).toEqual(["2"]);
  await update((t) => t.replaceRelatedRecord(identity, "author", null));
  expect(await query((q) => q.findRelatedRecord(identity, "author"))).toBeNull();
  const read = await query((q) => q.findRecord(identity));
  expect(read.attributes).toMatchObject({ title: "By orbit, edited", published: false });
  await update((t) => t.removeRecord(identity));
  await expect(query((q) => q.findRecord(identity), { raiseNotFoundExceptions: true })).rejects.toThrow();
}
