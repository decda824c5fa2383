import type { Subject } from "../resource-names.js";
import { type Asked, createArguments, listArguments } from "./client.js";
import { peerProgram } from "./peer-program.js";
import { rows } from "./schemas.js";

const CONTEXT = `import { tsr } from "@ts-rest/serverless/fetch";

export const server = tsr.platformContext<{ readonly db: { readonly rows: readonly object[] } }>();
`;

function resource(subject: Subject): string {
  const { self } = subject;
  const { type } = self;
  const one = `path: "/${type}/:id", pathParams: s.idInput`;
  return `import { initContract } from "@ts-rest/core";
import { server } from "./context.js";
import * as s from "./${type}-schemas.js";

${rows(subject)}
const c = initContract();
export const ${type}Contract = c.router({
  getOne: { method: "GET", ${one}, query: s.getQuery, responses: { 200: s.output } },
  getMany: { method: "GET", path: "/${type}", query: s.listQuery, responses: { 200: s.listOutput } },
  createOne: { method: "POST", path: "/${type}", body: s.createInput, responses: { 200: s.output } },
  editOne: { method: "PATCH", ${one}, body: s.editInput, responses: { 200: s.output } },
  deleteOne: { method: "DELETE", ${one}, body: c.noBody(), responses: { 200: s.done } },
  getItems: { method: "GET", path: "/${type}/:id/items", pathParams: s.idInput, query: s.itemsQuery, responses: { 200: s.itemsOutput } },
  setOwner: { method: "PATCH", path: "/${type}/:id/owner", pathParams: s.idInput, body: s.relatedInput, responses: { 200: s.done } },
  ${self.publish}: { method: "PUT", path: "/${type}/:id/publish", pathParams: s.idInput, body: c.noBody(), responses: { 200: s.publishOutput } },
}, { strictStatusCodes: true });

export const ${type} = server.router(${type}Contract, {
  getOne: async ({ params, query }, { db }) => ({
    status: 200,
    body: { ...row, id: params.id + db.rows.length, ${self.owner}: { id: query.include?.length ?? 2 } },
  }),
  getMany: async ({ query }) => {
    const named = query.${self.title}__contains ?? query.${self.locale} ?? query.sort?.[0] ?? "";
    const wanted = (query.fields?.includes("${self.body}") ?? query.include?.includes("${self.items}")) === true;
    const status = query.${self.status} ?? row.${self.status};
    return {
      status: 200,
      body: { data: [{ ...row, ${self.title}: named, ${self.flagged}: wanted, ${self.status}: status }], total: (query.limit ?? 20) + (query.${self.rank}__gte ?? 0) },
    };
  },
  createOne: async ({ body }) => ({ status: 200, body: { ...row, ...body, ${self.owner}: { id: body.${self.owner} }, ${self.items}: [] } }),
  editOne: async ({ params, body }) => ({ status: 200, body: { ...row, id: params.id, ${self.title}: body.${self.title} ?? "" } }),
  deleteOne: async ({ params }, { db }) => ({ status: 200, body: { done: db.rows[params.id] !== undefined } }),
  getItems: async ({ params, query }) => ({
    status: 200,
    body: { data: [{ ...itemRow, id: params.id }], total: query.limit ?? query.sort?.length ?? 0 },
  }),
  setOwner: async ({ params, body }, { db }) => ({ status: 200, body: { done: db.rows[params.id + body.related] !== undefined } }),
  ${self.publish}: async ({ params }, { request }) => ({ status: 200, body: { id: params.id, url: request.url } }),
});
`;
}

function api(types: readonly string[]): string {
  return `import { initContract } from "@ts-rest/core";
import { server } from "./context.js";
${types.map((type) => `import { ${type}, ${type}Contract } from "./${type}.js";\n`).join("")}
export const contract = initContract().router({
${types.map((type) => `  ${type}: ${type}Contract,\n`).join("")}});
export const api = server.router(contract, {
${types.map((type) => `  ${type},\n`).join("")}});
`;
}

const CLIENT = `import { initClient } from "@ts-rest/core";
import { contract } from "./api.js";

const client = initClient(contract, { baseUrl: "http://localhost", baseHeaders: {} });
`;

function asked(subject: Subject): Asked {
  const { type, owner } = subject.self;
  return {
    get: `(await client.${type}.getOne({ params: { id: "1" }, query: { include: ["${owner}"] } })).body`,
    list: `(await client.${type}.getMany({ query: { ${listArguments(subject, (value) => `"${value}"`)} } })).body.data`,
    create: `(await client.${type}.createOne({ body: { ${createArguments(subject)} } })).body`,
  };
}

/** Its client needs the contract itself; what it asks and answers is a type of that alone, not of the handlers. */
export const tsRestProgram = peerProgram({ wire: "url", context: CONTEXT, resource, api, client: CLIENT, asked });
