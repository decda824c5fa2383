import type { Subject } from "../resource-names.js";
import { type Asked, createArguments, listArguments } from "./client.js";
import { importEach, peerProgram } from "./peer-program.js";
import { rows } from "./schemas.js";

const CONTEXT = `export interface Environment {
  Variables: { readonly db: { readonly rows: readonly object[] } };
}
`;

/** Hono does not check what a handler answers: a schema's own parse() does. */
function resource(subject: Subject): string {
  const { self } = subject;
  return `import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import type { Environment } from "./context.js";
import * as s from "./${self.type}-schemas.js";

${rows(subject)}
export const ${self.type} = new Hono<Environment>()
  .get("/:id", zValidator("param", s.idInput), zValidator("query", s.getQuery), async (c) => {
    const [{ id }, { include }] = [c.req.valid("param"), c.req.valid("query")];
    return c.json(s.output.parse({ ...row, id: id + c.get("db").rows.length, ${self.owner}: { id: include?.length ?? 2 } }));
  })
  .get("/", zValidator("query", s.listQuery), async (c) => {
    const input = c.req.valid("query");
    const named = input.${self.title}__contains ?? input.${self.locale} ?? input.sort?.[0] ?? "";
    const wanted = (input.fields?.includes("${self.body}") ?? input.include?.includes("${self.items}")) === true;
    const status = input.${self.status} ?? row.${self.status};
    return c.json(s.listOutput.parse({ data: [{ ...row, ${self.title}: named, ${self.flagged}: wanted, ${self.status}: status }], total: (input.limit ?? 20) + (input.${self.rank}__gte ?? 0) }));
  })
  .post("/", zValidator("json", s.createInput), async (c) => {
    const input = c.req.valid("json");
    return c.json(s.output.parse({ ...row, ...input, ${self.owner}: { id: input.${self.owner} }, ${self.items}: [] }));
  })
  .patch("/:id", zValidator("param", s.idInput), zValidator("json", s.editInput), async (c) =>
    c.json(s.output.parse({ ...row, id: c.req.valid("param").id, ${self.title}: c.req.valid("json").${self.title} ?? "" })),
  )
  .delete("/:id", zValidator("param", s.idInput), async (c) => c.json(s.done.parse({ done: c.get("db").rows[c.req.valid("param").id] !== undefined })))
  .get("/:id/items", zValidator("param", s.idInput), zValidator("query", s.itemsQuery), async (c) => {
    const { limit, sort } = c.req.valid("query");
    return c.json(s.itemsOutput.parse({ data: [{ ...itemRow, id: c.req.valid("param").id }], total: limit ?? sort?.length ?? 0 }));
  })
  .patch("/:id/owner", zValidator("param", s.idInput), zValidator("json", s.relatedInput), async (c) =>
    c.json(s.done.parse({ done: c.get("db").rows[c.req.valid("param").id + c.req.valid("json").related] !== undefined })),
  )
  .put("/:id/publish", zValidator("param", s.idInput), async (c) => c.json(s.publishOutput.parse({ id: c.req.valid("param").id, url: c.req.url })));
`;
}

function api(types: readonly string[]): string {
  return `import { Hono } from "hono";
import type { Environment } from "./context.js";
${importEach(types)}
export const api = new Hono<Environment>()
${types.map((type) => `  .route("/${type}", ${type})`).join("\n")};
export type Api = typeof api;
`;
}

const CLIENT = `import { hc, parseResponse } from "hono/client";
import type { Api } from "./api.js";

const client = hc<Api>("http://localhost");
`;

function asked(subject: Subject): Asked {
  const { type, owner } = subject.self;
  return {
    get: `await parseResponse(client.${type}[":id"].$get({ param: { id: "1" }, query: { include: ["${owner}"] } }))`,
    list: `(await parseResponse(client.${type}.$get({ query: { ${listArguments(subject, (value) => `"${value}"`)} } }))).data`,
    create: `await parseResponse(client.${type}.$post({ json: { ${createArguments(subject)} } }))`,
  };
}

export const honoProgram = peerProgram({ wire: "url", context: CONTEXT, resource, api, client: CLIENT, asked });
