import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { toMany, toOne, trestle } from "trestle";
import { memoryData } from "trestle/memory";
import { openapi } from "trestle/openapi";
import { expect, test } from "vitest";
import { z } from "zod";
import { ATOMIC_TYPE } from "../support/media-type.js";

const t = trestle();
const data = memoryData();
const notes = t.resource("notes", {
  id: z.int32(),
  attributes: { text: z.string(), version: z.int() },
  createFields: ["text"],
  editFields: ["text"],
  version: { field: "version", required: true },
});
const source = data.source(notes, {});
const routes = {
  notes: notes.routes(notes.getOne(source.getOne), notes.createOne(source.createOne), notes.editOne(source.editOne)),
};
const info = { title: "Notes", version: "1.0.0" };

test("the description contains the operations that are registered, and no others", () => {
  const { transaction } = data;
  const document = openapi(t.router(routes, { transaction, atomic: { max: 3 } }), { info });
  const described = document.paths["/operations"]?.post;
  const schema = described?.requestBody?.content[ATOMIC_TYPE]?.schema;
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...document }, "api");
  const allows = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));
  const add = { op: "add", data: { type: "notes", attributes: { text: "a" } } };
  const edit = { op: "update", data: { type: "notes", id: "1", attributes: { text: "b" } }, meta: { version: 1 } };
  const of = (...operations: unknown[]) => allows({ "atomic:operations": operations });
  expect([of(add), of(add, edit), of({ ...edit, ref: { type: "notes", id: "1" } })]).toEqual([true, true, true]);
  const { meta: _, ...unversioned } = edit;
  expect(of(edit, unversioned)).toBe(true); // the first change states the version
  expect([
    of(),
    of(add, add, add, add),
    of({ op: "remove", ref: { type: "notes", id: "1" } }),
    of({ ...add, op: "x" }),
  ]).toEqual([false, false, false, false]);
  expect(Object.keys(described?.responses ?? {})).toEqual(
    expect.arrayContaining(["200", "204", "400", "404", "412", "413", "415", "428", "default"]),
  );
  expect(openapi(t.router(routes, { transaction }), { info }).paths["/operations"]).toBeUndefined();
});

test("the description allows local ids wherever the server takes them, and only in batches", () => {
  const { transaction, source } = memoryData();
  const people = t.resource("people", {
    id: z.int32(),
    attributes: { name: z.string() },
    relationships: { boss: toOne("people").nullable(), tags: toMany("tags", { id: z.string() }) },
    createFields: ["name", "boss", "tags"],
    editFields: ["name", "boss", "tags"],
  });
  const tags = t.resource("tags", { id: z.string(), attributes: {}, createFields: ["id"] });
  const of = source(people, {});
  const api = t.router(
    {
      people: people.routes(
        people.createOne(of.createOne),
        people.editOne(of.editOne),
        people.editRelationship("boss", of.editRelationship("boss")),
        people.addToRelationship("tags", of.addToRelationship("tags")),
      ),
      tags: tags.routes(tags.createOne(source(tags, {}).createOne)),
    },
    { transaction, atomic: true },
  );
  const document = openapi(api, { info });
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...document }, "api");
  const schemaOf = (schema: unknown) => ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));
  const batch = schemaOf(document.paths["/operations"]?.post?.requestBody?.content[ATOMIC_TYPE]?.schema);
  const allows = (operation: unknown) => batch({ "atomic:operations": [operation] });

  const person = { type: "people", lid: "p" };
  const tag = { type: "tags", lid: "t" };
  const fields = {
    attributes: { name: "Ann" },
    relationships: { boss: { data: person }, tags: { data: [tag, { type: "tags", id: "red" }] } },
  };
  const ref = { ...person, relationship: "boss" };
  const accepted = [
    { op: "add", data: { ...person, ...fields } },
    { op: "add", data: { type: "people", ...fields } },
    { op: "add", data: { ...tag, id: "green" } },
    { op: "update", data: { ...person, ...fields } },
    { op: "update", ref: person, data: { ...person, ...fields } },
    { op: "update", ref, data: person },
    { op: "update", ref, data: null },
    { op: "add", ref: { ...ref, relationship: "tags" }, data: [tag] },
  ];
  expect(accepted.filter((operation) => !allows(operation))).toEqual([]);
  const refused = [
    { op: "add", data: { ...person, lid: 5, ...fields } },
    { op: "add", data: { ...person, ...fields, relationships: { ...fields.relationships, boss: { data: tag } } } },
    { op: "update", data: { type: "people", ...fields } },
    { op: "update", ref, data: tag },
    { op: "update", ref, data: { type: "people" } },
  ];
  expect(refused.filter(allows)).toEqual([]);
  const single = schemaOf(document.paths["/people"]?.post?.requestBody?.content["application/vnd.api+json"]?.schema);
  expect(single({ data: { type: "people", ...fields } })).toBe(false);
});
