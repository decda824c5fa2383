import type { Subject } from "../resource-names.js";
import { type Asked, createArguments, listArguments } from "./client.js";
import { importEach, peerProgram } from "./peer-program.js";
import { rows } from "./schemas.js";

const CONTEXT = `import { os } from "@orpc/server";

export const base = os.$context<{ readonly db: { readonly rows: readonly object[] } }>();
`;

function resource(subject: Subject): string {
  const { self } = subject;
  const { type } = self;
  return `import { base } from "./context.js";
import * as s from "./${type}-schemas.js";

${rows(subject)}
export const ${type} = {
  getOne: base
    .route({ method: "GET", path: "/${type}/{id}" })
    .input(s.idInput.extend(s.getQuery.shape))
    .output(s.output)
    .handler(async ({ input, context }) => ({ ...row, id: input.id + context.db.rows.length, ${self.owner}: { id: input.include?.length ?? 2 } })),
  getMany: base
    .route({ method: "GET", path: "/${type}" })
    .input(s.listQuery)
    .output(s.listOutput)
    .handler(async ({ input }) => {
      const named = input.${self.title}__contains ?? input.${self.locale} ?? input.sort?.[0] ?? "";
      const wanted = (input.fields?.includes("${self.body}") ?? input.include?.includes("${self.items}")) === true;
      const status = input.${self.status} ?? row.${self.status};
      return { data: [{ ...row, ${self.title}: named, ${self.flagged}: wanted, ${self.status}: status }], total: (input.limit ?? 20) + (input.${self.rank}__gte ?? 0) };
    }),
  createOne: base
    .route({ method: "POST", path: "/${type}" })
    .input(s.createInput)
    .output(s.output)
    .handler(async ({ input }) => ({ ...row, ...input, ${self.owner}: { id: input.${self.owner} }, ${self.items}: [] })),
  editOne: base
    .route({ method: "PATCH", path: "/${type}/{id}" })
    .input(s.idInput.extend(s.editInput.shape))
    .output(s.output)
    .handler(async ({ input }) => ({ ...row, id: input.id, ${self.title}: input.${self.title} ?? "" })),
  deleteOne: base
    .route({ method: "DELETE", path: "/${type}/{id}" })
    .input(s.idInput)
    .output(s.done)
    .handler(async ({ input, context }) => ({ done: context.db.rows[input.id] !== undefined })),
  getItems: base
    .route({ method: "GET", path: "/${type}/{id}/items" })
    .input(s.idInput.extend(s.itemsQuery.shape))
    .output(s.itemsOutput)
    .handler(async ({ input }) => ({ data: [{ ...itemRow, id: input.id }], total: input.limit ?? input.sort?.length ?? 0 })),
  setOwner: base
    .route({ method: "PATCH", path: "/${type}/{id}/owner" })
    .input(s.idInput.extend(s.relatedInput.shape))
    .output(s.done)
    .handler(async ({ input, context }) => ({ done: context.db.rows[input.id + input.related] !== undefined })),
  ${self.publish}: base
    .route({ method: "PUT", path: "/${type}/{id}/publish" })
    .input(s.idInput)
    .output(s.publishOutput)
    .handler(async ({ input }) => ({ id: input.id, url: "" })),
};
`;
}

function api(types: readonly string[]): string {
  return `${importEach(types)}
export const api = {
${types.map((type) => `  ${type},\n`).join("")}};
export type Api = typeof api;
`;
}

const CLIENT = `import { createORPCClient } from "@orpc/client";
import { RPCLink } from "@orpc/client/fetch";
import type { RouterClient } from "@orpc/server";
import type { Api } from "./api.js";

const client: RouterClient<Api> = createORPCClient(new RPCLink({ url: "http://localhost" }));
`;

function asked(subject: Subject): Asked {
  const { type, owner } = subject.self;
  return {
    get: `await client.${type}.getOne({ id: 1, include: ["${owner}"] })`,
    list: `(await client.${type}.getMany({ ${listArguments(subject)} })).data`,
    create: `await client.${type}.createOne({ ${createArguments(subject)} })`,
  };
}

export const orpcProgram = peerProgram({ wire: "json", context: CONTEXT, resource, api, client: CLIENT, asked });
