import { extendZodWithOpenApi, OpenAPIRegistry } from "@asteasolutions/zod-to-openapi";
import { Conflict, NotFound, offsetPage, toMany, toOne, trestle } from "trestle";
import { openapi } from "trestle/openapi";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { everything } from "../fixtures/everything.js";
import { indexPage } from "./index-page.js";

const info = { title: "Everything", version: "1.0.0" };
const document = openapi(everything, { info, servers: [{ url: "/api" }] });
const page = indexPage(document);

/** The entry of an operation, or of a type, as HTML. */
function entryOf(id: string, text = page): string {
  return text.split("<details><summary><h3>").find((each) => each.includes(`<div id="${id}">`)) ?? "";
}

/** The text that a reader sees. */
function textOf(html: string): string {
  const spaced = html.replace(/<(?:p|dt|dd|pre|h\d|span)[ >]/g, " $&").replace(/<[^>]*>/g, "");
  return spaced.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)).replace(/\s+/g, " ");
}

test("every operation has an entry with its method, path, summary and responses", () => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
  );
  expect(operations.length).toBeGreaterThan(30);
  for (const { path, method, operationId, summary = "", responses } of operations) {
    const text = textOf(entryOf(operationId));
    expect(text, operationId).toContain(`${method.toUpperCase()} ${path} ${summary}`);
    const statuses = Object.keys(responses).filter((status) => status !== "default");
    for (const status of statuses) expect(text, operationId).toContain(` ${status} `);
  }
});

test("the header shows an error, and the end lists the codes that operations mention", () => {
  expect(textOf(page)).toMatch(
    /"code": "required", "title": "Required",.*"meta": { "path": \["title"\] }.* source says where: pointer in the body/s,
  );
  expect(textOf(entryOf("things_editOne"))).toContain(
    "Send only the fields that change. A value, also a list of ids, replaces the old one.",
  );
  const codes = textOf(entryOf("errors"));
  expect(codes).toContain(" required 422 Required. The body lacks a value that it must have.");
  expect(codes).toContain(
    " too_big 422 Invalid value. The value is too large or too long, or there are too many of them.",
  );
  expect(codes).toContain(" type_mismatch 409 Type mismatch");
  expect(codes).not.toContain("request_timeout");
  expect(codes).toContain(" title_taken 409 Title taken.");
  expect(codes).toContain(" teapot 418 I'm a teapot.");
  expect(textOf(entryOf("things_createOne"))).toMatch(/ 409 [^.]*, title_taken\. title_taken: Title taken\. 413 /);
  expect(textOf(entryOf("things_createOne"))).toMatch(
    / 201 Created\. Things Header Location: Where the new resource is\. /,
  );
  expect(textOf(entryOf("things_createOne"))).toMatch(/ 422 [^.]*\brequired, [^.]*\btoo_small\b/);
});

test("the header says how to log in, and where included resources are", () => {
  const bearer = { type: "http", scheme: "bearer" };
  const secured = indexPage(openapi(everything, { info, securitySchemes: { bearer }, security: [{ bearer: [] }] }));
  const call = `createClient<Api>({\n  url: "http://localhost:3000",\n  headers: { Authorization: \`Bearer \${token}\` },\n});`;
  expect(secured).toContain(call.replace("<", "&#60;").replace(">", "&#62;"));
  expect(textOf(secured)).toContain(
    "bearer: Send the header Authorization: Bearer <token>. Before you run the samples, run export TOKEN=… in your shell.",
  );
  expect(entryOf("things_getMany", secured)).toContain('<p>Needs <a href="#login-bearer">bearer</a>.</p>');
  expect(textOf(entryOf("things_editOne", secured))).toContain("Needs no login."); // middleware: []
  expect(textOf(secured)).toContain("With the status 401, the login is missing or not valid.");
  expect(secured).toContain('The login is missing or not valid. <a href="#login-bearer">How to log in</a>');
  expect(textOf(page)).toContain('createClient<Api>({ url: "http://localhost:3000/api" });');
  expect(textOf(page)).not.toContain("401, the login");
  expect(textOf(page)).toContain("find them by the type and id in relationships.");
});

test("a login leads to the operation that gives a token", () => {
  const t = trestle();
  const signIn = t.command({ output: z.string(), pathOperation: { security: [] } }, () => "");
  const text = indexPage(
    openapi(t.router({}, { actions: { login: signIn } }), {
      info,
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      security: [{ bearer: [] }],
    }),
  );
  expect(text).toContain('Get a token: <a href="#command_login">POST /login</a>. Send the header');
  expect(entryOf("command_login", text)).not.toBe("");
});

