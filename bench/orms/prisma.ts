import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import type { Article, Contender } from "../sources/contender.js";
import { INCLUDED, NEWEST } from "./arguments.js";
import { PrismaClient } from "./generated/prisma/client.js";

/** @param relationLoadStrategy Whether a query joins what it includes, or reads it with further queries, as is the default. */
export function prisma(pool: pg.Pool, relationLoadStrategy: "query" | "join"): Contender {
  const db = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    name: `prisma-${relationLoadStrategy}`,
    title: relationLoadStrategy === "query" ? "Prisma 7" : "Prisma 7, joins (preview)",
    client: pg.Client,
    needs: {
      page: () => db.article.findMany({ ...NEWEST, include: INCLUDED, relationLoadStrategy }),
      keyset: ({ created_at, id }) =>
        db.article.findMany({
          ...NEWEST,
          where: { created_at: { lte: created_at }, OR: [{ created_at: { lt: created_at } }, { id: { gt: id } }] },
          include: INCLUDED,
          relationLoadStrategy,
        }),
      one: async ({ id }) => {
        const found = await db.article.findUnique({
          where: { id },
          include: { ...INCLUDED, links: { select: { category: true }, orderBy: { category_id: "asc" } } },
          relationLoadStrategy,
        });
        return found && [{ ...found, categories: found.links.map(({ category }) => category) }];
      },
      byAuthor: ({ name }) => db.article.findMany({ ...NEWEST, where: { author: { name } } }),
      byCategory: ({ name }) => db.article.findMany({ ...NEWEST, where: { links: { some: { category: { name } } } } }),
      related: async ({ id }) => {
        const select = { articles: NEWEST };
        const author = await db.author.findUnique({ where: { id }, select, relationLoadStrategy });
        return author?.articles;
      },
    },
    articlesIn: (rows) => rows as readonly Article[],
  };
}
