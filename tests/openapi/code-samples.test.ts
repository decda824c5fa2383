import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { memoryStore, toMany, toOne, trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { memoryData } from "trestle/memory";
import { type OpenapiDocument, openapi } from "trestle/openapi";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { api as newsroom } from "../../examples/newsroom/api.js";
import { format, tsc } from "../../scripts/support/tsc.js";
import type { CodeSample } from "../../src/openapi/samples/code-samples.js";
import { everything } from "../../src/openapi/fixtures/everything.js";

const info = { title: "Samples", version: "1.0.0" };
const folder = resolve(".cache", "code-samples");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function samplesOf({ paths }: OpenapiDocument) {
  return Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId, "x-codeSamples": samples }) => {
      const [curl, trestle] = samples as readonly CodeSample[]; // the document's own type allows anything here
      return { operationId, call: trestle?.source ?? "", curl: curl?.source ?? "" };
    }),
  );
}

/** All calls one below the other, as a reader pastes them, against the type of the API. */
function program(api: string, document: OpenapiDocument): string {
  const calls = samplesOf(document).map(({ operationId, call }) => `// ${operationId}\n${call}`);
  const head = `import { createClient } from "trestle/client";\nimport type { ApiOf } from "trestle";\nimport type { ${api} } from`;
  const source = api === "api" ? "../../examples/newsroom/api.js" : "../../src/openapi/fixtures/everything.js";
  const client = `interface Api extends ApiOf<typeof ${api}> {}\nconst client = createClient<Api>({ url: "http://localhost" });`;
  return `${head} "${source}";\n${client}\n${calls.join("\n")}\n`;
}

test("every call of the client compiles against the API's type", () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "newsroom.ts"), program("api", openapi(newsroom, { info, live: true })));
  writeFileSync(join(folder, "everything.ts"), program("everything", openapi(everything, { info })));
  const config = { extends: resolve("tsconfig.json"), include: ["*.ts"], exclude: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { diagnostics } = tsc(["-p", folder, "--noEmit"], { cwd: folder });
  expect(diagnostics.map(format)).toEqual([]);
});

