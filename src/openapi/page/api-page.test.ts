import { OpenAPIRegistry } from "@asteasolutions/zod-to-openapi";
import { trestle } from "trestle";
import { openapi } from "trestle/openapi";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { everything } from "../fixtures/everything.js";
import { apiPage } from "./api-page.js";

const info = { title: "Everything", version: "1.0.0" };
const document = openapi(everything, { info, servers: [{ url: "/api" }] });
const page = apiPage(document);

/** The section of an operation, as HTML. */
function sectionOf(id: string, text = page): string {
  return new RegExp(`<article class="op" id="${id}"[\\s\\S]*?</article>`).exec(text)?.[0] ?? "";
}

/** The text that a reader sees. */
function textOf(html: string): string {
  const spaced = html.replace(/<(?:p|tr|td|th|pre|li|h\d)[ >][^>]*>?/g, " $&").replace(/<[^>]*>/g, "");
  return spaced
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
}

test("every operation has a section, an entry in the side list, and one in the list of its resource", () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  expect(operations.length).toBeGreaterThan(30);
  for (const { operationId, summary } of operations) {
    expect(textOf(sectionOf(operationId)), operationId).toContain(summary);
    expect(page.match(new RegExp(`<li><a href="#${operationId}">`, "g")), operationId).toHaveLength(2);
  }
});

test("every link in the page has a target, and every id is unique", () => {
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, target]) => target);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
});

describe("a section shows", () => {
  test("both samples, the parameters in groups, the responses with their codes", () => {
    const html = sectionOf("things_getMany");
    const text = textOf(html);
    expect(text).toContain("All there are.");
    expect(text).toContain('await client.things.list({ filter: { must: "Must" } })');
    expect(text).toContain("curl -g 'http://localhost:3000/api/things?filter[must]=Must&sort=text&include=owner'");
    for (const group of ["Filters", "Order", "Include", "Fields", "Page", "Query"])
      expect(html).toContain(`>${group}</th>`);
    expect(text).toContain("filter[must] required text, at most 20 characters");
    expect(text).toContain("Part of the text.");
    expect(text).toMatch(/418 [^:]+: teapot\./);
    expect(text).toContain('"self": "/api/things/1/relationship/owner"');
  });

  test("the fields of a body with their types and bounds", () => {
    const text = textOf(sectionOf("things_createOne"));
    expect(text).toContain("text required text, 1 to 50 characters Any text.");
    expect(text).toContain("date required date and time");
    expect(text).toContain('owner required identifier of "blog-owners"');
    expect(text).toContain('kind required "draft" or "final"');
    expect(text).toContain("deprecated");
    expect(sectionOf("things_createOne")).not.toContain('<th scope="row"><code>made</code>'); // it cannot be set
  });

  test("the events of a stream", () => {
    const text = textOf(sectionOf("things_collection_stream_changes"));
    expect(text).toContain("for await (const event of client.things.stream.changes())");
    expect(text).toContain('event: changed id: 1 data: {"id":1,"at":"2026-01-31T12:00:00.000Z"}');
  });

  test("a command, a query, a relationship and an rpc", () => {
    expect(textOf(sectionOf("things_command_copy"))).toContain("lines[].sku required text, at least 1 character");
    expect(textOf(sectionOf("command_reindex"))).toContain("await client.command.reindex({ deep: true });");
    expect(textOf(sectionOf("query_search"))).toContain('await client.query.search({ text: "Text" });');
    expect(textOf(sectionOf("things_addToRelationship_labels"))).toContain('list of identifier of "notes"');
    expect(textOf(sectionOf("things_rpc_publish"))).toContain("202 It will be published.");
    expect(textOf(sectionOf("things_rpc_look"))).toContain('await client.things.rpc(1, "look", { method: "GET" });');
  });
});

test("routes of a registry and operations without a tag, a summary or samples are shown", () => {
  const registry = new OpenAPIRegistry();
  const schema = z.object({ "atomic:operations": z.array(z.object({ op: z.enum(["add", "remove"]) })).min(1) });
  const content = { "application/vnd.api+json": { schema } };
  registry.registerPath({
    method: "post",
    path: "/operations",
    request: { body: { content } },
    responses: { 200: { description: "All were done.", content }, 204: { description: "Done." } },
  });
  const events = { "text/event-stream": { schema: z.object({ event: z.literal("change"), data: z.unknown() }) } };
  registry.registerPath({
    method: "get",
    path: "/live",
    responses: { 200: { description: "Notices.", content: events } },
  });
  const text = apiPage(openapi(everything, { info, registry }));
  const operations = textOf(sectionOf("post-operations", text));
  expect(operations).toContain('atomic:operations[].op required "add" or "remove"');
  expect(operations).toContain(`-d '{ "atomic:operations": [{ "op": "add" }] }'`);
  expect(textOf(sectionOf("get-live", text))).toContain("curl -N 'http://localhost:3000/live'");
  expect(textOf(sectionOf("get-live", text))).toContain("event: change data: null");
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
  const text = apiPage(
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
    expect(tags.filter((name) => name === "img" || name === "b")).toEqual([]);
    expect(tags.filter((name) => name === "script")).toHaveLength(2);
    expect(tags.filter((name) => name === "style")).toHaveLength(2);
    const attributes = [...text.matchAll(/<[a-z][^<>]*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, ""));
    expect(attributes.filter((tag) => /onerror|'|&/.test(tag))).toEqual([]);
    expect(text).toContain("&lt;img src=x onerror=alert(1)&gt;");
  });

  test("in backticks is code", () => {
    expect(text).toContain("<code>&lt;b&gt;</code>");
  });
});

test("descriptions have paragraphs and inline code, and one backtick is a character", () => {
  const description = "First `code`.\nStill first.\n\nSecond, with one ` only.\n\n\n";
  const text = apiPage(openapi(trestle().router({}), { info: { ...info, description } }));
  expect(text).toContain("<p>First <code>code</code>.\nStill first.</p><p>Second, with one ` only.</p>");
});

test("the same description gives the same page", () => {
  expect(apiPage(openapi(everything, { info, servers: [{ url: "/api" }] }))).toBe(page);
});

test("the page grows as the description does", () => {
  const t = trestle();
  const deep = z.object({ a: z.object({ b: z.array(z.object({ c: z.string() })) }), d: z.date().optional() });
  const make = (count: number) => {
    const resources = Array.from({ length: count }, (_, index) =>
      t.resource(`things-${index + 100}`, { id: z.int(), attributes: { deep }, createFields: ["deep"] }),
    );
    const routes = resources.map((each) => [
      each.routes(
        each.getMany(() => []),
        each.createOne(() => ({}) as never),
      ),
    ]);
    const named = Object.fromEntries(routes.map(([each], index) => [`things-${index + 100}`, each]));
    const described = openapi(t.router(named as never), { info });
    return { page: apiPage(described).length, document: JSON.stringify(described).length };
  };
  const [few, many] = [make(10), make(80)];
  const perDocument = (many.page - few.page) / (many.document - few.document);
  expect(perDocument).toBeLessThan((1.1 * few.page) / few.document);
});
