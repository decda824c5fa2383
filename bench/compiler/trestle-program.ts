import { type Subject, subjects } from "./resource-names.js";

/** A program's files by path. */
export type Program = ReadonlyMap<string, string>;

/** `right` compiles. `mistyped` has one mistake in each of its client's calls. */
export type Calls = "right" | "mistyped";

/**
 * A program of `count` resources, eight operations each, and three calls of a client each, with what a real one declares:
 * what it holds may not shrink, since the numbers that we keep are of it.
 */
export function trestleProgram(count: number, calls: Calls = "right"): Program {
  const all = subjects(count);
  return new Map([
    ["context.ts", CONTEXT],
    ...all.map((subject) => [`${subject.self.type}.ts`, resource(subject)] as const),
    ["api.ts", api(all)],
    ["client.ts", client(all.map(calls === "right" ? rightCalls : mistypedCalls))],
  ]);
}

const CONTEXT = `import { trestle } from "trestle";

export const t = trestle<{ readonly db: { readonly rows: readonly object[] } }>();
`;

function resource({ self, owner, item }: Subject): string {
  return `import { Conflict, NotFound, offsetPage, respond, toMany, toOne } from "trestle";
import { z } from "zod";
import { t } from "./context.js";

export const ${self.type} = t.resource("${self.type}", {
  id: z.int(),
  attributes: {
    ${self.title}: z.string().min(1).max(200),
    ${self.body}: z.string().nullable(),
    ${self.status}: z.enum(["draft", "live", "gone"]),
    ${self.rank}: z.int().optional(),
    ${self.flagged}: z.boolean().default(false),
    ${self.created}: z.date(),
  },
  relationships: { ${self.owner}: toOne("${owner.type}"), ${self.items}: toMany("${item.type}") },
  createFields: ["${self.title}", "${self.body}", "${self.status}", "${self.rank}", "${self.flagged}", "${self.owner}", "${self.items}"],
  editFields: ["${self.title}", "${self.body}", "${self.status}", "${self.owner}"],
});

const row = { id: 1, ${self.title}: "", ${self.body}: null, ${self.status}: "live" as const, ${self.flagged}: true, ${self.created}: new Date(), ${self.owner}: 1 };

const related = { id: 1, ${item.title}: "", ${item.body}: null, ${item.status}: "live" as const, ${item.flagged}: true, ${item.created}: new Date(), ${item.owner}: 1 };

export const getOne = ${self.type}.getOne(
  { include: ["${self.owner}", "${self.owner}__${owner.items}"], errors: [NotFound] },
  async ({ id, include, ctx }) => ({
    ...row,
    id: id + ctx.db.rows.length,
    ${self.owner}: include.${self.owner} && include.${self.owner}__${owner.items} ? { id: 2, ${owner.title}: "" } : 2,
  }),
);
export const getMany = ${self.type}.getMany(
  {
    filter: {
      ${self.title}__contains: z.string().optional(),
      ${self.status}: z.enum(["draft", "live", "gone"]).optional(),
      ${self.rank}__gte: z.int().optional(),
    },
    sort: ["${self.title}", "${self.created}"],
    page: offsetPage({ limit: 20 }),
    include: ["${self.owner}", "${self.items}"],
    extra: { ${self.locale}: z.string().optional() },
  },
  async ({ filter, sort, page, include, fields, extra }) => {
    const named = filter.${self.title}__contains ?? extra.${self.locale} ?? sort[0]?.field ?? "";
    const wanted = fields.${self.type}?.has("${self.body}") ?? include.${self.items};
    const status = filter.${self.status} ?? row.${self.status};
    return respond([{ ...row, ${self.title}: named, ${self.flagged}: wanted, ${self.status}: status }], { total: page.limit + (filter.${self.rank}__gte ?? 0) });
  },
);
export const createOne = ${self.type}.createOne({ include: ["${self.owner}"], errors: [Conflict] }, async ({ input }) => ({ ...row, ...input }));
export const editOne = ${self.type}.editOne(async ({ id, input }) => ({ ...row, id, ${self.title}: typeof input.${self.title} === "string" ? input.${self.title} : "" }));
export const deleteOne = ${self.type}.deleteOne(async ({ id, ctx }) => void ctx.db.rows[id]);
export const getItems = ${self.type}.getRelated(
  "${self.items}",
  { sort: ["${item.title}"], page: offsetPage() },
  async ({ id, page, sort }) => respond([{ ...related, id, ${item.title}: sort[0]?.order ?? "" }], { total: page.limit }),
);
export const setOwner = ${self.type}.editRelationship("${self.owner}", async ({ id, related, ctx }) => void ctx.db.rows[id + related]);
export const publish = ${self.type}.rpc("${self.publish}", { method: "PUT" }, async ({ id, request }) => Response.json({ id, url: request.url }));
`;
}

const OPERATIONS = ["getOne", "getMany", "createOne", "editOne", "deleteOne", "getItems", "setOwner", "publish"];

function api(all: readonly Subject[]): string {
  return `import type { ApiOf } from "trestle";
${router(all, OPERATIONS)}export interface Api extends ApiOf<typeof api> {}
`;
}

/** The file of a router that has these operations of each resource. */
export function router(all: readonly Subject[], names: readonly string[]): string {
  const imports = all.map(({ self: { type } }) => `import * as ${type} from "./${type}.js";\n`);
  const routes = all.map(({ self: { type } }) => {
    const operations = names.map((operation) => `${type}.${operation}`);
    return `  ${type}: ${type}.${type}.routes(${operations.join(", ")}),\n`;
  });
  return `import { t } from "./context.js";
${imports.join("")}
export const api = t.router({
${routes.join("")}});
`;
}

function client(calls: readonly string[]): string {
  return `import { createClient } from "trestle/client";
import type { Api } from "./api.js";

const client = createClient<Api>({ url: "http://localhost" });
declare function show(...values: readonly (string | number | boolean | null | undefined | object)[]): void;

${calls.join("")}`;
}

function rightCalls({ self, owner }: Subject): string {
  return `{
  const one = await client.${self.type}.get(1, { include: ["${self.owner}"] });
  show(one.${self.title}, one.${self.created}, one.${self.owner}.${owner.status});
  const page = await client.${self.type}
    .list()
    .filter({ ${self.title}__contains: "x", ${self.status}: "live" })
    .sort("-${self.created}")
    .include("${self.owner}")
    .fields({ ${self.type}: ["${self.title}", "${self.owner}"] })
    .page({ offset: 0, limit: 10 });
  show(page.length, page[0]?.${self.title}, page[0]?.${self.owner}.${owner.body});
  const made = await client.${self.type}.create({ ${self.title}: "", ${self.body}: null, ${self.status}: "draft", ${self.owner}: 1 });
  show(made.id, made.${self.rank}, made.${self.owner}.id);
}
`;
}

/** An include path, a filter and a create field that do not exist. */
function mistypedCalls({ self, owner }: Subject): string {
  return rightCalls({ self, owner, item: self })
    .replace(`{ include: ["${self.owner}"] }`, `{ include: ["${self.owner}x"] }`)
    .replace(`${self.title}__contains: "x"`, `${self.title}__contain: "x"`)
    .replace(`create({ ${self.title}: ""`, `create({ ${self.title}x: ""`);
}