describe("curl", () => {
  /** The arguments that a shell passes to curl. */
  function argumentsOf(command: string): string[] {
    const script = `curl() { printf '%s\\0' "$@"; }; ${command}`;
    const { stdout, status } = spawnSync("sh", ["-c", script], { encoding: "utf8", env: { TOKEN: "secret" } });
    expect(status).toBe(0);
    return stdout.split("\0").slice(0, -1);
  }

  test("is quoted so that a shell passes on what was meant", () => {
    const t = trestle();
    const text = `It's "quoted" $HOME \`date\` \\ !`;
    const notes = t.resource("its-notes", {
      id: z.string().meta({ examples: ["a b/c'd"] }),
      attributes: { text: z.string().meta({ examples: [text] }) },
      createFields: ["text"],
    });
    const filter = { text__contains: z.string().meta({ examples: ["x"] }) };
    const api = t.router({
      "its-notes": notes.routes(
        notes.createOne(() => ({ id: "1", text })),
        notes.getMany({ filter }, () => []),
        notes.deleteOne(() => {}),
      ),
    });
    const securitySchemes = { token: { type: "http", scheme: "bearer" } };
    const document = openapi(api, { info, securitySchemes, security: [{ token: [] }] });
    const byId = new Map(samplesOf(document).map(({ operationId, curl }) => [operationId.split("_").at(-1), curl]));

    const create = argumentsOf(byId.get("createOne") ?? "");
    expect(create[0]).toBe("http://localhost:3000/its-notes");
    expect(create).toContain("Content-Type: application/vnd.api+json");
    expect(create).toContain("Authorization: Bearer secret");
    expect(JSON.parse(create.at(-1) ?? "").data.attributes.text).toBe(text);

    const list = argumentsOf(byId.get("getMany") ?? "");
    expect(list.slice(0, 2)).toEqual(["-g", expect.stringContaining("?filter[text][contains]=")]);
    expect(argumentsOf(byId.get("deleteOne") ?? "").slice(0, 3)).toEqual([
      "-X",
      "DELETE",
      "http://localhost:3000/its-notes/a%20b%2Fc'd",
    ]);
  });

  test("sends forms and keys that the server reads", async () => {
    const t = trestle();
    const received: unknown[] = [];
    const place = z.object({ city: z.string(), zips: z.array(z.int()) });
    const input = z.object({
      file: z.file(),
      title: z.string().meta({ examples: ["It's ; @"] }),
      pages: z.array(z.int()).min(2),
      on: z.boolean(),
      when: z.date(),
      place,
      places: z.array(place),
    });
    const fill = t.command({ input }, ({ input: { file, ...others } }) => void received.push(others));
    const keyed = t.command({ idempotent: "required" }, () => void received.push("once"));
    const options = {
      transaction: memoryData().transaction,
      idempotency: { store: memoryStore(), caller: () => null },
    };
    const api = t.router({}, { actions: { fill, keyed }, ...options });
    const send = fetchHandler(api);
    for (const { curl } of samplesOf(openapi(api, { info }))) {
      const rest = argumentsOf(curl);
      const url = rest.find((each) => each.startsWith("http://")) ?? "";
      const [headers, form] = [new Headers(), new FormData()];
      for (const [at, option] of rest.entries()) {
        const [, name = "", text = ""] = /^([^=]+)=(.*)$/s.exec(rest[at + 1] ?? "") ?? [];
        const [, header = "", value = ""] = /^(.*?): (.*)$/.exec(rest[at + 1] ?? "") ?? [];
        if (option === "-H") headers.set(header, value);
        if (option === "--form-string") form.append(name, text);
        if (option === "-F")
          form.append(name, text.startsWith("@") ? new File(["a"], "a.txt") : text.replace(/;type=.*$/, ""));
      }
      const response = await send(
        new Request(url, { method: "POST", headers, ...(rest.includes("-F") && { body: form }) }),
      );
      expect(await response.text()).toBe("");
    }
    expect(received).toEqual([
      {
        title: "It's ; @",
        pages: [1, 2],
        on: true,
        when: expect.any(Date),
        place: { city: "City", zips: [1] },
        places: [{ city: "City", zips: [1] }],
      },
      "once",
    ]);
  });
});

describe("a login", () => {
  const t = trestle();
  const notes = t.resource("notes", { id: z.int(), attributes: {} });
  const get = notes.getOne(({ id }) => ({ id }));
  const api = t.router({ notes: notes.routes(get) });
  const url = "http://localhost:3000/notes/1";

  test.each<[scheme: object, expected: string]>([
    [{ type: "http", scheme: "Bearer" }, `curl '${url}' \\\n  -H "Authorization: Bearer $TOKEN"`],
    [{ type: "oauth2", flows: {} }, `curl '${url}' \\\n  -H "Authorization: Bearer $TOKEN"`],
    [{ type: "http", scheme: "basic" }, `curl '${url}' \\\n  -H "Authorization: Basic $TOKEN"`],
    [{ type: "apiKey", in: "header", name: "X-Key" }, `curl '${url}' \\\n  -H "X-Key: $TOKEN"`],
    [{ type: "apiKey", in: "cookie", name: "sid" }, `curl '${url}' \\\n  -b "sid=$TOKEN"`],
    [{ type: "apiKey", in: "query", name: "key" }, `curl '${url}'"?key=$TOKEN"`],
    [{ type: "apiKey", in: "header", name: "$(id)" }, `curl '${url}'`],
    [{ type: "mutualTLS" }, `curl '${url}'`],
  ])("%j", (scheme, expected) => {
    const document = openapi(api, { info, securitySchemes: { login: scheme }, security: [{ login: [] }] });
    expect(samplesOf(document)[0]?.curl).toBe(expected);
  });
});