test("a login with OAuth 2.0 says where the token comes from, and an operation says which scopes it needs", () => {
  const flows = {
    clientCredentials: { tokenUrl: "https://example.com/token", scopes: { read: "Read all", write: "" } },
  };
  const securitySchemes = { oauth: { type: "oauth2", flows } };
  const text = indexPage(openapi(everything, { info, securitySchemes, security: [{ oauth: ["read"] }] }));
  expect(textOf(text)).toContain(
    "oauth: OAuth 2.0, clientCredentials: get a token at https://example.com/token; scopes: read (Read all), write. Send the header Authorization: Bearer <token>.",
  );
  expect(textOf(entryOf("things_getMany", text))).toContain("Needs oauth with read.");
});

test("a group begins with list, get, create, edit and delete; other paths begin with their reads", () => {
  const [, ids = []] = /id="tag-things"([\s\S]*?)<\/section>/.exec(page) ?? [];
  const order = [...String(ids).matchAll(/<div id="things_(\w+)"/g)].map(([, id = ""]) => id);
  expect(order.slice(0, 5)).toEqual(["getMany", "getOne", "createOne", "editOne", "deleteOne"]);
  expect(order.filter((id) => id.endsWith("Relationship_labels"))).toEqual([
    "getRelationship_labels",
    "addToRelationship_labels",
    "resetRelationship_labels",
    "removeFromRelationship_labels",
  ]);
});

test("every link in the page has a target, and every id is unique", () => {
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, target]) => target);
  expect(targets.length).toBeGreaterThan(50);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
});

test("who answers for an API, and on which terms", () => {
  const given = {
    contact: { name: "Ann", email: "ann@example.com" },
    license: { name: "MIT" },
    termsOfService: "https://example.com/terms",
  };
  const page = indexPage({ ...document, info: { ...document.info, ...given } });
  expect(page).toContain(
    '<dt>Contact<dd><a href="mailto:ann@example.com">Ann</a><dt>License<dd>MIT<dt>Terms<dd><a href="https://example.com/terms">https://example.com/terms</a></dl>',
  );
  expect(indexPage(document)).not.toMatch(/<dt>(Contact|License|Terms)/);
});

test("no heading leaves out a level", () => {
  const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
  expect(levels[0]).toBe(1);
  expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
});

