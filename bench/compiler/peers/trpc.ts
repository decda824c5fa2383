import type { Subject } from "../resource-names.js";
import { type Asked, createArguments, listArguments } from "./client.js";
import { importEach, peerProgram } from "./peer-program.js";
import { rows } from "./schemas.js";

const CONTEXT = `import { initTRPC } from "@trpc/server";

export const t = initTRPC.context<{ readonly db: { readonly rows: readonly object[] } }>().create();
`;

function resource(subject: Subject): string {
  const { self } = subject;
  return `import { t } from "./context.js";
import * as s from "./${self.type}-schemas.js";

${rows(subject)}
export const ${self.type} = t.router({
  getOne: t.procedure
    .input(s.idInput.extend(s.getQuery.shape))
    .output(s.output)
    .query(async ({ input, ctx }) => ({ ...row, id: input.id + ctx.db.rows.length, ${self.owner}: { id: input.include?.length ?? 2 } })),
  getMany: t.procedure
    .input(s.listQuery)
    .output(s.listOutput)
    .query(async ({ input }) => {
      const named = input.${self.title}__contains ?? input.${self.locale} ?? input.sort?.[0] ?? "";
      const wanted = (input.fields?.includes("${self.body}") ?? input.include?.includes("${self.items}")) === true;
      const status = input.${self.status} ?? row.${self.status};
      return { data: [{ ...row, ${self.title}: named, ${self.flagged}: wanted, ${self.status}: status }], total: (input.limit ?? 20) + (input.${self.rank}__gte ?? 0) };
    }),
  createOne: t.procedure
    .input(s.createInput)
    .output(s.output)
    .mutation(async ({ input }) => ({ ...row, ...input, ${self.owner}: { id: input.${self.owner} }, ${self.items}: [] })),
  editOne: t.procedure
    .input(s.idInput.extend(s.editInput.shape))
    .output(s.output)
    .mutation(async ({ input }) => ({ ...row, id: input.id, ${self.title}: input.${self.title} ?? "" })),
  deleteOne: t.procedure.input(s.idInput).output(s.done).mutation(async ({ input, ctx }) => ({ done: ctx.db.rows[input.id] !== undefined })),
  getItems: t.procedure
    .input(s.idInput.extend(s.itemsQuery.shape))
    .output(s.itemsOutput)
    .query(async ({ input }) => ({ data: [{ ...itemRow, id: input.id }], total: input.limit ?? input.sort?.length ?? 0 })),
  setOwner: t.procedure
    .input(s.idInput.extend(s.relatedInput.shape))
    .output(s.done)
    .mutation(async ({ input, ctx }) => ({ done: ctx.db.rows[input.id + input.related] !== undefined })),
  ${self.publish}: t.procedure.input(s.idInput).output(s.publishOutput).mutation(async ({ input }) => ({ id: input.id, url: "" })),
});
`;
}

function api(types: readonly string[]): string {
  return `import { t } from "./context.js";
${importEach(types)}
export const api = t.router({
${types.map((type) => `  ${type},\n`).join("")}});
export type Api = typeof api;
`;
}

const CLIENT = `import { createTRPCClient, httpLink } from "@trpc/client";
import type { Api } from "./api.js";

const client = createTRPCClient<Api>({ links: [httpLink({ url: "http://localhost" })] });
`;

function asked(subject: Subject): Asked {
  const { type, owner } = subject.self;
  return {
    get: `await client.${type}.getOne.query({ id: 1, include: ["${owner}"] })`,
    list: `(await client.${type}.getMany.query({ ${listArguments(subject)} })).data`,
    create: `await client.${type}.createOne.mutate({ ${createArguments(subject)} })`,
  };
}

export const trpcProgram = peerProgram({ wire: "json", context: CONTEXT, resource, api, client: CLIENT, asked });