describe("writes, which can run one after the other,", () => {
  const t = trestle();
  const data = memoryData();
  const users = t.resource("users", {
    id: z.int(),
    attributes: {
      kind: z.enum(["admin", "guest"]).default("guest"),
      email: z.email(),
      motto: z.string().meta({ examples: ["Go.", "Stay."] }),
    },
    createFields: ["kind", "email", "motto"],
    editFields: ["email", "motto"],
  });
  const source = data.source(users, { rows: [] });
  const api = t.router(
    { users: source.routes({ getOne: true, createOne: true, editOne: true, deleteOne: true }) },
    { transaction: data.transaction, atomic: true },
  );
  const calls = new Map(samplesOf(openapi(api, { info })).map((each) => [each.operationId, each]));

  test("send other values, and an edit sends one", () => {
    const create = 'create({ kind: "guest", email: "ann@example.com", motto: "Go." });';
    expect(calls.get("users_createOne")?.call).toBe(`await client.users.${create}`.replace('"guest"', '"admin"'));
    expect(calls.get("users_editOne")?.call).toBe('await client.users.update(1, { email: "ann2@example.com" });');
    expect(calls.get("users_deleteOne")?.call).toBe("await client.users.delete(2);");
    expect(calls.get("operations")?.call).toContain('email: "ann3@example.com"');
    expect(calls.get("operations")?.curl).toContain('"email": "ann3@example.com"');
    expect(calls.get("users_editOne")?.curl).toContain('"attributes": { "email": "ann2@example.com" }');
  });
});

describe("a batch puts the new resource into another's relationship", () => {
  const t = trestle();
  const data = memoryData();
  const name = z.string().regex(/^[A-Z]-\d$/);
  const teams = t.resource("teams", { id: z.int(), attributes: { name }, createFields: ["name"] });
  const people = t.resource("people", {
    id: z.int(),
    attributes: { name },
    relationships: { team: toOne("teams"), former: toMany("teams") },
    createFields: ["name", "team"],
  });
  const clubs = t.resource("clubs", {
    id: z.int(),
    attributes: { name },
    relationships: { teams: toMany("teams") },
    createFields: ["name", "teams"],
  });
  const team = data.source(teams, { rows: [] }).routes({ createOne: true });
  const person = data.source(people, { rows: [] }).routes({ createOne: true });
  const club = data.source(clubs, { rows: [] }).routes({ createOne: true });
  const options = { transaction: data.transaction, atomic: true } as const;
  const ofOne = t.router({ people: person, teams: team }, options);
  const ofMany = t.router({ clubs: club, teams: team }, options);

  test.each([
    ["one", openapi(ofOne, { info }), fetchHandler(ofOne), 'tx.people.create({ name: "A-3", team: created })'],
    ["many", openapi(ofMany, { info }), fetchHandler(ofMany), 'tx.clubs.create({ name: "A-3", teams: [created] })'],
  ])("to-%s, by its lid, and runs", async (_, document, send, second) => {
    const call = samplesOf(document).at(-1)?.call;
    const list = `[\n    created,\n    ${second},\n  ]`;
    expect(call).toBe(
      `await client.atomic((tx) => {\n  const created = tx.teams.create({ name: "A-3" });\n  return ${list};\n});`,
    );
    const [[type, media] = []] = Object.entries(document.paths["/operations"]?.post?.requestBody?.content ?? {});
    const request = { method: "POST", headers: { "content-type": type ?? "" }, body: JSON.stringify(media?.example) };
    const response = await send(new Request("http://localhost/operations", request));
    expect(response.status, await response.clone().text()).toBe(200);
    const { "atomic:results": results } = await response.json();
    expect(results).toHaveLength(2);
  });
});

