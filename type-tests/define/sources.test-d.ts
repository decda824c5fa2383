import { count, sql } from "drizzle-orm";
import {
  boolean,
  integer,
  jsonb,
  pgEnum,
  pgMaterializedView,
  pgTable,
  pgView,
  primaryKey,
  text,
  timestamp,
  uuid,
  varchar,
} from "drizzle-orm/pg-core";
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from "drizzle-orm/sqlite-core";
import {
  Conflict,
  Forbidden,
  Gone,
  NotFound,
  offsetPage,
  type RowOf,
  toMany,
  toOne,
  trestle,
  UnprocessableContent,
} from "trestle";
import { compositeId, drizzleData, fromTable, hasMany, type RowChange, tableResource } from "trestle/drizzle";
import { memoryData } from "trestle/memory";
import { allOf, anyOf, countOf, fromFilter, maxOf, noneOf, through } from "trestle/source";
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

test("routes of a source have the type of operations with the errors that the source throws", () => {
  const query = { filter: { mine: z.boolean().optional() }, sort: ["title"], page: offsetPage() } as const;
  const count = articles.rpc("count", () => Response.json({ count: 1 }));
  const short = source.routes(
    {
      getMany: { ...query, include: ["author"] },
      getOne: { sparse: false, errors: [Gone] },
      createOne: { include: ["author", "comments__article"], idempotent: true, affects: ["users"] },
      editOne: true,
      deleteOne: { middleware: [] },
      getRelated: { author: true, comments: { sort: ["id"], page: offsetPage(), include: ["article"] } },
      changeRelationship: { author: { affects: ["comments"] }, comments: true },
    },
    count,
  );
  const errors = [Forbidden, NotFound, Conflict, UnprocessableContent];
  const long = articles.routes(
    articles.getMany({ ...query, include: ["author"] }, source.getMany),
    articles.getOne({ sparse: false, errors: [Gone, NotFound] }, source.getOne),
    articles.createOne(
      { include: ["author", "comments__article"], idempotent: true, affects: ["users"], errors },
      source.createOne,
    ),
    articles.editOne({ errors }, source.editOne),
    articles.deleteOne({ middleware: [], errors: [Forbidden, NotFound, Conflict] }, source.deleteOne),
    articles.getRelated("author", { errors: [NotFound] }, source.getRelated("author")),
    articles.getRelated(
      "comments",
      { sort: ["id"], page: offsetPage(), include: ["article"], errors: [NotFound] },
      source.getRelated("comments"),
    ),
    articles.editRelationship("author", { affects: ["comments"], errors }, source.editRelationship("author")),
    articles.addToRelationship("comments", { errors }, source.addToRelationship("comments")),
    articles.removeFromRelationship("comments", { errors }, source.removeFromRelationship("comments")),
    articles.resetRelationship("comments", { errors }, source.resetRelationship("comments")),
    count,
  );
  expectTypeOf(short["~routes"]).toEqualTypeOf(long["~routes"]);
  expectTypeOf(memoryData().source(articles).routes({ getOne: true })["~routes"]).toEqualTypeOf(
    articles.routes(articles.getOne({ errors: [NotFound] }, source.getOne))["~routes"],
  );
  const { "~routes": other } = source.routes({ getOne: { errors: [Conflict] } });
  // @ts-expect-error the long form declares one error less
  expectTypeOf(other).toEqualTypeOf(articles.routes(articles.getOne({ errors: [NotFound] }, source.getOne))["~routes"]);
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

test("a source's rule takes what the filter's schema gives", () => {
  const filters = {
    words: (least: number) => sql`${schema.articles.words} > ${least}`,
    q: { reads: [], rule: (text: string) => sql`${text}` },
    list: (ids: readonly number[]) => sql`${ids}`,
    mine: () => undefined,
    named: "title",
  };
  const relationships = { comments: hasMany(schema.comments.article_id) };
  const stored = drizzleData({ db: "db", tables: schema }).source(articles, {
    relationships,
    filters: {
      ...filters,
      own: (isOwn: boolean, { ctx }) => (isOwn ? sql`${ctx.tenant}` : undefined),
      bare: (any) => any,
    },
  });
  const right = {
    words: z.int().optional(),
    q: z.enum(["a", "b"]).optional(),
    list: z.array(z.int()),
    mine: z.date(),
    named: z.string(),
    own: z.boolean(),
    bare: z.string(),
  };
  articles.getMany({ filter: right }, stored.getMany);
  articles.getMany({ filter: { words: z.string() } }, (args) =>
    stored.getMany(args, { filter: { words: (text) => sql`${text}` } }),
  );
  // @ts-expect-error the rule takes a number, although the attribute would fit
  articles.getMany({ filter: { words: z.string() } }, stored.getMany);
  // @ts-expect-error the rule takes no null
  articles.getMany({ filter: { own: z.boolean().nullable() } }, stored.getMany);
  // @ts-expect-error the rule takes text
  articles.getMany({ filter: { q: z.int() } }, (args) => stored.getMany(args));
  // @ts-expect-error the rule takes a list
  articles.getMany({ filter: { list: z.int() } }, stored.getMany);

  const kept = memoryData().source(articles, { filters: { long: (than: number) => (row) => row.words > than } });
  articles.getMany({ filter: { long: z.int() } }, kept.getMany);
  // @ts-expect-error the rule takes a number
  articles.getMany({ filter: { long: z.string() } }, kept.getMany);
});

test("an element of a list, or several", () => {
  const notes = t.resource("notes", {
    id: z.int(),
    attributes: { tags: z.array(z.enum(["a", "b"])).nullable(), sizes: z.array(z.number()), title: z.string() },
    relationships: { parent: toOne("notes") },
  });
  const { getMany } = memoryData().source(notes);
  notes.getMany(
    {
      filter: {
        tags__has: z.enum(["a", "b"]).optional(),
        tags__hasall: z.array(z.string()).optional(),
        tags__hasany: z.array(z.enum(["a"])).optional(),
        tags__isnull: z.boolean().optional(),
        sizes__has: z.number(),
        parent__tags__has: z.string(),
      },
    },
    getMany,
  );
  // @ts-expect-error an element is a text
  notes.getMany({ filter: { tags__has: z.int() } }, getMany);
  // @ts-expect-error "has" takes one element
  notes.getMany({ filter: { tags__has: z.array(z.string()) } }, getMany);
  // @ts-expect-error "hasall" takes several
  notes.getMany({ filter: { tags__hasall: z.string() } }, getMany);
  // @ts-expect-error "hasany" takes several of their type
  notes.getMany({ filter: { sizes__hasany: z.array(z.string()) } }, getMany);
  // @ts-expect-error a list has no "eq"
  notes.getMany({ filter: { tags: z.string() } }, getMany);
  // @ts-expect-error a text is not a list
  notes.getMany({ filter: { title__has: z.string() } }, getMany);
  // @ts-expect-error a text is not a list
  notes.getMany({ filter: { title__hasany: z.array(z.string()) } }, getMany);
  // @ts-expect-error a relationship is not a list of values
  notes.getMany({ filter: { parent__has: z.int() } }, getMany);
});

test("what is inside of an object, the router checks", () => {
  const notes = t.resource("notes", {
    id: z.int(),
    attributes: { contact: z.object({ city: z.string() }).nullable(), at: z.date(), tags: z.array(z.string()) },
  });
  const { getMany } = memoryData().source(notes);
  notes.getMany({ filter: { contact__city: z.string(), contact__city__in: z.array(z.string()) } }, getMany);
  notes.getMany({ sort: ["contact__city"], filter: { contact__isnull: z.boolean() } }, getMany);
  // @ts-expect-error a date has nothing inside
  notes.getMany({ filter: { at__year: z.int() } }, getMany);
  // @ts-expect-error a list has no members
  notes.getMany({ filter: { tags__city: z.string() } }, getMany);
  // @ts-expect-error a date has nothing inside
  notes.getMany({ sort: ["at__year"] }, getMany);
});

test("a sort by the value of a filter", () => {
  type Context = { readonly db: unknown; readonly tenant: number };
  const relationships = { comments: hasMany(schema.comments.article_id) };
  const stored = drizzleData({ db: "db", tables: schema }).source(articles, {
    relationships,
    filters: { near: (_: number) => undefined },
    sorts: {
      near: fromFilter("near", (value: number) => sql`${schema.articles.words} - ${value}`),
      own: fromFilter("near", (value: number, { ctx }: { readonly ctx: Context }) => sql`${value} - ${ctx.tenant}`),
    },
  });
  articles.getMany({ filter: { near: z.number().optional() }, sort: ["near", "own"] }, stored.getMany);
  drizzleData({ db: "db", tables: schema }).source(articles, {
    relationships,
    // @ts-expect-error a table is sorted by SQL
    sorts: { near: fromFilter("near", (value: number) => value) },
  });
  memoryData().source(articles, {
    sorts: { near: fromFilter("near", (value: number) => (row: { words: number }) => row.words - value) },
  });
});

test("filters of a to-many as a whole, and a sort by its number of members", () => {
  const filter = { comments__none: z.array(z.int()).optional(), comments__none__open: z.boolean().optional() };
  const counts = { comments__count: z.int().optional(), comments__count__gte: z.int().optional() };
  articles.getMany({ filter: { ...filter, ...counts }, sort: ["comments__count"] }, source.getMany);
  // @ts-expect-error an attribute has no members
  articles.getMany({ sort: ["words__count"] }, source.getMany);
});

test("joined filters take any value, and a function does not join them", () => {
  const search = anyOf("title__contains", allOf("author__name", noneOf("words__isnull")));
  const relationships = { comments: hasMany(schema.comments.article_id) };
  const stored = drizzleData({ db: "db", tables: schema }).source(articles, { relationships, filters: { search } });
  articles.getMany({ filter: { search: z.string().optional() } }, stored.getMany);
  const kept = memoryData().source(articles, { filters: { search, tag: "title" } });
  articles.getMany({ filter: { search: z.string().optional() } }, kept.getMany);
  // @ts-expect-error only names and joined filters
  anyOf(() => true);
});

test("an attribute that is computed from members", () => {
  const t = trestle<{ readonly db: unknown }>();
  const config = { id: z.int(), relationships: { comments: toMany("comments") } } as const;
  const counted = t.resource("articles", { ...config, attributes: { count: z.int(), last: z.date().nullable() } });
  const columns = { count: countOf("comments", { text__contains: "a" }), last: maxOf("comments", "at") };
  const relationships = { comments: hasMany(schema.comments.article_id) };
  drizzleData({ db: "db", tables: schema }).source(counted, { relationships, columns });
  // No row has them.
  memoryData().source(counted, { rows: [{ id: 1, comments: [] }], columns });
  // @ts-expect-error without `columns`, each row has them
  memoryData().source(counted, { rows: [{ id: 1, comments: [] }] });
  // @ts-expect-error a number is not computed from members
  memoryData().source(counted, { columns: { count: 3 } });

  const named = t.resource("articles", { ...config, attributes: { count: z.string() } });
  // @ts-expect-error "count" is a text
  drizzleData({ db: "db", tables: schema }).source(named, { relationships, columns: { count: countOf("comments") } });
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

test("a row in memory has its fields, and the columns of the first rows", () => {
  interface Row {
    readonly id: number;
    readonly title: string;
    readonly created_at: Date;
    readonly words: number;
    readonly author: number | null;
    readonly locked_by: string | null;
  }
  const rows: readonly Row[] = [];
  const memory = memoryData().source(articles, {
    rows,
    scope: () => (row) => {
      expectTypeOf(row.title).toEqualTypeOf<string>();
      expectTypeOf(row.author).toEqualTypeOf<number | null>();
      expectTypeOf(row.comments).toEqualTypeOf<readonly number[] | undefined>();
      expectTypeOf(row.locked_by).toEqualTypeOf<string | null>();
      return true;
    },
    filters: { mine: { reads: [], rule: (name: string) => (row) => row.locked_by === name } },
  });
  articles.editOne((args) => memory.editOne(args, { when: (row) => row.words > 3, values: { locked_by: "Ann" } }));
  // @ts-expect-error a column holds text
  articles.editOne((args) => memory.editOne(args, { values: { locked_by: 7 } }));
});

test("columns of some rows", () => {
  memoryData().source(articles, {
    rows: [
      { id: 1, title: "One", created_at: new Date(), words: 1, author: null, tenant: 1 },
      { id: 2, title: "Two", created_at: new Date(), words: 1, author: null, locked: true, deleted_at: null },
    ],
    writable: () => (row) => {
      expectTypeOf(row.tenant).toEqualTypeOf<number | undefined>();
      expectTypeOf(row.locked).toEqualTypeOf<boolean | undefined>();
      expectTypeOf(row.deleted_at).toEqualTypeOf<unknown>(); // null says nothing of other values
      return true;
    },
    values: () => ({ deleted_at: new Date() }),
  });
});

test("which rows may be changed, before a write and after it", () => {
  const rows = [{ id: 1, title: "One", created_at: new Date(), words: 1, author: null, locked: true }];
  memoryData().source(articles, {
    rows,
    writable: {
      before: (ctx) => (row) => {
        expectTypeOf(ctx.tenant).toEqualTypeOf<number>();
        expectTypeOf(row.locked).toEqualTypeOf<boolean>();
        return !row.locked;
      },
      after: "any",
    },
  });
  memoryData().source(articles, { rows, writable: { before: () => undefined, after: () => (row) => row.locked } });
  // @ts-expect-error a rule for rows after the write is missing
  memoryData().source(articles, { rows, writable: { before: () => undefined } });
  // @ts-expect-error no rule for rows before the write
  memoryData().source(articles, { rows, writable: { before: "any", after: () => undefined } });
});

test("without first rows, the other columns are those of values", () => {
  const make = memoryData();
  const values = (ctx: { readonly tenant: number }) => ({ tenant: ctx.tenant });
  make.source(articles, { scope: (ctx) => (row) => row.tenant === ctx.tenant, values, unique: [["tenant", "title"]] });
  make.source(articles, { rows: [], values, unique: [["tenant"]] });
  make.source(articles, { values: (ctx) => ({ tenant: ctx.tenant }), scope: () => (row) => row.tenant === 1 });
  // @ts-expect-error nothing has such a column
  make.source(articles, { values, unique: [["tenent"]] });
  // @ts-expect-error a title is text
  make.source(articles, { values: () => ({ title: 5 }) });
});

test("rows in place with an enum, a literal or a tuple have columns", () => {
  const tasks = t.resource("tasks", {
    id: z.int(),
    attributes: {
      state: z.enum(["open", "done"]),
      kind: z.literal("task"),
      place: z.tuple([z.int(), z.string()]),
      level: z.enum(["low", "high"]).nullable(),
    },
  });
  const make = memoryData();
  const memory = make.source(tasks, {
    rows: [
      { id: 1, state: "open", kind: "task", place: [1, "a"], level: null, tenant: 7 },
      { id: 2, state: "done", kind: "task", place: [2, "b"], level: "low", tenant: 8 },
    ],
    scope: (ctx) => (row) => {
      expectTypeOf(row.state).toEqualTypeOf<"open" | "done">();
      expectTypeOf(row.place).toEqualTypeOf<[number, string]>();
      expectTypeOf(row.tenant).toEqualTypeOf<number>();
      return row.tenant === ctx.tenant;
    },
    unique: [["tenant", "state"]],
    values: (ctx) => ({ tenant: ctx.tenant, level: "high" }),
  });
  // @ts-expect-error a tenant is a number
  tasks.editOne((args) => memory.editOne(args, { values: { tenant: "7" } }));
  // @ts-expect-error no row has such a column
  make.source(tasks, { rows: [{ id: 1, state: "open", kind: "task", place: [1, "a"], level: null }], deleted: "gone" });
  // @ts-expect-error the second member is text
  make.source(tasks, { rows: [{ id: 1, state: "open", kind: "task", place: [1, 2], level: null }] });
});

test("without first rows, options may list the columns of a values without an annotation", () => {
  const values = { values: (ctx: { readonly tenant: number }) => ({ tenant: ctx.tenant, gone: null }) };
  memoryData().source(articles, { ...values, unique: [["tenant"]], deleted: "gone" });
  memoryData().source(articles, {
    values: (ctx) => ({ tenant: ctx.tenant, gone: null }),
    unique: [["tenant", "title"]],
    deleted: "gone",
  });
  // @ts-expect-error values sets no such column
  memoryData().source(articles, { values: (ctx) => ({ tenant: ctx.tenant }), unique: [["tenent"]] });
});

test("columns that no type lists are not checked", () => {
  // biome-ignore lint/suspicious/noExplicitAny: rows from a file
  const rows: any[] = [];
  memoryData().source(articles, { rows, scope: (ctx) => (row) => row.tenant === ctx.tenant, unique: [["tenant"]] });
});

test("foreign keys say at the start how relationships are stored, and a column of the name is compared", () => {
  const odd = pgTable("comments", { id: integer().primaryKey(), belongs_to: integer() });
  const comments = t.resource("comments", {
    id: z.int(),
    attributes: {},
    relationships: { article: toOne("articles") },
  });
  const data = drizzleData({ db: "db", tables: { ...schema, comments: odd } });
  data.source(articles, {});
  data.source(comments, {});
  const named = pgTable("comments", { id: integer().primaryKey(), article_id: text().notNull() });
  // @ts-expect-error article_id is a text
  drizzleData({ db: "db", tables: { ...schema, comments: named } }).source(comments, {});
});

test("a column that is named is compared as well", () => {
  const data = drizzleData({ db: "db", tables: schema });
  const relationships = { comments: hasMany(schema.comments.article_id) };
  data.source(articles, { relationships, columns: { title: schema.articles.title } });
  // @ts-expect-error words is a number
  data.source(articles, { relationships, columns: { title: schema.articles.words } });
});

test("without a column id, the id is the primary key", () => {
  const users = t.resource("users", { id: z.uuid(), attributes: { name: z.string() } });
  const table = pgTable("users", { user_id: uuid().primaryKey(), name: text().notNull() });
  drizzleData({ db: "db", tables: { users: table } }).source(users, {});
  const unmarked = pgTable("users", { user_id: integer().unique(), name: text().notNull() });
  const numbered = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
  // @ts-expect-error a key that is not the primary key is named
  drizzleData({ db: "db", tables: { users: unmarked } }).source(numbered, {});
});

test("an id of several columns is a text, and so is a reference to one", () => {
  const key = { org: text().notNull(), user: integer().notNull() };
  const tables = {
    members: pgTable("members", { ...key, name: text().notNull() }, (table) => [
      primaryKey({ columns: [table.org, table.user] }),
    ]),
    badges: pgTable("badges", { ...key, id: integer().primaryKey() }),
  };
  const data = drizzleData({ db: "db", tables });
  const relationships = { badges: toMany("badges") };
  const members = t.resource("members", { id: z.string(), attributes: { name: z.string() }, relationships });
  const member = toOne("members", { id: z.string() });
  const badges = t.resource("badges", { id: z.int(), attributes: {}, relationships: { member } });
  const id = compositeId(tables.members.org, tables.members.user);
  data.source(members, {}); // the start finds the key
  data.source(members, {
    columns: { id },
    relationships: { badges: hasMany([tables.badges.org, tables.badges.user]) },
  });
  data.source(badges, { columns: { member: compositeId(tables.badges.org, tables.badges.user) } });
  const numbered = t.resource("members", { id: z.int(), attributes: { name: z.string() } });
  // @ts-expect-error a key of several columns is a text
  data.source(numbered, {});
  // @ts-expect-error as above
  data.source(numbered, { columns: { id } });
  const misled = t.resource("badges", { id: z.int(), attributes: {}, relationships: { member: toOne("members") } });
  // @ts-expect-error as above
  data.source(misled, { columns: { member: compositeId(tables.badges.org, tables.badges.user) } });
  // @ts-expect-error a compositeId has two columns or more
  compositeId(tables.badges.org);
  // @ts-expect-error the columns are of members, not of badges
  data.source(members, { relationships: { badges: hasMany([tables.members.org, tables.members.user]) } });
});

test("newId makes ids, in memory of the type of the resource", () => {
  const relationships = { comments: hasMany(schema.comments.article_id) };
  drizzleData({ db: "db", tables: schema, newId: () => "a" }).source(articles, { relationships, newId: () => 1 });
  // @ts-expect-error an id is not an object
  drizzleData({ db: "db", tables: schema }).source(articles, { relationships, newId: () => ({}) });
  memoryData({ newId: () => "a" }).source(articles, { newId: () => 1 });
  // @ts-expect-error the ids of articles are numbers
  memoryData().source(articles, { newId: () => "a" });
});

test("after gets the context of the resource, or the one that the app states", () => {
  const relationships = { comments: hasMany(schema.comments.article_id) };
  const after = ({ ctx, kind }: RowChange<{ readonly tenant: number }>) => [ctx.tenant, kind];
  drizzleData({ db: "db", tables: schema, after }).source(articles, {
    relationships,
    after: ({ ctx, kind }) => {
      expectTypeOf(ctx.tenant).toEqualTypeOf<number>();
      expectTypeOf(kind).toEqualTypeOf<"create" | "edit" | "delete" | "members">();
    },
  });
  memoryData({ after }).source(articles, { after });
  // @ts-expect-error the context has no member "user"
  memoryData().source(articles, { after: ({ ctx }) => ctx.user });
});

test("a list is compared by a rule of its own only", () => {
  const notes = t.resource("notes", { id: z.int(), attributes: { tags: z.array(z.string()) } });
  const memory = memoryData().source(notes, {});
  // @ts-expect-error an array of values means any of them
  notes.getMany({ filter: { tags: z.array(z.string()).optional() } }, memory.getMany);
});

const books = pgTable("books", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  kind: text({ enum: ["long", "short"] }).notNull(),
  pages: integer(),
  isOut: boolean().notNull().default(true),
  hash: varchar({ length: 9 }),
  author_id: integer().notNull(),
  writer: integer(),
  version: integer().notNull(),
});

test("a resource of a table has the types of its columns", () => {
  const resource = tableResource(t, "books", books, {
    omit: ["hash"],
    rename: { form: "kind", editor: "writer" },
    attributes: { age: z.number(), code: z.string() },
    relationships: { author: toOne("articles"), editor: toOne("articles").nullable() },
    createFields: ["id", "name", "form", "pages", "isOut", "code", "author", "editor"],
    editFields: ["pages", "editor"],
    writeOnly: ["code"],
    visible: { pages: ({ ctx }) => ctx.tenant > 0 },
    version: "version",
  });
  expectTypeOf<RowOf<typeof resource>>().branded.toEqualTypeOf<{
    id: string;
    name: string;
    form: "long" | "short";
    pages: number | null;
    isOut: boolean;
    version: number;
    age: number;
    author: RowOf<typeof resource>["author"];
    editor: RowOf<typeof resource>["editor"];
  }>();
  resource.createOne(({ input }) => {
    expectTypeOf(input).toEqualTypeOf<{
      readonly id: string;
      readonly name: string;
      readonly form: "long" | "short";
      readonly code: string;
      readonly author: number;
      readonly pages?: number | null;
      readonly isOut?: boolean;
      readonly editor?: number | null;
    }>();
    throw new Error("not run");
  });
  // A source finds the columns of both new names.
  drizzleData({ db: "db", tables: { books } }).source(resource, { columns: { age: sql<number>`1` } });
});

test("a table of SQLite has the types of its columns, too", () => {
  const songs = sqliteTable("songs", {
    id: sqliteInteger().primaryKey(),
    title: sqliteText().notNull(),
    kind: sqliteText({ enum: ["live", "studio"] }),
    isOut: sqliteInteger({ mode: "boolean" }).notNull().default(false),
    at: sqliteInteger({ mode: "timestamp" }).notNull(),
  });
  const resource = tableResource(t, "songs", songs, { omit: [], createFields: ["title", "isOut"] });
  expectTypeOf<RowOf<typeof resource>>().branded.toEqualTypeOf<{
    id: number;
    title: string;
    kind: "live" | "studio" | null;
    isOut: boolean;
    at: Date;
  }>();
  const source = drizzleData({ db: "db", tables: { songs } }).source(resource, {});
  resource.createOne((args) => {
    expectTypeOf(args.input).toEqualTypeOf<{ readonly title: string; readonly isOut?: boolean }>();
    return source.createOne(args, { values: { at: new Date() } });
  });
  const named = t.resource("songs", { id: z.int(), attributes: { title: z.int() } });
  // @ts-expect-error the column of "title" holds a text
  drizzleData({ db: "db", tables: { songs } }).source(named, {});
});

test("fromTable gives the same to t.resource", () => {
  const resource = t.resource("books", fromTable(books, { pick: ["name", "pages"], createFields: ["name"] }));
  expectTypeOf<RowOf<typeof resource>>().branded.toEqualTypeOf<{ id: string; name: string; pages: number | null }>();
  // @ts-expect-error: without relationships, it leads nowhere
  resource.getOne({ include: ["anything"] }, () => null);
});

test("the id of a table is a text, if no column is called id and none is the key alone", () => {
  const seats = pgTable("seats", { row: integer(), number: integer() }, (table) => [
    primaryKey({ columns: [table.row, table.number] }),
  ]);
  const resource = tableResource(trestle({ id: z.int() }), "seats", seats, { pick: ["row"] });
  expectTypeOf<RowOf<typeof resource>>().branded.toEqualTypeOf<{ id: string; row: number | null }>();
});

test("a view has the types of its columns and of its expressions", () => {
  const stats = pgView("stats").as((query) =>
    query
      .select({ article: schema.articles.id, title: schema.articles.title, comments: count().as("comments") })
      .from(schema.articles),
  );
  const years = pgMaterializedView("years", {
    id: integer().notNull(),
    year: integer().notNull(),
    teamId: text(),
  }).existing();
  const read = tableResource(t, "years", years, { omit: [] });
  expectTypeOf<RowOf<typeof read>>().branded.toEqualTypeOf<{
    id: number;
    year: number;
    teamId: string | null;
  }>();
  const attributes = { comments: z.int() };
  const counted = t.resource("stats", { ...fromTable(stats, { omit: ["article"], attributes }), id: z.int() });
  expectTypeOf<RowOf<typeof counted>>().branded.toEqualTypeOf<{
    id: number;
    title: string;
    comments: number;
  }>();
  const data = drizzleData({ db: "db", tables: { stats, years } });
  data.source(counted, { columns: { id: stats.article } });
  data.source(read, { columns: { id: compositeId(years.id, years.year) } } as never); // the start says that ids are texts
  // @ts-expect-error "comments" is a number
  data.source(t.resource("stats", { id: z.int(), attributes: { comments: z.string() } }), {
    columns: { id: stats.article },
  });
  // @ts-expect-error "title" is a string
  data.source(t.resource("stats", { id: z.int(), attributes: { title: z.int() } }), { columns: { id: stats.article } });
  // @ts-expect-error "id" is a number
  data.source(counted, { columns: { id: stats.title } });
  const of = (ctx: { readonly tenant: number }) => String(ctx.tenant);
  const owned = drizzleData({ db: "db", tables: { stats, years }, tenant: { column: "teamId", of } });
  owned.source(read, { columns: { id: years.id } });
  // @ts-expect-error the view has no column "teamId"
  owned.source(counted, { columns: { id: stats.article } });
});

test("a field with a schema of its own may be hidden, also next to relationships", () => {
  const resource = tableResource(t, "books", books, {
    pick: ["name"],
    attributes: { pages: z.int().nullable() },
    relationships: { author: toOne("articles") },
    createFields: ["name"],
    visible: { pages: ({ ctx }) => ctx.tenant > 0 },
  });
  expectTypeOf<RowOf<typeof resource>>().toHaveProperty("pages").toEqualTypeOf<number | null>();
});

test("a field has the type that its schema checks, not the one of .$type", () => {
  const mood = pgEnum("mood", ["calm", "loud"]);
  const typed = pgTable("typed", {
    id: integer().primaryKey(),
    status: text().$type<"open" | "closed">().notNull(),
    config: jsonb().$type<{ cpu: number }>(),
    level: integer().$type<1 | 2>().notNull(),
    list: text().array().$type<"a"[]>().notNull(),
    plain: text().notNull(),
    chosen: text({ enum: ["a", "b"] }).notNull(),
    kinds: mood().array().notNull(),
    mood: mood().notNull(),
    any: jsonb(),
    json: jsonb().$type<z.core.util.JSONType>().notNull(),
    numbers: integer().array(),
    key: uuid().notNull(),
  });
  const data = drizzleData({ db: "db", tables: { typed } });
  const unchecked = ["status", "config", "level", "list"] as const;
  data.source(tableResource(t, "typed", typed, { omit: [...unchecked] }), {});
  // @ts-expect-error: a text
  data.source(tableResource(t, "typed", typed, { pick: ["status"] }), {});
  // @ts-expect-error: JSON
  data.source(tableResource(t, "typed", typed, { pick: ["config"] }), {});
  // @ts-expect-error: a number
  data.source(tableResource(t, "typed", typed, { pick: ["level"] }), {});
  // @ts-expect-error: an array of texts
  data.source(tableResource(t, "typed", typed, { pick: ["list"] }), {});
  // @ts-expect-error: under another name
  data.source(tableResource(t, "typed", typed, { pick: [], rename: { settings: "config" } }), {});
  const checked = tableResource(t, "typed", typed, {
    pick: ["plain", "chosen", "kinds", "mood", "json"],
    attributes: { status: z.enum(["open", "closed"]), config: z.object({ cpu: z.number() }).nullable() },
  });
  expectTypeOf<RowOf<typeof checked>["config"]>().toEqualTypeOf<{ cpu: number } | null>();
  expectTypeOf<RowOf<typeof checked>["chosen"]>().toEqualTypeOf<"a" | "b">();
  expectTypeOf<RowOf<typeof checked>["mood"]>().toEqualTypeOf<"calm" | "loud">();
  data.source(checked, {});
});

test("an empty pick serves no column that has no other name, and a renamed field may have a schema of its own", () => {
  const typed = pgTable("typed", {
    id: integer().primaryKey(),
    mail: text().notNull(),
    hash: text().notNull(),
    size: integer(),
  });
  const data = drizzleData({ db: "db", tables: { typed } });
  const renamed = tableResource(t, "typed", typed, { pick: [], rename: { email: "mail" }, createFields: ["email"] });
  expectTypeOf<RowOf<typeof renamed>>().branded.toEqualTypeOf<{ id: number; email: string }>();
  data.source(renamed, {});
  // @ts-expect-error: not served
  tableResource(t, "typed", typed, { pick: [], rename: { email: "mail" }, createFields: ["hash"] });
  // @ts-expect-error: null is not a column
  tableResource(t, "typed", typed, { pick: [null] });
  const attributes = { email: z.email(), width: z.int().nullable() };
  const rename = { email: "mail", width: "size" } as const;
  const stricter = tableResource(t, "typed", typed, { pick: [], rename, attributes });
  expectTypeOf<RowOf<typeof stricter>>().branded.toEqualTypeOf<{ id: number; email: string; width: number | null }>();
  data.source(stricter, {});
  // @ts-expect-error: the column "size" may be null
  data.source(tableResource(t, "typed", typed, { pick: [], rename, attributes: { width: z.int() } }), {});
  // @ts-expect-error: the column "mail" holds a string
  data.source(tableResource(t, "typed", typed, { pick: [], rename, attributes: { email: z.int() } }), {});
  // @ts-expect-error: the column "mail" holds any string
  data.source(tableResource(t, "typed", typed, { pick: [], rename, attributes: { email: z.enum(["a", "b"]) } }), {});
});

test("names of a table's resource are checked", () => {
  // @ts-expect-error: no column
  tableResource(t, "books", books, { omit: ["nam"] });
  // @ts-expect-error: an omitted column is not a field
  tableResource(t, "books", books, { omit: ["hash"], createFields: ["hash"] });
  // @ts-expect-error: a new name of no column
  fromTable(books, { pick: [], rename: { form: "knd" } });
  // @ts-expect-error: no field
  tableResource(t, "books", books, { pick: ["name"], version: "version" });
});

test("a tenant rule asks for the scope of tables without the column, and of no others", () => {
  const tables = {
    comments: schema.comments,
    notes: pgTable("notes", { id: integer().primaryKey(), teamId: integer() }),
  };
  const of = (ctx: { readonly tenant: number }) => ctx.tenant;
  const data = drizzleData({ db: "db", tables, tenant: { column: "teamId", of, within: () => [1, 2] } });
  const resource = <const N extends string>(name: N) => t.resource(name, { id: z.int(), attributes: {} });
  data.source(resource("notes"), {});
  data.source(resource("notes"), { scope: () => undefined, values: () => ({ teamId: 3 }) });
  data.source(resource("comments"), { scope: "none" });
  data.source(resource("comments"), { scope: () => undefined });
  // @ts-expect-error the table has no column "teamId"
  data.source(resource("comments"), {});
  const owned = t.resource("comments", {
    id: z.int(),
    attributes: {},
    relationships: { article: toOne("articles").nullable() },
  });
  data.source(owned, { columns: { article: schema.comments.article_id }, scope: through("article") });
  // @ts-expect-error "author" is not a to-one relationship
  data.source(owned, { columns: { article: schema.comments.article_id }, scope: through("author") });
  memoryData().source(owned, { scope: through("article") });
  // @ts-expect-error "author" is not a to-one relationship
  memoryData().source(owned, { scope: through("author") });
  // @ts-expect-error a tenant is not undefined
  drizzleData({ db: "db", tables, tenant: { column: "teamId", of: () => undefined } });
});