describe("an entry shows", () => {
  test("both samples, the parameters, and the responses with their codes", () => {
    const text = textOf(entryOf("things_getMany"));
    expect(text).toContain("All there are.");
    expect(text).toContain('await client.things .list({ filter: { parent: 1, must: "Must" } })');
    expect(text).toContain(
      "curl -g 'http://localhost:3000/api/things?filter[parent]=1&filter[must]=Must&page[limit]=5&sort=text&include=owner'",
    );
    expect(text).toContain("filter[must] required string, max length 20");
    expect(text).toContain("filter[text][contains] string Only those where text contains this text. Part of the text.");
    expect(text).toContain(
      "filter[id][in] list of uuid Only those where id is one of these values, separated by commas. In an item,",
    );
    expect(text).toContain(
      "filter[parent] integer | null Only those where parent is this value. The id of one of things. null: those without.",
    );
    expect(text).toContain("filter[big][gte] integer as a string Only those where big is this value or greater.");
    expect(text).toContain("filter[kind] draft | final Only those where kind is this value.");
    expect(text).toContain("filter[owner] string Only those where owner is this value.");
    expect(text).toContain("page[limit] integer, minimum 1, maximum 10, default 5 How many to send at most.");
    expect(text).toContain(
      "sort Sorts by text, -text, -made. A leading - sorts descending. Several are separated by commas:",
    );
    expect(text).toContain(
      "fields[things], fields[blog-owners], fields[notes] Things | BlogOwners | Notes Which fields to show, separated by commas.",
    );
    expect(text).toMatch(/ 200 [^:]+\. list of Things 400 /);
    expect(text).toMatch(/ 418 teapot: I'm a teapot\. 500 /);
  });

  test("the fields of a body with their types and bounds", () => {
    const text = textOf(entryOf("things_createOne"));
    expect(text).toContain("text required string, min length 1, max length 50 Any text.");
    expect(text).toContain("date required date-time");
    expect(text).toContain(
      'shape required object shape.kind required "circle" | "square" shape.radius required if kind is circle number shape.side required if kind is square number',
    );
    expect(text).toContain('Body · application/vnd.api+json data.type required "things" data.attributes text required');
    expect(text).toContain(
      'data.relationships owner required { data: { type: "blog-owners", id: string (min length 1) } }',
    );
    expect(text).toContain('labels { data?: list of { type: "notes", id: uuid } }');
    expect(text).toContain('kind required "draft" | "final"');
    expect(text).toContain("old required deprecated string");
    expect(entryOf("things_createOne")).not.toContain("<dt><code>made</code>"); // it cannot be set
  });

  test("the rules of all values, also of those inside others", () => {
    const t = trestle();
    const notes = t.resource("notes", {
      id: z.int32(),
      attributes: {
        slug: z
          .string()
          .max(9)
          .regex(/^[a-z]/)
          .regex(/[^-]$/),
        place: z.strictObject({
          zip: z
            .string()
            .regex(/^\d{4}$/)
            .meta({ description: "Four digits." }),
          city: z.string().min(1).default("Bern"),
        }),
        lines: z.array(z.object({ size: z.object({ cm: z.int().max(9) }).nullable() })).max(3),
        letter: z.enum([..."abcdefghijklmnop"]),
        wrapped: z.tuple([z.tuple([z.tuple([z.tuple([z.tuple([z.tuple([z.tuple([z.int32()])])])])])])]),
        tags: z.array(z.string().min(2)).max(5),
        counts: z.record(z.string().min(2), z.int().max(7)),
        either: z.union([z.string().length(3), z.int().min(5)]),
        short: z.string().max(3).nullable(),
        emails: z.array(z.email()),
        work: z.email({ pattern: /@example\.com$/ }),
        pair: z.tuple([z.string().min(1), z.int()]),
        open: z.boolean().default(true),
      },
      createFields: [
        "slug",
        "place",
        "lines",
        "letter",
        "wrapped",
        "tags",
        "counts",
        "either",
        "short",
        "emails",
        "work",
        "pair",
        "open",
      ],
    });
    const filter = { slug__in: z.array(z.string().regex(/^[a-z]+$/)).optional() };
    const api = t.router({
      notes: notes.routes(
        notes.createOne(() => ({}) as never),
        notes.getMany({ filter }, () => []),
      ),
    });
    const text = indexPage(openapi(api, { info }));
    const shown = textOf(entryOf("notes_createOne", text));
    expect(shown).toContain("slug required string, max length 9, pattern ^[a-z], pattern [^-]$");
    expect(shown).toContain(
      'place required object (no others) place.zip required string, pattern ^\\d{4}$ Four digits. place.city string, default "Bern", min length 1 lines required list (max items 3) of object lines[].size required object | null lines[].size.cm required integer, maximum 9',
    );
    expect(shown).toContain(`letter required ${[..."abcdefghijklmnop"].map((each) => `"${each}"`).join(" | ")} `);
    expect(shown).toContain("wrapped required [[[[[[[integer (32 bit)]]]]]]]");
    expect(shown).toContain("tags required list (max items 5) of string (min length 2)");
    expect(shown).toContain("counts required { [name: string (min length 2)]: integer (maximum 7) }");
    expect(shown).toContain("either required string (min length 3, max length 3) | integer (minimum 5)");
    expect(shown).toContain("short required string (max length 3) | null");
    expect(shown).toContain("emails required list of email work required email, pattern @example\\.com$");
    expect(shown).toContain("pair required [string (min length 1), integer]");
    expect(shown).toContain("open boolean, default true");
    expect(textOf(entryOf("notes_getMany", text))).toContain("filter[slug][in] list of string (pattern ^[a-z]+$) Only");
  });

  test("how large files may be, and of which types", () => {
    const t = trestle();
    const scan = z.file().min(10).max(100_000).mime(["text/plain", "application/pdf"]);
    const pages = z.array(z.file().max(5_000_000).mime("image/png")).max(3);
    const send = t.command({ input: z.object({ scan, pages, plain: z.file() }), output: z.int() }, () => 1);
    const shown = textOf(entryOf("command_send", indexPage(openapi(t.router({}, { actions: { send } }), { info }))));
    expect(shown).toContain("scan required file, at least 10 bytes, at most 100 kB, text/plain or application/pdf ");
    expect(shown).toContain("pages required list (max items 3) of file (at most 5 MB, image/png) plain required file ");
  });

  test("the fields of the types that it links to", () => {
    expect(entryOf("things_getOne")).toContain('<a href="#type-Things">Things</a>');
    const text = textOf(entryOf("type-Things"));
    expect(text).toContain(
      "id required integer as a string links { self: uri-reference } attributes text string, min length 1, max length 50 Any text.",
    );
    expect(text).toContain("folder ThingsFolder");
    expect(text).not.toContain("default"); // only a create fills it in
    expect(textOf(entryOf("things_createOne"))).toContain('fallback string, default "none"');
    expect(textOf(entryOf("type-ThingsFolder"))).toContain("folders required list of ThingsFolder");
  });

  test("an example of the response, which a declared example can replace", () => {
    const [, list = "{}"] = /Response 200 (\{.*\}) Parameters /.exec(textOf(entryOf("things_getMany"))) ?? [];
    const { data, included, links, meta } = JSON.parse(list);
    expect(data[0]).toMatchObject({ type: "things", id: "1", attributes: { text: "Hello" } });
    expect([links, meta]).toEqual([undefined, { total: 1 }]);
    expect(data[0].relationships.labels).toEqual({ data: [{ type: "notes", id: expect.any(String) }] });
    expect(data[0].relationships.notes).toBeUndefined(); // it has only links
    expect(included).toEqual([{ ...data[0].relationships.owner.data, attributes: { name: "Name" } }]);
    const [, owners = ""] = /Response 200 (\{.*\}) Parameters /.exec(textOf(entryOf("blog-owners_getMany"))) ?? [];
    expect(JSON.parse(owners).data[0]).not.toHaveProperty("relationships"); // they have only links

    const notes = trestle().resource("notes", { id: z.int32(), attributes: { text: z.string() } });
    const schema = { type: "object", properties: { links: { type: "integer" } } };
    const pathOperation = (content: object) => ({ responses: { 200: { description: "The links.", content } } });
    const api = trestle().router({
      notes: notes.routes(
        notes.rpc("count", { pathOperation: pathOperation({ "application/json": { schema } }) }, () => new Response()),
        notes.rpc(
          "say",
          { pathOperation: pathOperation({ "application/json": { schema, example: { links: 7 } } }) },
          () => new Response(),
        ),
        notes.rpc("show", { pathOperation: pathOperation({ "text/html": { schema } }) }, () => new Response()),
      ),
    });
    const text = indexPage(openapi(api, { info }));
    expect(textOf(entryOf("notes_rpc_count", text))).toContain('Response 200 { "links": 1 }');
    expect(textOf(entryOf("notes_rpc_say", text))).toContain('Response 200 { "links": 7 }');
    expect(textOf(entryOf("notes_rpc_show", text))).not.toContain("Response 200");
  });

  test("the events of a stream", () => {
    const text = textOf(entryOf("things_collection_stream_changes"));
    expect(text).toMatch(/Response 200 event: changed data: \{"id":1,"at":"[^"]+"\}/);
    expect(text).toContain("for await (const event of client.things.stream.changes())");
    expect(text).toContain(
      " Event changed id required integer at required date-time Event gone integer as a string Responses 200 Server-sent",
    );
  });

  test("the operations of a batch, each on lines of its own with its summary", () => {
    const t = trestle();
    const resourceOf = (name: "notes" | "tags") => {
      const each = t.resource(name, { id: z.int32(), attributes: { text: z.string() }, createFields: ["text"] });
      return each.routes(
        each.createOne({ summary: "Write a note" }, () => ({ id: 1, text: "" })),
        each.deleteOne(() => {}),
      );
    };
    const options = { transaction: (_: object, run: (context: object) => unknown) => run({}), atomic: { max: 9 } };
    const batchOf = (routes: Parameters<typeof t.router>[0]) =>
      textOf(entryOf("operations", indexPage(openapi(t.router(routes, options as never), { info }))));
    const [notes, tags] = [resourceOf("notes"), resourceOf("tags")];
    expect(batchOf({ notes, tags })).toMatch(
      /list \(min items 1, max items 9\) of one of these: Write a note: \{ op: "add", .*\} Delete one of the notes: \{ op: "remove", .*\} Write a note: /,
    );
    expect(batchOf({ notes })).toContain(
      'list (min items 1, max items 9) of object atomic:operations[].op required "add" | "remove" add: Write a noteremove: Delete one of the notes ',
    );
    expect(batchOf({ notes })).toContain("atomic:operations[].ref if op is remove object ");
  });

  test("alternatives: the member that tells them apart, and which members each has", () => {
    const t = trestle();
    const card = z.object({ kind: z.literal("card"), number: z.string(), note: z.string() }).describe("A card.");
    const bank = z.object({ kind: z.literal("bank"), iban: z.string().optional(), note: z.string() });
    const method = z.discriminatedUnion("kind", [card, bank]);
    const owner = z.union([z.object({ mail: z.string() }), z.object({ phone: z.string() })]);
    const pay = t.command({ input: method, output: z.array(method) }, () => []);
    const ask = t.command({ input: z.object({ methods: z.record(z.string(), method), owner }) }, () => {});
    const page = indexPage(openapi(t.router({}, { actions: { pay, ask } }), { info }));
    const rows =
      '"card" | "bank" card: A card. number required if kind is card string note required string iban if kind is bank string ';
    expect(textOf(entryOf("command_pay", page))).toContain(`Body · application/json kind required ${rows}`);
    expect(textOf(entryOf("command_pay", page))).toContain(`Response 200 kind required ${rows}`);
    expect(textOf(entryOf("command_ask", page))).toContain(
      'methods required { [name]: object } methods.{name}.kind required "card" | "bank" card: A card. methods.{name}.number required if kind is card string ',
    );
    expect(textOf(entryOf("command_ask", page))).toContain(
      "owner required { mail: string } | { phone: string } owner.mail required in one of the forms string owner.phone required in one of the forms string ",
    );
  });

  test("every part of a tuple and of a map, and each result once", () => {
    const t = trestle();
    const output = z.object({
      place: z.tuple([z.int(), z.int()]).describe("Where it is."),
      names: z.map(z.string(), z.string()),
    });
    const page = indexPage(
      openapi(t.router({}, { actions: { look: t.query({ output }, () => ({}) as never) } }), { info }),
    );
    expect(textOf(entryOf("query_look", page))).toContain(
      "Response 200 place required [integer, integer] Where it is. names required list of [string, string] Responses 200 The result. Header",
    );
  });

  test("which attributes a response may lack", () => {
    const t = trestle();
    const people = t.resource("people", {
      id: z.int(),
      attributes: { name: z.string(), phone: z.string().optional(), salary: z.int() },
      visible: { salary: () => true },
    });
    const routes = people.routes(people.getOne(() => ({ id: 1, name: "Ann", salary: 1 })));
    const page = indexPage(openapi(t.router({ people: routes }), { info }));
    expect(textOf(page)).toContain("Types Attributes without a mark are sent, unless fields[…] leaves them out.");
    expect(textOf(page)).toContain("attributes name string phone may be missing string salary may be missing integer ");
  });

  test("a body of any kind", () => {
    const t = trestle();
    const { union, record, object, literal, int } = z;
    const inputs = {
      either: union([
        object({ mail: z.email() }).meta({ id: "ByMail" }),
        object({ phone: z.string() }).meta({ id: "ByPhone" }),
      ]),
      counts: record(z.string(), int()),
      both: object({ a: int() }).and(object({ b: int().optional() })),
      one: union([object({ kind: literal("a") })]),
    };
    const actions = Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => [name, t.command({ input }, () => {})]),
    );
    const page = indexPage(openapi(t.router({}, { actions: actions as never }), { info }));
    const shown = Object.keys(inputs).map(
      (name) => /Body · \S+ (.*?) Responses/.exec(textOf(entryOf(`command_${name}`, page)))?.[1],
    );
    expect(shown).toEqual([
      "ByMail | ByPhone",
      "{ [name]: integer }",
      "a required integer b integer",
      'kind required "a"',
    ]);
  });

  test("a command, a query, a relationship and an rpc", () => {
    expect(textOf(entryOf("things_command_copy"))).toContain(
      " lines required list (max items 3) of object lines[].sku required string, min length 1 lines[].amount",
    );
    expect(textOf(entryOf("command_reindex"))).toContain("await client.command.reindex({ deep: true });");
    expect(textOf(entryOf("query_search"))).toContain('await client.query.search({ text: "Text" });');
    expect(textOf(entryOf("things_addToRelationship_labels"))).toContain(
      'data required list of { type: "notes", id: uuid }',
    );
    expect(textOf(entryOf("things_rpc_publish"))).toContain("202 It will be published.");
    expect(textOf(entryOf("things_rpc_look"))).toContain('await client.things.rpc(1, "look", { method: "GET" });');
  });
});

