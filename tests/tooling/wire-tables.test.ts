import { readdirSync, readFileSync } from "node:fs";
import * as server from "trestle";
import { toMany, toOne, trestle } from "trestle";
import * as clientErrors from "trestle/client";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { openapi } from "trestle/openapi";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { routerSpec } from "../../src/define/model/router.js";
import { everything } from "../../src/openapi/fixtures/everything.js";
import { httpError } from "../../src/protocol/errors/http-error.js";
import { errorObject } from "../../src/protocol/errors/request-error.js";
import { RouteTable } from "../../src/server/router.js";
import { CODES, type CodeRow, type ErrorCode, STATUSES, type Status, type StatusRow } from "../../src/wire/errors.js";
import { OPERATIONS, type OperationKind, type OperationShape } from "../../src/wire/operations.js";
import { started } from "../support/routed.js";

const statuses = Object.entries(STATUSES).map(([status, row]): [Status, StatusRow] => [Number(status) as Status, row]);
const codes = Object.entries(CODES) as [ErrorCode, CodeRow][];
const has = (ends: readonly string[]) => statuses.filter(([, { classes }]) => ends.includes(classes));

describe("STATUSES", () => {
  test("has the server's classes, and they have its codes and titles", () => {
    const classes = Object.entries(server).filter(
      ([name, value]) =>
        name !== "VersionMismatch" && // a 412 with a code of its own
        typeof value === "function" &&
        "~error" in value &&
        value.prototype instanceof server.ApiError,
    );
    const rows = has(["both", "server"]).map(([, { name }]) => name);
    expect(classes.map(([name]) => name).sort()).toEqual([...rows].sort());
    for (const [status, { name, code }] of has(["both", "server"])) {
      const Class = classes.find(([each]) => each === name)?.[1] as typeof server.BadRequest; // by the filter above
      const error = new Class();
      const { title } = CODES[code as ErrorCode];
      expect(error).toMatchObject({ name, status, code, title, message: title });
    }
  });

  test("has the client's classes", async () => {
    const classes = Object.entries(clientErrors).filter(
      ([name, value]) => value.prototype instanceof clientErrors.ResponseError && name !== "Unexpected",
    );
    expect(classes.map(([name]) => name).sort()).toEqual(
      has(["both", "client"])
        .map(([, { name }]) => name)
        .sort(),
    );
  });

  test.each(statuses)(
    "a response of %i is the client's error of that name",
    async (status, { name, code, classes }) => {
      const body = { errors: [{ status: `${status}`, code: "some_code" }] };
      const client = createClient<never>({
        url: "http://x",
        fetch: async () => Response.json(body, { status }),
      }) as unknown as Record<string, { get(id: number): PromiseLike<unknown> }>; // of no API
      const isKnown = classes === "both" || classes === "client";
      const className = isKnown ? name : "ResponseError";
      const { [className as "NotFound"]: Class } = clientErrors; // the test above shows that it exists
      await expect(client.a?.get(1)).rejects.toMatchObject({ status, name: className, constructor: Class });
      expect(httpError(status, "Why.")).toEqual({ ...errorObject(code as ErrorCode, "Why."), status });
    },
  );

  test("a status outside the table has a code, too", () => {
    expect(httpError(418, "Why.")).toEqual({ status: 418, code: "error", title: "Error", detail: "Why." });
  });
});

describe("CODES", () => {
  test("every code belongs to a status, to Zod or to an error that src makes", () => {
    const all = readdirSync("src", { recursive: true }).map(String);
    const files = all.filter((file) => file.endsWith(".ts") && !/^wire|\.test\.ts$|fixtures/.test(file));
    const sources = files.map((file) => readFileSync(`src/${file}`, "utf8")).join("\n");
    const defaults = new Set<string>(statuses.map(([, { code }]) => code));
    const unused = codes.filter(
      ([code, { when }]) => !defaults.has(code) && when !== "schema" && !sources.includes(`"${code}"`),
    );
    expect(unused).toEqual([]);
    for (const [status, { code }] of statuses) expect(CODES[code as ErrorCode].status).toBe(status);
  });

  test("has every issue code of Zod", () => {
    const issues: Record<z.core.$ZodIssue["code"], true> = {
      custom: true,
      invalid_element: true,
      invalid_format: true,
      invalid_key: true,
      invalid_type: true,
      invalid_union: true,
      invalid_value: true,
      not_multiple_of: true,
      too_big: true,
      too_small: true,
      unrecognized_keys: true,
    };
    const own = codes.filter(([code, { when }]) => when === "schema" || code === "invalid_type").map(([code]) => code);
    expect(own.sort()).toEqual(Object.keys(issues).sort());
  });

  test("OpenAPI names its responses after the statuses, and lists no other code than these and the declared", () => {
    const { components, paths } = openapi(everything, { info: { title: "A", version: "1" } });
    for (const [name, { description }] of Object.entries(components.responses ?? {})) {
      const row = statuses.find((each) => each[1].name === name);
      if (row) expect(description).toBe(CODES[row[1].code as ErrorCode].title);
      else expect(name).toMatch(/^Error(\d{3})?$/);
    }
    const listed = JSON.stringify(paths).matchAll(/"#\/components\/responses\/\w+","description":"([^"]*)\."/g);
    const names = new Set([...listed].flatMap(([, text = ""]) => text.match(/(?<=`)\w+(?=`)/g) ?? []));
    const whens = new Set([
      "any",
      "id",
      "accept",
      "body-type",
      "query",
      "body",
      "document",
      "create",
      "edit",
      "cross-site",
    ]);
    for (const [code, { when }] of codes) if (whens.has(when)) expect(names).toContain(code);
    expect([...names].filter((name) => !(name in CODES))).toEqual(["teapot", "title_taken"]);
  });
});

