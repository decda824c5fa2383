import { expect } from "vitest";
import { BEDS, open } from "../atomic/bed.js";
import { proves } from "../support/conformance/proves.js";
import { describeServers } from "../support/serve.js";

const memory = (BEDS[0] as (typeof BEDS)[number])[1]; // the list is not empty
const bob = { op: "add", data: { type: "people", lid: "bob", attributes: { name: "bob" } } };
const article = { type: "articles", id: "1" };

describeServers("atomic operations", (serve) => {
  const opened = () => open(serve, memory);

  proves(
    ["atomic-no-data", "atomic-no-errors"],
    "a document with operations and another primary member is refused",
    async () => {
      const { send } = await opened();
      for (const member of ["data", "included", "errors", "atomic:results"]) {
        const { status } = await send("POST", "operations", { "atomic:operations": [bob], [member]: [] });
        expect([member, status]).toEqual([member, 400]);
      }
      const { body } = await send("POST", "operations", { "atomic:operations": [bob] });
      expect(Object.keys(body)).toEqual(["jsonapi", "atomic:results"]);
    },
  );

  proves(
    ["atomic-op", "atomic-ref", "atomic-malformed"],
    "a malformed operation is a 400 that points at it",
    async () => {
      const { post } = await opened();
      const malformed = [
        { data: bob.data },
        { ...bob, op: "replace" },
        { op: "remove", ref: { type: "people" } },
        { op: "remove", ref: { id: "1" } },
        { op: "remove", ref: { type: "people", id: "1", lid: "bob" } },
        { op: "remove", ref: { type: "people", lid: "nobody" } },
        { op: "remove" },
        { op: "add", data: { attributes: {} } },
      ];
      for (const operation of malformed) {
        const { status, body } = await post([bob, operation]);
        expect([operation, status]).toEqual([operation, 400]);
        expect(body.errors[0].source.pointer).toMatch(/^\/atomic:operations\/1/);
      }
      expect((await post([bob, { op: "remove", ref: { type: "people", lid: "bob" } }])).status).toBe(200);
    },
  );

  proves(["atomic-post"], "other methods than POST are a 405", async () => {
    const { send } = await opened();
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) expect((await send(method, "operations")).status).toBe(405);
  });

  proves(
    ["atomic-order", "atomic-results", "atomic-create", "atomic-update", "atomic-remove", "atomic-to-one"],
    "operations run in their order, and each has its result at its place",
    async () => {
      const { post } = await opened();
      const { status, body } = await post([
        bob,
        { op: "update", data: { type: "people", lid: "bob", attributes: { name: "robert" } } },
        { op: "update", ref: { ...article, relationship: "author" }, data: { type: "people", lid: "bob" } },
        { op: "update", data: { ...article, attributes: { title: "By Robert" } } },
        { op: "remove", ref: article },
      ]);
      expect(status).toBe(200);
      const [created, updated, linked, edited, removed] = body["atomic:results"];
      expect(body["atomic:results"]).toHaveLength(5);
      expect([created.data.attributes.name, updated.data.attributes.name]).toEqual(["bob", "robert"]);
      expect(edited.data.attributes).toMatchObject({ title: "By Robert", version: 3 }); // the server changed the version
      expect(edited.data.relationships.author.data.id).toBe(created.data.id);
      expect([linked, removed]).toEqual([{}, {}]);
    },
  );

  proves(
    ["atomic-atomically", "atomic-errors", "atomic-impossible"],
    "a failing operation undoes those before it, and its error is the response",
    async () => {
      const { post, count } = await opened();
      const before = await count();
      const failing: [object, number][] = [
        [{ op: "remove", ref: { type: "people", id: "99" } }, 404],
        [{ op: "add", data: { type: "people", attributes: { name: "ann" } } }, 409],
        [{ op: "add", data: { type: "people", attributes: { name: 1 } } }, 422],
      ];
      for (const [operation, expected] of failing) {
        const { status, body } = await post([bob, { op: "remove", ref: article }, operation]);
        expect([operation, status]).toEqual([operation, expected]);
        expect(body.errors[0].source.pointer).toMatch(/^\/atomic:operations\/2/);
        expect(await count()).toEqual(before);
      }
    },
  );

  proves(["atomic-to-many"], "to-many relationships are added to, replaced and removed from", async () => {
    const { post, send } = await opened();
    const ref = { ...article, relationship: "tags" };
    const ids = async () => {
      const { body } = await send("GET", "articles/1/relationship/tags");
      return body.data.map(({ id }: { id: string }) => id).sort();
    };
    const change = async (op: string, id: string) => (await post([{ op, ref, data: [{ type: "tags", id }] }])).status;
    expect([await change("add", "blue"), await ids()]).toEqual([204, ["blue", "red"]]);
    expect([await change("remove", "red"), await ids()]).toEqual([204, ["blue"]]);
    expect([await change("update", "red"), await ids()]).toEqual([204, ["red"]]);
  });
});
