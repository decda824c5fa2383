// What the tests of this folder register operations on.
import { toMany, toOne, trestle } from "trestle";
import { z } from "zod";

export interface User {
  readonly name: string;
}
export interface Context {
  readonly db: { readonly rows: number };
  readonly user: User | null;
}

export const t = trestle<Context>();

export const users = t.resource("users", {
  id: z.int(),
  attributes: { username: z.string() },
  relationships: { articles: toMany("articles") },
});

export const articles = t.resource("articles", {
  id: z.int(),
  attributes: { title: z.string(), published: z.boolean().default(false) },
  relationships: { author: toOne("users").nullable(), categories: toMany("categories", { linkage: true }) },
  createFields: ["title", "author"],
  editFields: ["title", "author"],
});

export const files = t.resource("files", {
  id: z.uuid(),
  attributes: { size: z.int() },
  relationships: { parent: toOne("files", { id: z.uuid() }), copies: toMany("files", { id: z.uuid() }) },
});

export const row = { id: 1, title: "Zod", published: true, author: 7, categories: [1, 2] };
