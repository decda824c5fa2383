import { ZenStackClient } from "@zenstackhq/orm";
import { PostgresDialect } from "@zenstackhq/orm/dialects/postgres";
import pg from "pg";
import type { Article, Contender } from "../sources/contender.js";
import { INCLUDED, NEWEST } from "./arguments.js";
import { schema } from "./generated/zenstack/schema.js";

export function zenstack(pool: pg.Pool): Contender {
  const db = new ZenStackClient(schema, { dialect: new PostgresDialect({ pool }) });
  return {
    name: "zenstack",
    title: "ZenStack 3",
    client: pg.Client,
    needs: {
      page: () => db.article.findMany({ ...NEWEST, include: INCLUDED }),
      keyset: ({ created_at, id }) =>
        db.article.findMany({
          ...NEWEST,
          where: { created_at: { lte: created_at }, OR: [{ created_at: { lt: created_at } }, { id: { gt: id } }] },
          include: INCLUDED,
        }),
      one: async ({ id }) => {
        const found = await db.article.findUnique({
          where: { id },
          include: { ...INCLUDED, links: { select: { category: true }, orderBy: { category_id: "asc" } } },
        });
        return found && [{ ...found, categories: found.links.map((link: { category: unknown }) => link.category) }];
      },
      byAuthor: ({ name }) => db.article.findMany({ ...NEWEST, where: { author: { name } } }),
      byCategory: ({ name }) => db.article.findMany({ ...NEWEST, where: { links: { some: { category: { name } } } } }),
      related: async ({ id }) => {
        const author = await db.author.findUnique({ where: { id }, select: { articles: NEWEST } });
        return author?.articles;
      },
    },
    articlesIn: (rows) => rows as readonly Article[],
  };
}
