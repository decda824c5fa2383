import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { NotFound, offsetPage, type RowOf, toMany, toOne, trestle } from "trestle";
import { drizzleData, hasMany } from "trestle/drizzle";
import { memoryData } from "trestle/memory";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";

const t = trestle<{ readonly db: unknown; readonly tenant: number }>();
const articles = t.resource("articles", {
  id: z.int(),
  attributes: { title: z.string(), created_at: z.date(), words: z.int() },
  relationships: { author: toOne("users").nullable(), comments: toMany("comments") },
  createFields: ["title", "author"],
  editFields: ["title"],
});
const schema = {
  articles: pgTable("articles", {
    id: integer().primaryKey(),
    title: text().notNull(),
    created_at: timestamp().notNull(),
    words: integer().notNull(),
    author_id: integer(),
  }),
  comments: pgTable("comments", { id: integer().primaryKey(), article_id: integer() }),
};
const source = drizzleData({ db: "db", tables: schema }).source(articles, {
  relationships: { comments: hasMany(schema.comments.article_id) },
  scope: (ctx) => {
    expectTypeOf(ctx).toEqualTypeOf<{ readonly db: unknown; readonly tenant: number }>();
    return undefined;
  },
  filters: { mine: () => undefined },
});

test("filters and sorts that name fields need no rule", () => {
  articles.getMany(
    {
      filter: {
        title__contains: z.string().optional(),
        author: articles.ref("author").nullable().optional(),
        words: z.array(z.int()).optional(),
        author__name: z.string().optional(),
        created_at__gte: z.date().optional(),
        id: z.array(z.int()).optional(),
        comments__isnull: z.boolean().optional(),
        mine: z.boolean().optional(),
      },
      sort: ["title", "author__name", "id"],
      page: offsetPage(),
      include: ["author"],
    },
    source.getMany,
  );
});

test("a rule of a call gets its filter's value", () => {
  articles.getMany({ filter: { q: z.string().optional(), words: z.int() } }, async (args) => {
    const result = await source.getMany(args, {
      filter: {
        q: (value) => {
          expectTypeOf(value).toEqualTypeOf<string>();
          return undefined;
        },
      },
    });
    expectTypeOf(result.data).toEqualTypeOf<readonly RowOf<typeof articles>[]>();
    return result.data;
  });
});

test("every kind takes its method as it is", () => {
  const errors = [NotFound];
  articles.getOne({ errors, include: ["author"] }, source.getOne);
  articles.createOne({ errors }, source.createOne);
  articles.editOne({ errors }, source.editOne);
  articles.deleteOne({ errors }, source.deleteOne);
  articles.getRelated("author", source.getRelated("author"));
  articles.getRelated("comments", { page: offsetPage(), sort: ["id"] }, source.getRelated("comments"));
  articles.getRelationship("comments", source.getRelationship("comments"));
  articles.editRelationship("author", source.editRelationship("author"));
  articles.addToRelationship("comments", source.addToRelationship("comments"));
  articles.removeFromRelationship("comments", source.removeFromRelationship("comments"));
  articles.resetRelationship("comments", source.resetRelationship("comments"));
});

test("values are columns of the table", () => {
  articles.createOne((args) => source.createOne(args, { values: { words: 3, author_id: 1 } }));
});

test("in memory alike", () => {
  const memory = memoryData().source(articles, { filters: { mine: () => undefined } });
  articles.getMany({ filter: { mine: z.boolean().optional(), title: z.string().optional() } }, memory.getMany);
  // @ts-expect-error nothing says what "other" means
  articles.getMany({ filter: { other: z.boolean().optional() } }, memory.getMany);
});

test("a column that is named is compared as well", () => {
  const data = drizzleData({ db: "db", tables: schema });
  const relationships = { comments: hasMany(schema.comments.article_id) };
  data.source(articles, { relationships, columns: { title: schema.articles.title } });
  // @ts-expect-error words is a number
  data.source(articles, { relationships, columns: { title: schema.articles.words } });
});

test("a list is compared by a rule of its own only", () => {
  const notes = t.resource("notes", { id: z.int(), attributes: { tags: z.array(z.string()) } });
  const memory = memoryData().source(notes, {});
  // @ts-expect-error an array of values means any of them
  notes.getMany({ filter: { tags: z.array(z.string()).optional() } }, memory.getMany);
});