describe("OPERATIONS", () => {
  const t = trestle();
  const a = t.resource("a", {
    id: z.int(),
    attributes: { name: z.string() },
    relationships: { one: toOne("a").nullable(), many: toMany("a", { linkage: true }) },
    createFields: ["name"],
    editFields: ["name"],
  });
  const row = { id: 1, name: "A", one: null, many: [] };
  const api = t.router({
    a: a
      .routes(
        a.getOne(() => row),
        a.getMany(() => [row]),
        a.createOne(() => row),
        a.editOne(() => row),
        a.deleteOne(() => undefined),
        a.getRelated("many", () => []),
        a.getRelationship("one", () => null),
        a.editRelationship("one", () => undefined),
        a.addToRelationship("many", () => undefined),
        a.removeFromRelationship("many", () => undefined),
        a.resetRelationship("many", () => undefined),
        a.rpc("run", () => new Response("ok")),
      )
      .actions({
        work: a.command({ input: z.object({}), output: z.string() }, () => "done"),
        look: a.query({ output: z.string() }, () => "seen"),
        watch: a.stream({ events: { seen: z.string() } }, async function* () {}),
      }),
  });
  const sent: [method: string, path: string, status: number][] = [];
  const handle = fetchHandler(api);
  const client = createClient<typeof api>({
    url: "http://x",
    fetch: async (request) => {
      const response = await handle(request);
      sent.push([request.method, new URL(request.url).pathname, response.status]);
      return response;
    },
  });
  const calls: Record<OperationKind, () => PromiseLike<unknown>> = {
    getOne: () => client.a.get(1),
    getMany: () => client.a.list(),
    createOne: () => client.a.create({ name: "A" }),
    editOne: () => client.a.update(1, { name: "A" }),
    deleteOne: () => client.a.delete(1),
    getRelated: () => client.a.related(1, "many"),
    getRelationship: () => client.a.relationship(1, "one").get(),
    editRelationship: () => client.a.relationship(1, "one").set(null),
    addToRelationship: () => client.a.relationship(1, "many").add([1]),
    removeFromRelationship: () => client.a.relationship(1, "many").remove([1]),
    resetRelationship: () => client.a.relationship(1, "many").reset([1]),
    rpc: () => client.a.rpc(1, "run"),
    command: () => client.a.command.work(1, {}),
    query: () => client.a.query.look(1),
    stream: async () => {
      for await (const _ of client.a.stream.watch(1)) break;
    },
  };
  const targets: Record<OperationShape["target"], RegExp> = {
    collection: /^\/a$/,
    item: /^\/a\/:id$/,
    related: /^\/a\/:id\/many$/,
    relationship: /^\/a\/:id\/relationship\/(one|many)$/,
    action: /^\/a\/:id\/(run|work|look|watch)$/,
  };
  const { routes } = new RouteTable(routerSpec(api));
  const document = openapi(api, { info: { title: "A", version: "1" } });

  test.each(Object.entries(OPERATIONS))("%s: the router, OpenAPI and the client agree", async (name, shape) => {
    const kind = name as keyof typeof calls;
    const route = routes.find(({ operation }) => operation.info.kind === kind);
    const path = `/${route?.segments.join("/")}`;
    expect(route?.method).toBe(shape.method);
    expect(path).toMatch(targets[shape.target]);

    const described = document.paths[path.replace(":id", "{id}")]?.[shape.method.toLowerCase()];
    expect(described?.operationId).toContain(`a_${kind}`);
    expect(described?.responses).toHaveProperty(shape.response === "any" ? "2XX" : `${shape.status}`);
    // The description does not have the inputs of commands yet.
    if (kind !== "command") expect(described?.requestBody !== undefined).toBe(shape.body !== "none");
    const fields = described?.parameters?.some((parameter) => parameter.name === "fields[a]") ?? false;
    expect(fields).toBe((shape.query as readonly string[]).includes("fields"));

    sent.length = 0;
    await calls[kind]();
    expect(sent).toEqual([[shape.method, path.replace(":id", "1"), shape.status]]);
  });

  const related = Object.entries(OPERATIONS).filter(([, { relationship }]) => relationship !== "none");
  test.each(related)("%s takes the relationships of its row", (name, { relationship }) => {
    const declare = a[name as "editRelationship"] as unknown as (field: string, handler: () => unknown) => unknown;
    for (const [field, arity] of [
      ["one", "to-one"],
      ["many", "to-many"],
    ] as const) {
      const isFor = relationship === "any" || relationship === arity;
      if (isFor) expect(started(() => declare(field, () => undefined))).not.toThrow();
      else expect(started(() => declare(field, () => undefined))).toThrow(`${name} is for ${relationship}`);
    }
  });
});