test("routes of a registry and operations without a tag, a summary or samples are shown", () => {
  const registry = new OpenAPIRegistry();
  extendZodWithOpenApi(z);
  const depth = registry.registerParameter("Depth", z.int().openapi({ param: { name: "depth", in: "query" } }));
  const schema = z.object({ "atomic:operations": z.array(z.object({ op: z.enum(["add", "remove"]) })).min(1) });
  const content = { "application/vnd.api+json": { schema } };
  registry.registerPath({
    method: "post",
    path: "/operations",
    request: { body: { content }, query: z.object({ depth }) },
    responses: { 200: { description: "All were done.", content }, 204: { description: "Done." } },
  });
  const events = { "text/event-stream": { schema: z.object({ event: z.literal("change"), data: z.unknown() }) } };
  registry.registerPath({
    method: "get",
    path: "/live",
    servers: [{ url: "https://live.example.com" }],
    responses: { 200: { description: "Notices.", content: events } },
  });
  const text = indexPage(openapi(everything, { info, registry }));
  const operations = textOf(entryOf("post-operations", text));
  expect(operations).toContain(
    'atomic:operations required list (min items 1) of object atomic:operations[].op required "add" | "remove"',
  );
  expect(operations).toContain("depth required ");
  expect(operations).toContain(`-d '{ "atomic:operations": [{ "op": "add" }] }'`);
  expect(textOf(entryOf("get-live", text))).toContain("curl -N 'https://live.example.com/live'");
  expect(textOf(entryOf("get-live", text))).toContain('{ event: "change", data?: any }');
  expect(text).toContain(">Other</h2>");
});

