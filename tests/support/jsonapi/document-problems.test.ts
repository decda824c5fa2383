import { expect, test } from "vitest";
import { type DocumentKind, documentProblems } from "./document-problems.js";

// A judge that lets everything pass would prove nothing, and one that knows only what we write would be a poor one.

const jsonapi = { version: "1.1" };
const id = (type: string, key = "1") => ({ type, id: key });
const withRelationship = (relationship: unknown) => ({ data: { ...id("a"), relationships: { r: relationship } } });

test.each<[string, unknown, DocumentKind?]>([
  ["an empty list", { data: [] }],
  ["nothing related", { data: null, included: [] }],
  ["meta alone", { meta: { "any.thing": 1 } }],
  ["a member of an extension alone", { data: null, "version:id": "1" }],
  [
    "@-Members everywhere",
    { data: { ...id("a"), "@context": 1, attributes: { "@id": 1 }, relationships: { "@x": 1 } } },
  ],
  [
    "links as strings, objects and null",
    { data: null, links: { self: "/a?b=1", prev: null, next: { href: "/c", title: "x" } } },
  ],
  [
    "a link object with everything",
    { data: null, links: { self: { href: "/", rel: "x", describedby: "/d", type: "t", hreflang: ["de"], meta: {} } } },
  ],
  [
    "the extensions and profiles that are applied",
    { jsonapi: { ...jsonapi, ext: ["urn:x"], profile: [] }, data: null },
  ],
  ["an error with links", { errors: [{ links: { about: "/a", type: null }, source: { header: "Accept" } }] }],
  ["results of operations", { jsonapi: { ...jsonapi, ext: ["urn:x"] }, "atomic:results": [{ data: id("a") }, {}] }],
  ["names of other alphabets", { data: { ...id("größen"), attributes: { "a b_c-d": 1, 名: 2 } } }],
  [
    "a circle",
    {
      data: { ...id("a"), relationships: { r: { data: id("b") } } },
      included: [{ ...id("b"), relationships: { r: { data: [id("a"), id("c")] } } }, id("c")],
    },
  ],
  ["a create without id", { data: { type: "a", lid: "x", attributes: {} } }, "create"],
  ["a change of a relationship", { data: [id("a")] }, "relationship"],
])("lets %s pass", (_, document, kind) => {
  expect(documentProblems(document, kind)).toEqual([]);
});

test.each<[string, unknown, DocumentKind?]>([
  ["a list", []],
  ["nothing", {}],
  ["data beside errors", { data: null, errors: [{ status: "400" }] }],
  ["included without data", { meta: {}, included: [] }],
  ["another member", { data: null, extra: 1 }],
  ["another member of a resource", { data: { ...id("a"), extra: 1 } }],
  ["another member of jsonapi", { jsonapi: { ...jsonapi, extra: 1 }, data: null }],
  ["another link", { data: null, links: { docs: "/docs" } }],
  ["a link that is none", { data: null, links: { self: "/a b" } }],
  ["a link object without href", { data: null, links: { self: { title: "x" } } }],
  ["no id", { data: { type: "a" } }],
  ["an id that is a number", { data: { type: "a", id: 1 } }],
  ["a type that is not a member name", { data: id("a.b") }],
  ["an attribute that is not a member name", { data: { ...id("a"), attributes: { _x: 1 } } }],
  ["attributes that are a list", { data: { ...id("a"), attributes: [] } }],
  ["an attribute called id", { data: { ...id("a"), attributes: { id: "1" } } }],
  ["a relationship called type", { data: { ...id("a"), relationships: { type: { data: null } } } }],
  ["one name for two fields", { data: { ...id("a"), attributes: { r: 1 }, relationships: { r: { data: null } } } }],
  ["an empty relationship", withRelationship({})],
  ["a relationship that is null", withRelationship(null)],
  ["a relationship with foreign links alone", withRelationship({ links: { describedby: "/d" } })],
  ["linkage without an id", withRelationship({ data: { type: "b" } })],
  ["a resource as linkage", withRelationship({ data: { ...id("b"), attributes: {} } })],
  ["meta that is not an object", { data: null, meta: [] }],
  ["an error that is a string", { errors: ["no"] }],
  ["no error", { errors: [] }],
  ["an error without members", { errors: [{}] }],
  ["a status that is a number", { errors: [{ status: 400 }] }],
  ["a pointer that is none", { errors: [{ source: { pointer: "data" } }] }],
  ["a resource twice", { data: [id("a"), id("a")] }],
  [
    "a primary resource that is included",
    { data: { ...id("a"), relationships: { r: { data: id("a") } } }, included: [id("a")] },
  ],
  ["a resource that nothing links to", { data: id("a"), included: [id("b")] }],
  [
    "resources that link to one another alone",
    {
      data: id("a"),
      included: [
        { ...id("b"), relationships: { r: { data: id("c") } } },
        { ...id("c"), relationships: { r: { data: id("b") } } },
      ],
    },
  ],
  ["an edit without id", { data: { type: "a" } }, "edit"],
  ["a sent relationship without data", { data: { type: "a", relationships: { r: { meta: {} } } } }, "create"],
  ["a create of several", { data: [{ type: "a" }] }, "create"],
  ["a change of a relationship without data", { meta: {} }, "relationship"],
])("sees %s", (_, document, kind) => {
  expect(documentProblems(document, kind)).not.toEqual([]);
});

test("what sparse fieldsets leave out may have been the linkage", () => {
  const document = { data: id("a"), included: [id("b")] };
  expect(documentProblems(document, "answer", true)).toEqual([]);
});
