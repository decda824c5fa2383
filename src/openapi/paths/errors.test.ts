import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { apiError, Conflict, trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { type OpenapiDocument, openapi, openapiPages } from "trestle/openapi";
import { expect, test } from "vitest";
import { z } from "zod";

/** The code of a rule, a schema with it, and a value that breaks it. */
const rules: readonly (readonly [code: string, schema: z.ZodType, value: unknown])[] = [
  ["too_small", z.string().min(1), ""],
  ["too_big", z.string().max(3), "long"],
  ["too_small", z.array(z.string()).min(1), []],
  ["too_big", z.number().lt(3), 3],
  ["too_big", z.int32(), 3_000_000_000],
  ["invalid_format", z.email(), "none"],
  ["invalid_format", z.string().regex(/^a/), "b"],
  ["invalid_value", z.enum(["a", "b"]), "c"],
  ["invalid_value", z.literal("a"), "c"],
  ["not_multiple_of", z.number().multipleOf(5), 3],
  ["too_small", z.object({ min: z.string().min(1) }).meta({ id: "Inner" }), { min: "" }],
  ["invalid_format", z.iso.date(), "yesterday"],
  ["invalid_format", z.templateLiteral(["a", z.number()]), "b"],
  ["invalid_type", z.date(), "yesterday"],
  ["invalid_type", z.bigint(), "one"],
  ["invalid_type", z.instanceof(URL), "none"],
  ["too_small", z.date().min(new Date("2026-01-01")), "2025-01-01"],
  ["too_big", z.int64(), "9223372036854775808"],
  ["too_big", z.tuple([z.string()]), ["a", "b"]],
  ["too_small", z.set(z.string()).size(2), ["a"]],
  [
    "too_big",
    z.map(z.string(), z.int()).max(1),
    [
      ["a", 1],
      ["b", 2],
    ],
  ],
  ["invalid_element", z.map(z.object({ a: z.int() }), z.int()), [[{ a: 1 }, "b"]]],
  ["invalid_key", z.map(z.object({ a: z.int() }), z.int()), [[{ a: "b" }, 1]]],
  ["invalid_key", z.record(z.string().min(2), z.int()), { a: 1 }],
  ["invalid_union", z.union([z.int(), z.boolean()]), "a"],
  ["invalid_union", z.discriminatedUnion("kind", [z.object({ kind: z.literal("a") })]), { kind: "b" }],
  ["unrecognized_keys", z.strictObject({ a: z.int() }), { a: 1, b: 2 }],
  ["unrecognized_keys", z.record(z.enum(["a"]), z.int()), { a: 1, b: 2 }],
  ["custom", z.string().refine(() => false), "a"],
  ["custom", z.lazy(() => z.string().refine(() => false)).optional(), "a"],
  [
    "too_big",
    z.string().superRefine((_, { addIssue }) => addIssue({ code: "too_big", maximum: 1, origin: "string" })),
    "a",
  ],
  ["too_small", z.string().check(z.property("length", z.number().min(2))), "a"],
  [
    "too_big",
    z.string().transform((_, { addIssue }) => addIssue({ code: "too_big", maximum: 1, origin: "string" })),
    "a",
  ],
  ["invalid_value", z.stringbool(), "perhaps"],
  ["too_small", z.preprocess((value) => value, z.string().min(2)), "a"],
  ["too_small", z.intersection(z.object({ a: z.string().min(2) }), z.object({})), { a: "" }],
];

test.each(rules)("the code %s of a broken rule is listed", async (code, schema, value) => {
  const t = trestle();
  const attributes = { text: schema, other: z.boolean() };
  const notes = t.resource("notes", { id: z.int32(), attributes, createFields: ["text", "other"] });
  const api = t.router({
    notes: notes
      .routes(notes.createOne(() => ({}) as never))
      .actions({ check: notes.collection.command({ input: z.object({ text: schema }) }, () => undefined) }),
  });
  const document = openapi(api, { info: { title: "Notes", version: "1.0.0" } });
  const listed = Object.values(document.paths).map((path) => path.post?.responses[422]?.description);
  expect(listed).toHaveLength(2);
  for (const description of listed) expect(description).toContain(`\`${code}\``);

  const handle = fetchHandler(api);
  const send = async (path: string, type: string, body: unknown) => {
    const init = { method: "POST", headers: { "content-type": type }, body: JSON.stringify(body) };
    const response = await handle(new Request(`http://localhost/${path}`, init));
    return response.json();
  };
  const data = { type: "notes", attributes: { text: value, other: true } };
  for (const { errors } of [
    await send("notes", "application/vnd.api+json", { data }),
    await send("notes/check", "application/json", { text: value }),
  ])
    expect(errors).toMatchObject([{ status: "422", code }]);
});

test("a form lists only the codes that its files and fields can give", () => {
  const t = trestle();
  const upload = t.command({ input: z.object({ file: z.file().max(10).mime(["text/plain"]) }) }, () => undefined);
  const { paths } = openapi(t.router({}, { actions: { upload } }), { info: { title: "Notes", version: "1.0.0" } });
  expect(paths["/upload"]?.post?.responses[422]?.description).toBe(
    "Unprocessable content: `required`, `invalid_type`, `invalid_value`, `too_big`.",
  );
});

test("a write lists no code that its fields cannot give", () => {
  const t = trestle();
  const attributes = { text: z.string().min(1), at: z.date(), done: z.boolean() };
  const notes = t.resource("notes", { id: z.int32(), attributes, createFields: ["text", "at", "done"] });
  const login = t.command({ input: z.object({ name: z.email() }) }, () => undefined);
  const api = t.router({ notes: notes.routes(notes.createOne(() => ({}) as never)) }, { actions: { login } });
  const { paths } = openapi(api, { info: { title: "Notes", version: "1.0.0" } });
  const listed = ["/notes", "/login"].map((path) => paths[path]?.post?.responses[422]?.description);
  expect(listed).toEqual([
    "Unprocessable content: `required`, `unknown_field`, `invalid_type`, `invalid_id`, `too_small`.",
    "Unprocessable content: `required`, `invalid_type`, `invalid_format`.",
  ]);
});

test("a 409 says which values must be unique: in the words of the app, or in Trestle's, if it knows the rule", async () => {
  class CodeTaken extends apiError({ status: 409, code: "code_taken", title: "Code taken" }) {}
  const t = trestle();
  const attributes = { name: z.string(), code: z.string(), made: z.string(), badge: z.string().default("") };
  const rooms = t.resource("rooms", {
    id: z.int32(),
    attributes,
    createFields: ["name", "code", "badge"],
    editFields: ["code"],
    visible: { badge: () => false },
  });
  const source = memoryData().source(rooms, {
    unique: [["name"], ["code"], ["made"], ["name", "code"], ["badge"], ["name", "badge"]],
    violations: {
      name: "Another room has this name.",
      code: () => new Conflict("Of a statement."),
      name__code: { detail: "Both are taken.", as: CodeTaken },
    },
    values: () => ({ made: "now" }),
  });
  const routes = source.routes({ createOne: { errors: [CodeTaken] }, editOne: true, deleteOne: true });
  const api = t.router({ rooms: routes });
  const options = { info: { title: "Rooms", version: "1.0.0" } };
  const described = ({ paths }: Pick<OpenapiDocument, "paths">) => {
    const of = (path: string, method: string) => paths[path]?.[method]?.responses[409]?.description?.split("\n\n");
    return [of("/rooms", "post"), of("/rooms/{id}", "patch"), of("/rooms/{id}", "delete")];
  };
  const sameCode = 'Another resource of "rooms" has the same "code".';
  const edited = ["Conflict: `type_mismatch`, `id_mismatch`, `conflict`.", `\`conflict\`: ${sameCode}`];
  const first = "Conflict: `type_mismatch`, `code_taken`, `conflict`.";
  const taken = "`code_taken`: Code taken. Both are taken.";
  const badges =
    'Another resource of "rooms" has the same "badge". Another resource of "rooms" has the same "name" and "badge".';
  expect(described(openapi(api, options))).toEqual([
    [first, taken, `\`conflict\`: Another room has this name. ${sameCode} ${badges}`],
    edited,
    ["Conflict: `conflict`."],
  ]);
  const handle = fetchHandler(api, { pages: openapiPages(api, options) });
  const response = await handle(new Request("http://localhost/openapi.json"));
  const shown: OpenapiDocument = await response.json(); // Trestle wrote it
  expect(described(shown)[0]).toEqual([first, taken, `\`conflict\`: Another room has this name. ${sameCode}`]);
});

test("a 409 says which columns of a table must be unique", () => {
  const rooms = pgTable(
    "rooms",
    {
      id: integer().primaryKey().generatedAlwaysAsIdentity(),
      name: text().notNull().unique(),
      code: text("room_code").notNull(),
    },
    (table) => [uniqueIndex("rooms_code").on(table.code)],
  );
  const t = trestle<{ db: never }>();
  const attributes = { name: z.string(), code: z.string() };
  const resource = t.resource("rooms", { id: z.int32(), attributes, createFields: ["name", "code"] });
  const source = drizzleData({ db: "db", tables: { rooms } }).source(resource, {
    violations: { rooms_code: "Another room has this code." },
  });
  const { paths } = openapi(t.router({ rooms: source.routes({ createOne: true }) }), {
    info: { title: "Rooms", version: "1.0.0" },
  });
  expect(paths["/rooms"]?.post?.responses[409]?.description).toContain(
    '`conflict`: Another resource of "rooms" has the same "name". Another room has this code.',
  );
});