describe("hostile text", () => {
  const EVIL = `</style></script><img src=x onerror=alert(1)>"'&\`<b>\``;
  const t = trestle();
  const notes = t.resource("notes", {
    id: z.string().meta({ examples: [EVIL] }),
    attributes: {
      [EVIL.replace(/[^a-z]/g, "")]: z.string(),
      text: z
        .string()
        .regex(/^<b>/)
        .or(z.enum([EVIL]))
        .meta({ description: EVIL, examples: [EVIL] }),
      kind: z.enum([EVIL, "b"]).default(EVIL),
      open: z.record(z.string(), z.literal(EVIL)),
      named: z.object({ [EVIL]: z.string() }).meta({ id: "<img src=x>", description: EVIL }),
    },
    createFields: ["text", "kind", "open", "named"],
  });
  const api = t.router({
    notes: notes.routes(
      notes.getMany(
        { summary: EVIL, description: EVIL, filter: { kind: z.enum([EVIL]).meta({ description: EVIL }) } },
        () => [],
      ),
      notes.createOne({ pathOperation: { tags: [EVIL], operationId: EVIL } }, () => ({}) as never),
      notes.rpc(
        "run",
        {
          pathOperation: {
            "x-codeSamples": [{ lang: EVIL, label: EVIL, source: EVIL }],
            responses: { [EVIL]: { description: EVIL, content: { [EVIL]: { schema: {} } } } },
            parameters: [
              { name: EVIL, in: "header", description: EVIL, schema: { type: EVIL, format: EVIL, default: EVIL } },
            ],
          },
        },
        () => new Response(),
      ),
    ),
  });
  const text = indexPage(
    openapi(api, {
      info: { title: EVIL, version: EVIL, summary: EVIL, description: EVIL },
      servers: [{ url: `https://example.com/${EVIL}`, description: EVIL }],
      tags: [{ name: "notes", description: EVIL }],
      securitySchemes: { [EVIL]: { type: "http", scheme: EVIL, description: EVIL } },
      security: [{ [EVIL]: [] }],
    }),
  );

  test("never becomes an element or an attribute", () => {
    const tags = [...text.matchAll(/<\/?([a-zA-Z!][^\s>]*)/g)].map(([, name]) => name);
    expect(tags.length).toBeGreaterThan(300);
    expect(tags.filter((name) => name === "img")).toEqual([]);
    expect(text.match(/<b>(?!required<)/g)).toBeNull(); // the page's own element for "required"
    expect(tags.filter((name) => name === "script")).toHaveLength(2);
    expect(tags.filter((name) => name === "style")).toHaveLength(2);
    const attributes = [...text.matchAll(/<[a-z][^<>]*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, ""));
    expect(attributes.filter((tag) => /onerror|'|&/.test(tag))).toEqual([]);
    expect(text).toContain("&#60;img src=x onerror=alert(1)&#62;");
  });

  test("in backticks is code", () => {
    expect(text).toContain("<code>&#60;b&#62;</code>");
  });
});

describe("a description has", () => {
  const head = (description: string) => {
    const text = indexPage(openapi(trestle().router({}), { info: { ...info, description } }));
    return /<\/h1>\n([\s\S]*?)\n<dl>/.exec(text)?.[1];
  };

  test.each([
    [
      "paragraphs and inline code",
      "First `code`.\nStill first.\n\nSecond.\n\n\n",
      "<p>First <code>code</code>.\nStill first.</p><p>Second.</p>",
    ],
    [
      "links",
      "See https://example.com/a?b=1&c=2.",
      '<p>See <a href="https://example.com/a?b=1&#38;c=2">https://example.com/a?b=1&#38;c=2</a>.</p>',
    ],
    ["a URL in code as code", "`https://example.com`", "<p><code>https://example.com</code></p>"],
    ["one backtick as a character", "Only one ` here.", "<p>Only one ` here.</p>"],
    [
      "fenced code",
      "Run\n```sh\nnpm <test>\n\n  `-v`\n```\nNow.",
      "<p>Run</p><pre>npm &#60;test&#62;\n\n  `-v`\n</pre><p>Now.</p>",
    ],
    ["code that no fence closes", "```\na\n\nb", "<pre>a\n\nb</pre>"],
    [
      "links with a text, also to a part of the page, but not to a script",
      "See [the guide](https://example.com/a_(b) and [codes](#errors). [No](javascript:alert(1))",
      '<p>See <a href="https://example.com/a_(b">the guide</a> and <a href="#errors">codes</a>. [No](javascript:alert(1))</p>',
    ],
    [
      "links to another page, an address and an image, but not to data",
      "[a](../refunds) [b](mailto:ann@example.com) ![c](flow.png) [No](data:text/html,a)",
      '<p><a href="../refunds">a</a> <a href="mailto:ann@example.com">b</a> <a href="flow.png">c</a> [No](data:text/html,a)</p>',
    ],
    [
      "lists in lists, and quotations",
      "- one\n  1. two\n  2. three\n- four\n\n> Only **once**.\n>\n> - five",
      '<ul><li>one<ol start="1"><li>two<li>three</ol><li>four</ul><blockquote><p>Only <b>once</b>.</p><ul><li>five</ul></blockquote>',
    ],
    [
      "lists",
      "First:\n- one\n- **two** `b`\n  and more\n\n1. a\n2. b",
      '<p>First:</p><ul><li>one<li><b>two</b> <code>b</code>\n  and more</ul><ol start="1"><li>a<li>b</ol>',
    ],
    ["numbers that go on", "1. a\n\n2. b", '<ol start="1"><li>a</ol><ol start="2"><li>b</ol>'],
    [
      "emphasis, and code in links, bold text and headings, but none in names",
      "### The `id`\n*one* _two_ **the `b`** [`PUT`](#put) snake_case_name 2 * 3 * 4",
      '<p><b>The <code>id</code></b></p><p><em>one</em> <em>two</em> <b>the <code>b</code></b> <a href="#put"><code>PUT</code></a> snake_case_name 2 * 3 * 4</p>',
    ],
    ["no list in a number or a dash", "From 10. May - today.", "<p>From 10. May - today.</p>"],
    [
      "headings and tables",
      "## Use\nIt works.\n\n| a | b |\n| - | - |\n| `1` | 2 |",
      "<p><b>Use</b></p><p>It works.</p><table><tr><th> a <th> b <tr><td> <code>1</code> <td> 2 </table>",
    ],
  ])("%s", (_, description, expected) => {
    expect(head(description)).toBe(expected);
  });
});

test("the examples of responses answer what the samples send", () => {
  const t = trestle();
  const users = t.resource("users", {
    id: z.int32(),
    attributes: { name: z.string() },
    relationships: { articles: toMany("articles") }, // without linkage, unless they are included
  });
  const articles = t.resource("articles", {
    id: z.int32(),
    attributes: { title: z.string(), published: z.boolean().default(false) },
    relationships: { author: toOne("users") },
    createFields: ["title", "author"],
    editFields: ["title"],
  });
  const row = () => ({}) as never;
  const publish = articles.command({ returns: articles, pathOperation: { "x-example": { published: true } } }, row);
  const api = t.router({
    users: users.routes(users.getMany({ include: ["articles"] }, row), users.getOne({ include: ["articles"] }, row)),
    articles: articles
      .routes(
        articles.getMany({ filter: { published: z.boolean().optional() } }, row),
        articles.getOne({ include: ["author"] }, row),
        articles.editOne(row),
      )
      .actions({ publish }),
  });
  const text = indexPage(openapi(api, { info }));
  const exampleIn = (id: string) =>
    /Response 20\d<.*?<pre[^>]*>(.*?)<\/pre>/s.exec(entryOf(id, text))?.[1]?.replaceAll("&#34;", '"');
  expect(entryOf("articles_editOne", text)).toContain('update(1, { title: "New title" })');
  expect(exampleIn("articles_editOne")).toContain('"title": "New title"');
  expect(entryOf("articles_getMany", text)).toContain("filter({ published: true })");
  expect(exampleIn("articles_getMany")).toContain('"published": true');
  expect(exampleIn("articles_command_publish")).toContain('"published": true');
  expect(exampleIn("articles_getOne")).toMatch(/"included": \[\s*\{\s*"type": "users"/);
  for (const id of ["users_getMany", "users_getOne"]) {
    expect(entryOf(id, text)).toContain("include=articles");
    expect(exampleIn(id)).toMatch(/"articles": \{\s*"data": \[\{ "type": "articles", "id": "1" \}\]\s*\}/);
    expect(exampleIn(id)).toMatch(/"included": \[\s*\{\s*"type": "articles"/);
  }
});

test("shows what the author says about the members of results and events, and attributes with any name", () => {
  const t = trestle();
  const things = t.resource("things", {
    id: z.int32(),
    attributes: { links: z.array(z.string()), jsonapi: z.object({ links: z.string() }) },
  });
  const total = z.int().describe("Readers, each counted once.");
  const stats = t.query({ output: z.object({ total, by: z.object({ day: z.iso.date() }) }) }, () => ({}) as never);
  const plain = t.query({ output: z.object({ total: z.int() }) }, () => ({}) as never);
  const follow = t.stream({ events: { joined: z.object({ total }) } }, async function* () {
    yield* [];
  });
  const row = () => ({}) as never;
  const api = t.router({ things: things.routes(things.getOne(row)) }, { actions: { stats, plain, follow } });
  const text = indexPage(openapi(api, { info }));
  expect(textOf(entryOf("query_stats", text))).toContain(
    "Response 200 total required integer Readers, each counted once. by",
  );
  expect(textOf(entryOf("query_stats", text))).toContain("by.day required date");
  expect(textOf(entryOf("query_plain", text))).not.toContain("Response 200 total");
  expect(textOf(entryOf("stream_follow", text))).toContain(
    "Event joined total required integer Readers, each counted once.",
  );
  expect(entryOf("things_getOne", text)).toMatch(
    /"attributes": \{\s*"links": \[.*?\],\s*"jsonapi": \{ "links": "Links" \}/,
  );
});

test("the same description gives the same page", () => {
  expect(indexPage(openapi(everything, { info, servers: [{ url: "/api" }] }))).toBe(page);
});

test("250 operations take less than 500 kB", () => {
  const t = trestle();
  const attributes = {
    title: z.string().min(1).max(200).meta({ description: "What readers see first." }),
    content: z.string(),
    state: z.enum(["draft", "review", "published"]).default("draft"),
    created_at: z.date(),
    price: z.number().nullable(),
  };
  const make = (index: number) => {
    const name = `articles-${index}`;
    const articles = t.resource(name, {
      id: z.int32(),
      attributes,
      relationships: { author: toOne(`articles-${(index + 1) % 25}`), parts: toMany(`articles-${(index + 2) % 25}`) },
      createFields: ["title", "content", "state", "author"],
      editFields: ["title", "content", "state", "price"],
    });
    const filter = { title__contains: attributes.title, state: attributes.state, author: z.int32() };
    const row = () => ({}) as never;
    return articles.routes(
      articles.getMany({ filter, page: offsetPage(), sort: ["title", "created_at"], include: ["author"] }, row),
      articles.getOne({ include: ["author", "parts"], errors: [NotFound] }, row),
      articles.createOne({ errors: [Conflict] }, row),
      articles.editOne({ errors: [NotFound] }, row),
      articles.deleteOne({ errors: [NotFound] }, row),
      articles.getRelated("author", row),
      articles.getRelationship("author", row),
      articles.editRelationship("author", row),
      articles.addToRelationship("parts", row),
      articles.rpc("publish", row),
    );
  };
  const routes = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`articles-${index}`, make(index)]));
  const described = openapi(t.router(routes as never), { info });
  expect(Object.values(described.paths).flatMap((item) => Object.values(item))).toHaveLength(250);
  const bytes = new TextEncoder().encode(indexPage(described)).length;
  expect(bytes).toBeLessThan(500_000);
});
