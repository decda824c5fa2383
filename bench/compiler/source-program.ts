import { type ResourceNames, type Subject, subjects } from "./resource-names.js";
import { type Program, router } from "./trestle-program.js";

/**
 * `source` passes the handlers of a source, and `routes` registers the same operations by `source.routes`. `table` also reads the resource
 * from its table. `hand` has handlers that do nothing: what is left is what operations cost by themselves.
 */
export type Handlers = "source" | "routes" | "table" | "hand";

/** A program of `count` resources, each with a table and eight operations. It must not shrink, because the limit is for this one. */
export function sourceProgram(count: number, handlers: Handlers): Program {
  const all = subjects(count);
  return new Map([
    ["schema.ts", schema(all)],
    ["context.ts", handlers === "hand" ? CONTEXT : CONTEXT + DATA],
    ...all.map((subject) => [`${subject.self.type}.ts`, resource(subject, handlers)] as const),
    ["client.ts", isInOne(handlers) ? routerOfSources(all) : router(all, OPERATIONS)],
  ]);
}

function isInOne(handlers: Handlers): boolean {
  return handlers === "routes" || handlers === "table";
}

const CONTEXT = `import { trestle } from "trestle";

export const t = trestle<{ readonly db: { readonly rows: readonly object[] } }>();
`;

const DATA = `
import { drizzleData } from "trestle/drizzle";
import * as schema from "./schema.js";

export const data = drizzleData({ db: "db", tables: schema });
`;

function schema(all: readonly Subject[]): string {
  const tables = all.map(
    ({ self, owner, item }) => `
export const ${self.type} = pgTable("${self.type}", {
  id: integer().primaryKey(),
  ${self.title}: text().notNull(),
  ${self.body}: text(),
  ${self.status}: text({ enum: ["draft", "live", "gone"] }).notNull(),
  ${self.rank}: integer(),
  ${self.flagged}: boolean().notNull(),
  ${self.created}: timestamp({ withTimezone: true }).notNull(),
  ${self.owner}_id: integer().notNull(),
  holder: integer(),
});
export const ${self.type}_tags = pgTable(
  "${self.type}_tags",
  { ${owner.type}: integer().notNull(), ${item.type}: integer().notNull() },
  (table) => [primaryKey({ columns: [table.${owner.type}, table.${item.type}] })],
);
`,
  );
  return `import { boolean, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
${tables.join("")}`;
}

function resource({ self, owner, item }: Subject, handlers: Handlers): string {
  const children = `children.holder`;
  const pairs = `pairs, { from: pairs.${owner.type}, to: pairs.${item.type} }`;
  const isTable = handlers === "table";
  const source = `import { hasMany, manyToMany${isTable ? ", tableResource" : ""} } from "trestle/drizzle";
import { data } from "./context.js";

const source = data.source(${self.type}, { relationships: { ${self.items}: hasMany(${children}), tags: manyToMany(${pairs}) } });
`;
  const read = `tableResource(t, "${self.type}", table, {
  omit: ["holder"],`;
  const written = `t.resource("${self.type}", {
  id: z.int(),
  attributes: {
    ${self.title}: z.string().min(1).max(200),
    ${self.body}: z.string().nullable(),
    ${self.status}: z.enum(["draft", "live", "gone"]),
    ${self.rank}: z.int().optional(),
    ${self.flagged}: z.boolean().default(false),
    ${self.created}: z.date(),
  },`;
  return `import { Conflict, NotFound, offsetPage, toMany, toOne } from "trestle";
import { z } from "zod";
import { t } from "./context.js";
import { ${item.type} as children, ${self.type}_tags as pairs${isTable ? `, ${self.type} as table` : ""} } from "./schema.js";

export const ${self.type} = ${isTable ? read : written}
  relationships: { ${self.owner}: toOne("${owner.type}"), ${self.items}: toMany("${item.type}"), tags: toMany("${item.type}") },
  createFields: ["${self.title}", "${self.body}", "${self.status}", "${self.owner}"],
  editFields: ["${self.title}", "${self.body}", "${self.status}", "${self.owner}"],
});
${handlers !== "hand" ? source : `void [${children}, pairs.${owner.type}, pairs.${item.type}];\n`}
${isInOne(handlers) ? inOne(self, owner, item) : eachAlone(self, owner, item, handlers)}`;
}

function list(self: ResourceNames): string {
  return `{
    filter: {
      ${self.title}__contains: z.string().optional(),
      ${self.status}: z.enum(["draft", "live", "gone"]).optional(),
      ${self.rank}__gte: z.int().optional(),
    },
    sort: ["${self.title}", "${self.created}"],
    page: offsetPage({ limit: 20 }),
    include: ["${self.owner}", "${self.items}"],
  }`;
}

function eachAlone(self: ResourceNames, owner: ResourceNames, item: ResourceNames, handlers: Handlers): string {
  const handler = (method: string) =>
    handlers === "source" ? `source.${method}` : `async () => { throw new Error("by hand"); }`;
  return `export const getMany = ${self.type}.getMany(
  ${list(self)},
  ${handler("getMany")},
);
export const getOne = ${self.type}.getOne({ include: ["${self.owner}", "${self.owner}__${owner.items}"], errors: [NotFound] }, ${handler("getOne")});
export const createOne = ${self.type}.createOne({ include: ["${self.owner}"], errors: [Conflict] }, ${handler("createOne")});
export const editOne = ${self.type}.editOne({ errors: [Conflict, NotFound] }, ${handler("editOne")});
export const deleteOne = ${self.type}.deleteOne({ errors: [NotFound] }, ${handler("deleteOne")});
export const getOwner = ${self.type}.getRelated("${self.owner}", ${handler(`getRelated("${self.owner}")`)});
export const getItems = ${self.type}.getRelated("${self.items}", { sort: ["${item.title}"], page: offsetPage() }, ${handler(`getRelated("${self.items}")`)});
export const resetTags = ${self.type}.resetRelationship("tags", ${handler('resetRelationship("tags")')});
`;
}

const OPERATIONS = ["getMany", "getOne", "createOne", "editOne", "deleteOne", "getOwner", "getItems", "resetTags"];

function inOne(self: ResourceNames, owner: ResourceNames, item: ResourceNames): string {
  return `export const routes = source.routes({
  getMany: ${list(self)},
  getOne: { include: ["${self.owner}", "${self.owner}__${owner.items}"] },
  createOne: { include: ["${self.owner}"] },
  editOne: true,
  deleteOne: true,
  getRelated: { ${self.owner}: true, ${self.items}: { sort: ["${item.title}"], page: offsetPage() } },
  changeRelationship: { tags: true },
});
void [Conflict, NotFound];
`;
}

function routerOfSources(all: readonly Subject[]): string {
  const types = all.map(({ self }) => self.type);
  return `import { t } from "./context.js";
${types.map((type) => `import * as ${type} from "./${type}.js";\n`).join("")}
export const api = t.router({
${types.map((type) => `  ${type}: ${type}.routes,\n`).join("")}});
`;
}
