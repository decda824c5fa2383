import { json, NotFound, offsetPage, toMany, toOne, trestle, Unauthorized } from "trestle";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { everything } from "./fixtures/everything.js";
import { openapi } from "./openapi.js";

const info = { title: "API", version: "1.0.0" };
const document = openapi(everything, { info });
const { schemas } = document.components;
const t = trestle();

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ line: `${method} ${path}`, operation })),
);

/** What the create and the read schema say of an attribute that has the schema. */
function described(schema: z.ZodType): { input: unknown; output: unknown; all: Readonly<Record<string, unknown>> } {
  const notes = t.resource("notes", { id: z.int(), attributes: { it: schema }, createFields: ["it"] });
  const api = t.router({ notes: notes.routes(notes.createOne(() => ({ id: 1, it: undefined }) as never)) });
  const { schemas: all } = openapi(api, { info }).components;
  const at = (name: string) => {
    const { properties } = all[name] as { properties: { attributes: { properties: { it: unknown } } } };
    return properties.attributes.properties.it;
  };
  const { "x-may-be-missing": _, ...output } = Object(at("Notes"));
  return { input: at("NotesCreate"), output, all };
}

describe("operations", () => {
  test("every route is described, under an id of its own", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain("things_getMany");
    expect(ids).toContain("things_getRelated_owner");
    expect(ids).toContain("things_rpc_publish");
    expect(ids).toContain("things_resetRelationship_labels");
    expect(ids).toContain("blog-owners_getRelationship_things"); // made from the related endpoint
    expect(ids).toContain("things_command_copy");
    expect(ids).toContain("things_collection_command_all");
    expect(ids).toContain("command_reindex");
    expect(operations).toHaveLength(39);
  });

  test("has a tag for each resource, and one of them", () => {
    expect(document.tags.map(({ name }) => name)).toEqual(["things", "blog-owners", "notes", "API"]);
    for (const { line, operation } of operations) {
      const [, first = ""] = line.split("/");
      expect(operation.tags, line).toEqual([["reindex", "search"].includes(first) ? "API" : first]);
    }
  });

  test("carries summary and description", () => {
    expect(document.paths["/things"]?.get).toMatchObject({ summary: "List things", description: "All there are." });
  });

  test("merges pathOperation, of an rpc and of any other", () => {
    expect(document.paths["/things/{id}/publish"]?.put).toMatchObject({
      summary: "Publish",
      deprecated: true,
      security: [],
      requestBody: { content: { "application/json": { schema: { type: "object" } } } },
      responses: { "202": { description: "It will be published." }, "404": {} },
    });
    expect(Object.keys(document.paths["/things/{id}/publish"]?.put?.responses ?? {})).not.toContain("2XX");
    expect(document.paths["/notes"]?.get?.deprecated).toBe(true);
  });

  test("an rpc that says nothing takes and answers anything", () => {
    expect(document.paths["/things/{id}/ping"]?.post).toMatchObject({
      requestBody: { content: { "*/*": { schema: {} } } },
      responses: { "2XX": { content: { "*/*": { schema: {} } } } },
    });
    expect(document.paths["/things/{id}/look"]?.get).not.toHaveProperty("requestBody");
  });

  test("an rpc with a body names the errors of reading it", () => {
    expect(document.paths["/things/{id}/ping"]?.post?.responses).toMatchObject({
      "400": { description: expect.stringContaining("`malformed_json`") },
      "413": { description: expect.stringContaining("`content_too_large`") },
    });
    expect(JSON.stringify(document.paths["/things/{id}/look"])).not.toContain("malformed_json");
  });

  test("what a create answers has Location where there is a link", () => {
    expect(document.paths["/things"]?.post?.responses["201"]).toHaveProperty("headers.Location");
    expect(document.paths["/blog-owners"]?.post?.responses["201"]).not.toHaveProperty("headers");
    expect(document.paths["/things/{id}"]?.delete?.responses["204"]).not.toHaveProperty("content");
  });

  test("errors are the engine's and the declared ones, the middleware's too", () => {
    const responses = document.paths["/things"]?.post?.responses ?? {};
    expect(Object.keys(responses)).toEqual([
      "201", "400", "401", "403", "406", "409", "413", "415", "422", "500", "default",
    ]); // biome-ignore format: one line
    expect(responses["409"]).toEqual({
      $ref: "#/components/responses/Conflict",
      description: "Conflict: `type_mismatch`, `conflict`, `title_taken`.\n\n`title_taken`: Title taken.",
    });
    expect(Object.keys(document.paths["/things/{id}"]?.patch?.responses ?? {})).not.toContain("401"); // middleware: []
    expect(document.components.responses).toHaveProperty("Error418");
  });

  test("security is the API's, unless an operation says otherwise", () => {
    const securitySchemes = { token: { type: "http", scheme: "bearer" } };
    const secured = openapi(everything, { info, securitySchemes, security: [{ token: [] }] });
    expect(secured.security).toEqual([{ token: [] }]);
    expect(secured.components.securitySchemes).toEqual(securitySchemes);
    expect(secured.paths["/things/{id}/publish"]?.put?.security).toEqual([]);
    expect(secured.paths["/things"]?.get).not.toHaveProperty("security");
    expect(secured.paths["/things/{id}"]?.patch?.security).toEqual([{}, { token: [] }]); // middleware: []

    // Nothing says that a hook of the server asks for the login.
    const notes = trestle().resource("notes", { id: z.int(), attributes: {} });
    const api = trestle().router({
      notes: notes.routes(
        notes.getOne({ errors: [Unauthorized] }, ({ id }) => ({ id })),
        notes.deleteOne(() => {}),
      ),
    });
    const hooked = openapi(api, { info, securitySchemes, security: [{ token: [] }] });
    expect(hooked.paths["/notes/{id}"]?.delete).not.toHaveProperty("security");
  });
});

