import type { Subject } from "../resource-names.js";
import { type Asked, createArguments, listArguments } from "./client.js";
import { importEach, peerProgram } from "./peer-program.js";
import { rows } from "./schemas.js";

/** A hundred calls of `use()` in one chain are too deep for the compiler (TS2589). */
const GROUP = 10;

const CONTEXT = `import { Elysia } from "elysia";

const db: { readonly rows: readonly object[] } = { rows: [] };
export const context = new Elysia({ name: "context" }).decorate("db", db);
`;

function resource(subject: Subject): string {
  const { self } = subject;
  return `import { Elysia } from "elysia";
import { context } from "./context.js";
import * as s from "./${self.type}-schemas.js";

${rows(subject)}
export const ${self.type} = new Elysia({ prefix: "/${self.type}" })
  .use(context)
  .get("/:id", async ({ params, query, db }) => ({ ...row, id: params.id + db.rows.length, ${self.owner}: { id: query.include?.length ?? 2 } }), {
    params: s.idInput,
    query: s.getQuery,
    response: s.output,
  })
  .get(
    "/",
    async ({ query }) => {
      const named = query.${self.title}__contains ?? query.${self.locale} ?? query.sort?.[0] ?? "";
      const wanted = (query.fields?.includes("${self.body}") ?? query.include?.includes("${self.items}")) === true;
      const status = query.${self.status} ?? row.${self.status};
      return { data: [{ ...row, ${self.title}: named, ${self.flagged}: wanted, ${self.status}: status }], total: (query.limit ?? 20) + (query.${self.rank}__gte ?? 0) };
    },
    { query: s.listQuery, response: s.listOutput },
  )
  .post("/", async ({ body }) => ({ ...row, ...body, ${self.owner}: { id: body.${self.owner} }, ${self.items}: [] }), {
    body: s.createInput,
    response: s.output,
  })
  .patch("/:id", async ({ params, body }) => ({ ...row, id: params.id, ${self.title}: body.${self.title} ?? "" }), {
    params: s.idInput,
    body: s.editInput,
    response: s.output,
  })
  .delete("/:id", async ({ params, db }) => ({ done: db.rows[params.id] !== undefined }), { params: s.idInput, response: s.done })
  .get("/:id/items", async ({ params, query }) => ({ data: [{ ...itemRow, id: params.id }], total: query.limit ?? query.sort?.length ?? 0 }), {
    params: s.idInput,
    query: s.itemsQuery,
    response: s.itemsOutput,
  })
  .patch("/:id/owner", async ({ params, body, db }) => ({ done: db.rows[params.id + body.related] !== undefined }), {
    params: s.idInput,
    body: s.relatedInput,
    response: s.done,
  })
  .put("/:id/publish", async ({ params, request }) => ({ id: params.id, url: request.url }), { params: s.idInput, response: s.publishOutput });
`;
}

function api(types: readonly string[]): string {
  const groups = Array.from({ length: Math.ceil(types.length / GROUP) }, (_, group) =>
    types.slice(group * GROUP).slice(0, GROUP),
  );
  const used = (names: readonly string[]) => `new Elysia()${names.map((name) => `\n  .use(${name})`).join("")};\n`;
  return `import { Elysia } from "elysia";
${importEach(types)}
${groups.map((group, index) => `const group${index} = ${used(group)}`).join("")}
export const api = ${used(groups.map((_, index) => `group${index}`))}
export type Api = typeof api;
`;
}

const CLIENT = `import { treaty } from "@elysiajs/eden";
import type { Api } from "./api.js";

const client = treaty<Api>("localhost");
declare function ok<T>(answer: { readonly data: T }): NonNullable<T>;
`;

/** Eden asks for what a schema gives, not for what it takes: numbers where the URL has texts, and what has a default. */
function asked(subject: Subject): Asked {
  const { type, owner, flagged, items } = subject.self;
  return {
    get: `ok(await client.${type}({ id: "1" }).get({ query: { include: ["${owner}"] } }))`,
    list: `ok(await client.${type}.get({ query: { ${listArguments(subject)} } })).data`,
    create: `ok(await client.${type}.post({ ${createArguments(subject)}, ${flagged}: false, ${items}: [] }))`,
  };
}

export const elysiaProgram = peerProgram({ wire: "url", context: CONTEXT, resource, api, client: CLIENT, asked });
