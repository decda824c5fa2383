import { toMany, toOne, trestle } from "trestle";
import { memoryData } from "trestle/memory";
import { z } from "zod";

// A resource and its source in memory without a mistake. Each fixture that imports them adds one.

const t = trestle<{ readonly tenant: number }>();
export const articles = t.resource("articles", {
  id: z.int(),
  attributes: { title: z.string(), state: z.enum(["draft", "published"]), words: z.int().nullable() },
  relationships: { author: toOne("users").nullable(), comments: toMany("comments") },
  createFields: ["title"],
});
export const notes = t.resource("notes", { id: z.int(), attributes: { text: z.string() } });
export const data = memoryData();
export const rows = [
  { id: 1, title: "Zod", state: "draft" as const, words: 3, author: 7, tenant: 7, deleted_at: null },
];
export const source = data.source(articles, {
  rows,
  relationships: { comments: { by: "article" } },
  scope: (ctx) => (row) => row.tenant === ctx.tenant,
  writable: () => (row) => row.state === "draft",
  deleted: "deleted_at",
  values: (ctx) => ({ tenant: ctx.tenant, state: "draft" }),
  filters: { q: (text: string) => (row) => row.title.includes(text), writer: "author__name", long: "words__gt" },
  sorts: { length: (row) => row.title.length },
  orderBy: [
    { field: "length", order: "asc" },
    { field: "author__name", order: "asc" },
    { field: "title", order: "desc" },
  ],
  unique: [["tenant", "title"]],
});