describe("a list", () => {
  const document = openapi(newsroom, { info });
  const [list] = samplesOf(document).filter(({ operationId }) => operationId === "articles_getMany");

  test("is filtered, paged, sorted and included, by curl and by the client", () => {
    const query = "filter[author]=1&page[limit]=20&sort=-created_at&include=author";
    expect(list?.curl).toBe(`curl -g 'http://localhost:3000/articles?${query}'`);
    expect(list?.call).toBe(
      'await client.articles\n  .list()\n  .filter({ author: 1 })\n  .page({ limit: 20 })\n  .sort("-created_at")\n  .include("author");',
    );
  });
});

describe("the call", () => {
  const data = memoryData();
  const t = trestle();
  const articles = t.resource("articles", {
    id: z.int(),
    attributes: { title: z.string(), version: z.int() },
    createFields: ["title"],
    editFields: ["title"],
    version: "version",
  });
  const source = data.source(articles, { rows: [] });

  test("of a resource with versions passes the item", () => {
    const api = t.router(
      {
        articles: articles.routes(
          articles.getOne(source.getOne),
          articles.editOne(source.editOne),
          articles.deleteOne(source.deleteOne),
        ),
      },
      { transaction: data.transaction },
    );
    const calls = samplesOf(openapi(api, { info })).map(({ call }) => call);
    expect(calls).toContain(
      'await client.articles.update(\n  await client.articles.get(1),\n  { title: "New title" },\n);',
    );
    expect(calls).toContain("await client.articles.delete(await client.articles.get(2));");
  });

  test("of live notices is the client's own", () => {
    const calls = samplesOf(openapi(newsroom, { info, live: true })).map(({ call }) => call);
    expect(calls).toContain("for await (const event of client.live()) {\n  console.log(event);\n}");
  });

  test("with files sends a type that they may have", () => {
    const input = z.object({
      any: z.file(),
      pdf: z.file().mime("application/pdf").max(1000),
      images: z.array(z.file().mime(["image/svg+xml", "image/png"])).max(3),
      long: z.file().mime(["application/octet-stream"]).optional(),
    });
    const send = t.command({ input }, () => {});
    const [sample] = samplesOf(openapi(t.router({}, { actions: { send } }), { info }));
    expect(sample?.call).toContain('any: new File(["Any"], "file.txt"),');
    expect(sample?.call).toContain('pdf: new File(["Pdf"], "file.pdf", { type: "application/pdf" }),');
    expect(sample?.call).toContain('new File(["Images"], "file.svg", { type: "image/svg+xml" })');
    expect(sample?.curl.split(" \\\n  ").slice(1)).toEqual([
      "-F 'any=@file.txt'",
      "-F 'pdf=@file.pdf;type=application/pdf'",
      "-F 'images=@file.svg;type=image/svg+xml'",
      "-F 'long=@file.bin;type=application/octet-stream'",
    ]);
  });

  test("is left out, if a relationship requires a filter, which the client's get does not take", () => {
    const { paths } = openapi(newsroom, { info });
    const samples = paths["/categories/{id}/relationship/articles"]?.get?.["x-codeSamples"];
    expect(samples).toEqual([
      { lang: "Shell", label: "curl", source: expect.stringContaining("filter[published]=true") },
    ]);
    expect(paths["/users/{id}/relationship/articles"]?.get?.["x-codeSamples"]).toHaveLength(2);
  });

  test("is the user's own, if `pathOperation` has samples", () => {
    const own = [{ lang: "Shell", label: "curl", source: "curl own" }];
    const notes = t.resource("notes", { id: z.int(), attributes: {} });
    const get = notes.getOne({ pathOperation: { "x-codeSamples": own } }, ({ id }) => ({ id }));
    const { paths } = openapi(t.router({ notes: notes.routes(get) }), { info });
    expect(paths["/notes/{id}"]?.get?.["x-codeSamples"]).toEqual(own);
  });
});
