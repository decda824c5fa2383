import { validate } from "@readme/openapi-parser";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { api as tickets } from "../../../tests/actions/tickets.js";
import { trestle } from "../../define/api/trestle.js";
import { everything } from "../fixtures/everything.js";
import { openapi } from "../openapi.js";

const info = { title: "API", version: "1.0.0" };
const document = openapi(everything, { info });
const uploads = openapi(tickets, { info });

describe("a command", () => {
  test("takes its input as JSON, which is optional if every member is", () => {
    expect(document.paths["/things/{id}/copy"]?.post?.requestBody).toMatchObject({
      required: true,
      content: { "application/json": { schema: { type: "object", required: ["into", "at", "lines"] } } },
    });
    expect(document.paths["/things/all"]?.post?.requestBody).toMatchObject({ required: false });
    expect(document.paths["/things/{id}/close"]?.post).not.toHaveProperty("requestBody");
  });

  test("is JSON only if it has no files, so that a generator cannot choose a form", () => {
    const { content } = document.paths["/things/{id}/copy"]?.post?.requestBody ?? {};
    expect(Object.keys(content ?? {})).toEqual(["application/json"]);
  });

  test("with files takes a form, whose members are JSON where no text can be such a value", () => {
    const t = trestle();
    const input = z.object({ lines: z.array(z.object({ id: z.int() })), file: z.file().optional() });
    const api = t.router({}, { actions: { send: t.command({ input }, () => {}) } });
    const { content } = openapi(api, { info }).paths["/send"]?.post?.requestBody ?? {};
    const encoding = { lines: { contentType: "application/json" } };
    expect(content).toMatchObject({ "multipart/form-data": { encoding } });
    expect(content?.["multipart/form-data"]?.encoding).toEqual(encoding);
  });

  test("takes files as parts of a form, and texts as an HTML form sends them", async () => {
    expect(uploads.paths["/tickets/import"]?.post).toMatchObject({
      operationId: "tickets_collection_command_import",
      summary: 'Run the command "import" on the tickets',
      requestBody: {
        required: true,
        content: {
          "multipart/form-data": {
            schema: {
              type: "object",
              required: ["file"],
              properties: {
                file: { type: "string", format: "binary", maxLength: 1000 },
                dryRun: { type: "boolean", default: false },
              },
            },
          },
        },
      },
    });
    expect(await validate(structuredClone(uploads) as never)).toMatchObject({ valid: true, warnings: [] });
  });

  test("has JSON as a second type where a body without files can be valid", () => {
    const t = trestle();
    const types = (input: z.ZodObject) => {
      const api = t.router({}, { actions: { send: t.command({ input }, () => {}) } });
      return Object.keys(openapi(api, { info }).paths["/send"]?.post?.requestBody?.content ?? {});
    };
    const file = z.file();
    const both = ["multipart/form-data", "application/json"];
    expect(types(z.object({ file: file.nullable() }))).toEqual(both);
    expect(types(z.object({ files: z.array(file) }))).toEqual(both);
    expect(types(z.object({ files: z.array(file).min(1) }))).toEqual(["multipart/form-data"]);
    expect(types(z.object({ file }))).toEqual(["multipart/form-data"]);
    expect(types(z.object({ file: file.optional() }))).toEqual([
      "application/json",
      "multipart/form-data",
      "application/x-www-form-urlencoded",
    ]);
  });

  test("returns rows with the declared status, and without a link to the document", () => {
    const { responses } = document.paths["/things/{id}/copy"]?.post ?? {};
    expect(responses?.["202"]).toMatchObject({
      content: {
        "application/vnd.api+json": {
          schema: { required: ["jsonapi", "data"], properties: { data: { $ref: "#/components/schemas/Things" } } },
        },
      },
    });
    expect(document.paths["/things/all"]?.post?.responses["201"]).toMatchObject({
      content: { "application/vnd.api+json": { schema: { properties: { data: { type: "array" } } } } },
    });
  });

  test("returns a value as JSON, and nothing as 204 or 202", () => {
    expect(document.paths["/things/count"]?.post).toMatchObject({ summary: "Count things" });
    expect(document.paths["/things/count"]?.post?.responses).toMatchObject({
      200: { headers: { "trestle-rich": {} }, content: { "application/json": {} } },
      204: { description: "Done." },
    });
    expect(document.paths["/things/{id}/close"]?.post?.responses).toMatchObject({ 204: { description: "Done." } });
    expect(document.paths["/things/{id}/touch"]?.post?.responses).toMatchObject({ 202: { description: "Done." } });
  });

  test("has the errors that can happen", () => {
    const statuses = (path: string, method = "post") =>
      Object.keys(document.paths[path]?.[method]?.responses ?? {}).filter((status) => /^[4d]/.test(status));
    expect(statuses("/things/{id}/close")).toEqual(["400", "401", "403", "404", "default"]);
    expect(statuses("/things/{id}/copy")).toEqual(
      ["400", "401", "403", "404", "406", "409", "413", "415", "422", "default"], // biome-ignore format: one line
    );
    expect(statuses("/reindex")).toEqual(["400", "401", "403", "413", "415", "418", "422", "default"]);
    expect(statuses("/things/stats", "get")).toEqual(["400", "401", "default"]);
    expect(statuses("/things/changes", "get")).toEqual(["400", "401", "409", "default"]);
    expect(document.paths["/things/{id}/copy"]?.post?.responses["409"]).toMatchObject({
      description: "Conflict: `title_taken`.\n\n`title_taken`: Title taken.",
    });
  });
});

describe("a query", () => {
  test("has a parameter for each member of its input", () => {
    const { parameters = [] } = document.paths["/things/stats"]?.get ?? {};
    expect(parameters.map(({ name, in: place, required = false }) => [name, place, required])).toEqual([
      ["since", "query", true],
      ["tags", "query", false],
      ["kind", "query", false],
    ]);
    expect(document.paths["/search"]?.get).toMatchObject({ operationId: "query_search", tags: ["API"] });
  });
});

describe("a stream", () => {
  test("sends events, and continues after the last one", () => {
    const { parameters, responses } = document.paths["/things/changes"]?.get ?? {};
    expect(parameters?.map(({ name }) => name)).toEqual(["only", "last-event-id"]);
    expect(responses?.["200"]).toMatchObject({
      content: {
        "text/event-stream": {
          schema: {
            oneOf: [
              { required: ["event", "data"], properties: { event: { const: "changed" }, data: { type: "object" } } },
              { properties: { event: { const: "gone" }, data: { type: "string" } } },
            ],
          },
        },
      },
    });
  });
});

test("operation ids differ where the names of two operations read alike", () => {
  const t = trestle();
  const a = t.resource("a", { id: z.int(), attributes: {} });
  const b = t.resource("a_collection", { id: z.int(), attributes: {} });
  const run = () => undefined;
  const api = t.router({
    a: a
      .routes(a.rpc("x", run as never), a.rpc("x", { method: "PUT" }, run as never))
      .actions({ go: a.collection.command(run) }),
    a_collection: b.routes().actions({ go: b.command(run) }),
  });
  const ids = Object.values(openapi(api, { info }).paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(ids).toEqual(["a_rpc_x", "a_rpc_x_2", "a_collection_command_go", "a_collection_command_go_2"]);
});