describe("components", () => {
  test("every reference leads somewhere, and every component is referred to", () => {
    const text = JSON.stringify(document);
    const referred = new Set(
      [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind} ${name}`),
    );
    const there = Object.entries(document.components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `${kind} ${name}`),
    );
    expect([...referred].sort()).toEqual(there.sort());
  });

  test("a resource has one for each role", () => {
    const names = Object.keys(schemas).filter((name) => name.startsWith("BlogOwners"));
    expect(names).toEqual(["BlogOwners", "BlogOwnersCreate", "BlogOwnersIdentifier"]);
  });

  test("an id in .meta() names one, the same for both sides where they are alike", () => {
    expect(Object.keys(schemas).filter((name) => name.startsWith("Address"))).toEqual(["Address", "AddressInput"]);
    expect(schemas.Address).toMatchObject({ required: ["street", "city"] });
    expect(schemas.AddressInput).toMatchObject({ required: ["street"] });
  });

  test("what refers to itself does so by name", () => {
    expect(schemas.ThingsFolder).toMatchObject({
      properties: { folders: { items: { $ref: "#/components/schemas/ThingsFolder" } } },
    });
    expect(schemas).not.toHaveProperty("ThingsFolderInput");
  });

  test("types that differ in nothing that a name can show get a number", () => {
    const [one, two] = [
      t.resource("a-b", { id: z.int(), attributes: {} }),
      t.resource("a_b", { id: z.int(), attributes: {} }),
    ];
    const links = t.resource("links", { id: z.int(), attributes: {} });
    const api = t.router({
      "a-b": one.routes(one.getOne(({ id }) => ({ id }))),
      a_b: two.routes(two.getOne(({ id }) => ({ id }))),
      links: links.routes(links.getOne(({ id }) => ({ id }))),
    });
    expect(Object.keys(openapi(api, { info }).components.schemas)).toEqual(
      expect.arrayContaining(["AB", "AB2", "Links", "Links2"]),
    );
  });

  test("what is written only is not read", () => {
    expect(schemas.Things).not.toHaveProperty("properties.attributes.properties.secret");
    expect(schemas.ThingsCreate).toHaveProperty("properties.attributes.properties.secret");
  });

  test("attributes are required where no request can leave them out", () => {
    expect(schemas.Notes).not.toHaveProperty("properties.attributes.required"); // included elsewhere, where fields goes
    const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string(), more: z.string().optional() } });
    const api = t.router({ notes: notes.routes(notes.getOne({ sparse: false }, ({ id }) => ({ id, text: "x" }))) });
    expect(openapi(api, { info }).components.schemas.Notes).toMatchObject({
      required: ["type", "id", "attributes"],
      properties: { attributes: { required: ["text"] } },
    });
  });

  test("a create requires what has no default, and takes no id unless it is declared", () => {
    expect(schemas.BlogOwnersCreate).toMatchObject({ required: ["type", "id", "attributes"] });
    const { properties, required } = schemas.ThingsCreate as { properties: never; required: string[] };
    expect(required).toEqual(["type", "attributes", "relationships"]);
    expect(properties).toHaveProperty(
      "attributes.required",
      expect.not.arrayContaining(["fallback", "optional", "since"]),
    );
    expect(properties).toHaveProperty("relationships.required", ["owner", "editor", "subject"]);
    expect(properties).toHaveProperty("relationships.properties.subject.properties.data.anyOf", [
      {
        oneOf: [
          { $ref: "#/components/schemas/BlogOwnersIdentifier" },
          { $ref: "#/components/schemas/NotesIdentifier" },
        ],
      },
      { type: "null" },
    ]);
    expect(schemas.ThingsEdit).toMatchObject({ required: ["type", "id"] });
  });
});

describe("schemas as they are on the wire", () => {
  const dateTime = { type: "string", format: "date-time" };
  const bigint = { type: "string", pattern: "^(?:0|-?[1-9]\\d*)$" };
  const numberKey = { type: "string", pattern: expect.any(String) };

  test.each<[string, z.ZodType, unknown, unknown]>([
    ["a date", z.date(), expect.objectContaining({ type: "string", anyOf: expect.any(Array) }), dateTime],
    ["a bigint", z.bigint(), bigint, bigint],
    ["a bigint literal", z.literal(7n), { enum: ["7"] }, { enum: ["7"] }],
    ["an infinite literal", z.literal(Number.POSITIVE_INFINITY), { enum: ["Infinity"] }, { enum: ["Infinity"] }],
    ["a set", z.set(z.bigint()), { type: "array", items: bigint }, { type: "array", items: bigint, uniqueItems: true }],
    [
      "a map",
      z.map(z.string(), z.bigint()),
      { type: "array", items: { type: "array", prefixItems: [{ type: "string" }, bigint], items: false, minItems: 2, maxItems: 2 } },
      { type: "array", items: { type: "array", prefixItems: [{ type: "string" }, bigint], items: false, minItems: 2, maxItems: 2 } },
    ],
    ["a set of literals that look alike", z.set(z.literal([12n, "12"])).max(2),
      { type: "array", items: { enum: ["12"] }, maxItems: 2 },
      { type: "array", items: { enum: ["12"] }, maxItems: 2 }],
    ["members that may be undefined", z.object({ a: z.string(), b: z.undefined(), c: z.union([z.string(), z.void()]) }),
      { type: "object", properties: { a: { type: "string" }, b: { not: {} }, c: { anyOf: [{ type: "string" }, { not: {} }] } }, required: ["a", "b", "c"] },
      { type: "object", properties: { a: { type: "string" }, b: {}, c: { anyOf: [{ type: "string" }, {}] } }, required: ["a"] }],
    ["a record of numbers", z.record(z.number(), z.boolean()),
      { type: "object", propertyNames: numberKey, additionalProperties: { type: "boolean" } },
      { type: "object", propertyNames: numberKey, additionalProperties: { type: "boolean" } }],
    ["a loose record", z.looseRecord(z.string().regex(/^x/), z.boolean()),
      { type: "object", patternProperties: { "^x": { type: "boolean" } } },
      { type: "object", patternProperties: { "^x": { type: "boolean" } } }],
    ["a loose record of any keys", z.looseRecord(z.string().min(2), z.boolean()), { type: "object" }, { type: "object" }],
    ["items that are converted", z.tuple([z.coerce.string()], z.string()),
      { type: "array", prefixItems: [{}], items: { type: "string" } },
      { type: "array", prefixItems: [{ type: "string" }], items: { type: "string" }, minItems: 1 }],
    ["success", z.success(z.date()).readonly(), {}, { type: "boolean" }],
    ["a nullable", z.string().nullable(), { type: ["string", "null"] }, { type: ["string", "null"] }],
    ["a default", z.string().default("x"), { type: "string", default: "x" }, { type: "string", examples: ["x"] }],
    ["a bigint's default", z.bigint().default(7n), { ...bigint, default: "7" }, { ...bigint, examples: ["7"] }],
    ["a transform", z.string().transform(Number), { type: "string" }, {}],
    ["a pipe", z.string().transform(Number).pipe(z.number()), { type: "string" }, { type: "number" }],
    ["a pattern with a flag", z.string().regex(/^a$/i), { type: "string", pattern: "^[aA]$" }, { type: "string", pattern: "^[aA]$" }],
    ["a class", z.instanceof(RegExp), {}, {}],
    ["a URL", z.instanceof(URL), { type: "string", format: "uri" }, { type: "string", format: "uri" }],
    ["a class that is described", z.instanceof(URL).meta({ type: "string", format: "uri" }), { type: "string", format: "uri" }, { type: "string", format: "uri" }],
    ["what is caught", z.int().catch(3), { default: 3 }, expect.objectContaining({ type: "integer", examples: [3] })],
    ["what is frozen", z.array(z.string()).readonly(), { type: "array", items: { type: "string" } }, { type: "array", items: { type: "string" } }],
    ["a description", z.string().meta({ title: "T", description: "D", examples: ["x"], deprecated: true }),
      { type: "string", title: "T", description: "D", examples: ["x"], deprecated: true },
      { type: "string", title: "T", description: "D", examples: ["x"], deprecated: true }],
    ["a described date", z.date().meta({ description: "When." }).optional(), expect.objectContaining({ description: "When." }), { ...dateTime, description: "When." }],
  ])("%s", (_, schema, input, output) => {
    expect(described(schema)).toMatchObject({ input, output });
    expect([described(schema).input, described(schema).output]).toEqual([input, output]);
  }); // biome-ignore format: a table

  test.each(["0", "7", "-7", "0.5", "-0.25", "12.75", "07", "1.0", "-0"])(
    "a record of numbers may have the key %s",
    (key) => {
      const { pattern } = (described(z.record(z.number(), z.boolean())).input as { propertyNames: { pattern: string } })
        .propertyNames;
      expect([
        new RegExp(pattern).test(key),
        z.record(z.number(), z.boolean()).safeParse({ [key]: true }).success,
      ]).toEqual([true, true]);
    },
  );

  test.each(["", "x", "+1", "1e3", "1e+21", ".5", "Infinity"])(
    "a record of numbers must not have the key %s",
    (key) => {
      const { pattern } = (described(z.record(z.number(), z.boolean())).input as { propertyNames: { pattern: string } })
        .propertyNames;
      expect([new RegExp(pattern).test(key)]).toEqual([false]);
    },
  );

  test.each<[string, () => unknown]>([
    ["now", () => new Date()],
    ["a random id", () => crypto.randomUUID()],
  ])("a default that is %s is not told", (_, make) => {
    const schema = z.union([z.date(), z.string()]).default(make as () => string);
    expect(described(schema).input).not.toHaveProperty("default");
  });

  test("a schema that contains itself in a set or a map is a component", () => {
    const node: z.ZodType = z.lazy(() => z.object({ children: z.set(node), named: z.map(z.string(), node) }));
    const { output, all } = described(node);
    const ref = { $ref: "#/components/schemas/NotesIt" };
    expect(output).toEqual(ref);
    expect(all.NotesIt).toMatchObject({
      properties: { children: { items: ref }, named: { items: { prefixItems: [{ type: "string" }, ref] } } },
    });
  });
});

describe("schemas built from shared parts", () => {
  type Wrap = (schema: z.ZodType) => z.ZodType;

  function sizeOf(wrap: Wrap, depth: number): number {
    let schema: z.ZodType = z.object({ at: z.date() });
    for (let level = 0; level < depth; level++) schema = wrap(schema);
    return JSON.stringify(described(schema).all).length;
  }

  test.each<[name: string, wrap: Wrap]>([
    ["objects", (part) => z.object({ a: part.optional(), b: part.optional() })],
    ["objects with one wrapper", (part) => z.object({ a: part, b: part }).nullable()],
    ["defaults", (part) => z.object({ a: part.default({}), b: part.default({}) })],
    ["sets", (part) => z.object({ a: z.set(part), b: z.set(part) })],
    ["maps", (part) => z.map(part, part)],
    ["sets and objects", (part) => z.object({ a: z.set(part), b: part })],
    ["tuples", (part) => z.tuple([part, part], part)],
    ["unions", (part) => z.union([z.object({ a: part }), z.object({ b: part })])],
    ["intersections", (part) => z.intersection(z.object({ a: part }), z.object({ b: part }))],
    ["records", (part) => z.object({ a: z.record(z.string(), part), b: z.record(z.string(), part) })],
    ["lazies", (part) => z.object({ a: z.lazy(() => part), b: z.lazy(() => part) })],
    ["pipes", (part) => z.object({ a: part.pipe(z.any()), b: z.any().pipe(part), c: part.readonly() })],
  ])("grow with their depth: %s", (_, wrap) => {
    const [six, twelve, eighteen] = [sizeOf(wrap, 6), sizeOf(wrap, 12), sizeOf(wrap, 18)];
    expect(eighteen - twelve).toBeLessThan(2 * (twelve - six) + 5000);
    expect(eighteen).toBeLessThan(120_000);
  });

  test("grow with their depth where they contain themselves", () => {
    const size = (depth: number) => {
      const root: z.ZodType = z.lazy(() => parts[depth] ?? z.never());
      const parts: z.ZodType[] = [z.object({ root: root.optional() })];
      for (let level = 0; level < depth; level++) {
        const part = parts[level] as z.ZodType;
        parts.push(z.object({ a: part.optional(), b: z.set(part).optional(), root: z.set(root).optional() }));
      }
      return JSON.stringify(described(root).all).length;
    };
    expect(size(30) - size(20)).toBeLessThan(2 * (size(20) - size(10)) + 5000);
  });

  test("are written once for all attributes", () => {
    const large = z.object(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`m${index}`, z.string()])));
    const attributes = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`a${index}`, large.optional()]));
    const notes = t.resource("notes", { id: z.int(), attributes });
    const api = t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id }) as never)) });
    const { schemas: all } = openapi(api, { info }).components;
    expect(all).toHaveProperty("Notes.properties.attributes.properties.a49.$ref", "#/components/schemas/NotesA0");
    expect(Object.keys(all).filter((name) => /^NotesA/.test(name))).toEqual(["NotesA0"]);
  });

  test("are written in place where they are small", () => {
    const money = z.object({ amount: z.string(), currency: z.string() });
    const { output } = described(z.object({ net: money, gross: money }));
    expect(JSON.stringify(output)).not.toContain("$ref");
  });

  test("are not folded into an intersection: a strict side would refuse the members of the other", () => {
    const side = z.strictObject({ a: z.literal(Array.from({ length: 60 }, (_, index) => index)) });
    const schema = z.object({ side, both: z.intersection(side, z.strictObject({ b: z.string() })) });
    expect(described(schema).output).toMatchObject({ properties: { both: {} } });
    expect(described(schema).output).not.toHaveProperty("properties.both.allOf");
  });
});

describe("parameters", () => {
  function parameterOf(schema: z.ZodType) {
    const notes = t.resource("notes", { id: z.int(), attributes: {} });
    const api = t.router({
      notes: notes.routes(notes.getMany({ extra: { it: schema as z.ZodType<string> }, sparse: false }, () => [])),
    });
    return openapi(api, { info }).paths["/notes"]?.get?.parameters?.[0];
  }

  test.each<[string, z.ZodType, object]>([
    ["required", z.string(), { required: true, schema: { type: "string" } }],
    ["with a default", z.int().max(9).default(5), { schema: { type: "integer", default: 5, maximum: 9 } }],
    [
      "nullable: null is a word",
      z.boolean().nullable(),
      { schema: { anyOf: [{ type: "boolean" }, { const: "null" }] } },
    ],
    ["a list", z.array(z.int()).max(3), { style: "form", explode: false, schema: { type: "array", maxItems: 3 } }],
    ["described", z.string().meta({ description: "D", deprecated: true }), { description: "D", deprecated: true }],
  ])("%s", (_, schema, parameter) => {
    expect(parameterOf(schema)).toMatchObject({ name: "it", in: "query", ...parameter });
  });

  test("sort, include, fields and page have what is declared", () => {
    const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
    const notes = t.resource("notes", {
      id: z.string(),
      attributes: { text: z.string() },
      relationships: { author: toOne("users"), others: toMany("notes", { id: z.string() }) },
    });
    const options = {
      sort: { text: "desc" },
      include: ["others__author"],
      page: offsetPage({ limit: 5, maxLimit: 10 }),
    } as const;
    const api = t.router({ users: users.routes(), notes: notes.routes(notes.getMany(options, () => ({}) as never)) });
    const parameters = openapi(api, { info, limits: { includes: 3 } }).paths["/notes"]?.get?.parameters ?? [];
    const byName = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter]));
    const list = { style: "form", explode: false };
    expect(byName).toMatchObject({
      sort: { ...list, schema: { items: { enum: ["-text"] } } },
      include: { ...list, schema: { items: { enum: ["others", "others.author"] }, maxItems: 3 } },
      "fields[notes]": { ...list, schema: { items: { enum: ["text", "author", "others"] } } },
      "fields[users]": { ...list, schema: { items: { enum: ["name"] } } },
      "page[offset]": { schema: { type: "integer", minimum: 0, default: 0 } },
      "page[limit]": { schema: { type: "integer", minimum: 1, maximum: 10, default: 5 } },
    });
    expect(openapi(api, { info, limits: { includeDepth: 1 } }).paths["/notes"]?.get?.parameters).toContainEqual(
      expect.objectContaining({ schema: { type: "array", items: { type: "string", enum: ["others"] }, maxItems: 32 } }),
    );
  });

  test("an id in a path has its kind", () => {
    const kinds = [z.int().positive(), z.string().max(9), z.uuid()].map((id) => {
      const notes = t.resource("notes", { id: id as z.ZodString, attributes: {} });
      const api = t.router({ notes: notes.routes(notes.rpc("x", () => json({}))) });
      return openapi(api, { info }).paths["/notes/{id}/x"]?.post?.parameters?.[0]?.schema;
    });
    expect(kinds).toMatchObject([
      { type: "integer", exclusiveMinimum: 0 },
      { type: "string", minLength: 1, maxLength: 9 },
      { type: "string", format: "uuid" },
    ]);
  });
});

test("two documents of one API are the same, letter by letter", () => {
  expect(JSON.stringify(openapi(everything, { info }))).toBe(JSON.stringify(document));
});

test("an API of 200 resources has every operation in its document", () => {
  const attributes = { a: z.string(), b: z.int(), c: z.date(), d: z.boolean().default(false), e: z.enum(["x", "y"]) };
  const errors = [NotFound];
  const include = ["next", "many", "next__many"] as const;
  const routes = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => {
      const name = `things${index}`;
      const things = t.resource(name, {
        id: z.int(),
        attributes,
        relationships: { next: toOne(`things${(index + 1) % 200}`), many: toMany(`things${(index + 7) % 200}`) },
        createFields: ["a", "b", "next"],
        editFields: ["a"],
      });
      const never = () => ({}) as never; // nothing is served here
      const list = { include, sort: ["a", "b"], page: offsetPage(), filter: { a: z.string().optional() } } as const;
      return [
        name,
        things.routes(
          things.getMany(list, never),
          things.getOne({ include, errors }, never),
          things.createOne({ include }, never),
          things.editOne({ include, errors }, never),
          things.deleteOne({ errors }, never),
          things.getRelated("next", never),
          things.editRelationship("next", never),
          things.addToRelationship("many", never),
        ),
      ];
    }),
  );
  const api = t.router(routes as never) as object;
  const { paths } = openapi(api, { info });
  expect(Object.values(paths).flatMap((item) => Object.keys(item)).length).toBe(200 * 9);
});
