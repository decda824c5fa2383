import { numberPage, offsetPage, respond, type Sort } from "trestle";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { articles, files, row, users } from "./blog.js";

test("filters are the schemas' output", () => {
  articles.getMany(
    {
      filter: {
        title__contains: z.string().optional(),
        author: z.int().nullable().optional(),
        since: z.date(),
        status: z.enum(["draft", "live"]).default("live"),
        ids: z.array(z.int()).optional(),
        views: z.bigint().optional(),
      },
    },
    ({ filter }) => {
      expectTypeOf(filter).toEqualTypeOf<{
        readonly title__contains: string | undefined;
        readonly author: number | null | undefined;
        readonly since: Date;
        readonly status: "draft" | "live";
        readonly ids: number[] | undefined;
        readonly views: bigint | undefined;
      }>();
      // @ts-expect-error not declared
      filter.content;
      return [row];
    },
  );
});

test("ref is the schema of a related id", () => {
  articles.getMany(
    { filter: { author: articles.ref("author"), reader: articles.ref("author").nullable().optional() } },
    ({ filter }) => {
      expectTypeOf(filter).toEqualTypeOf<{ readonly author: number; readonly reader: number | null | undefined }>();
      return [row];
    },
  );
  files.getMany({ filter: { parent: files.ref("parent").optional() } }, ({ filter }) => {
    expectTypeOf(filter.parent).toEqualTypeOf<string | undefined>();
    return [];
  });
  // @ts-expect-error no relationship
  articles.ref("title");
});

test("sort by a list of names: each in both directions, names need not be attributes", () => {
  articles.getMany({ sort: ["title", "relevance"] }, ({ sort }) => {
    expectTypeOf(sort).toEqualTypeOf<readonly Sort<"title" | "relevance">[]>();
    expectTypeOf(sort[0]!.order).toEqualTypeOf<"asc" | "desc">();
    return [row];
  });
});

test("sort by a record: a name may have one direction alone", () => {
  articles.getMany({ sort: { title: true, created_at: "desc", size: "asc" } }, ({ sort }) => {
    expectTypeOf(sort).toEqualTypeOf<
      readonly (Sort<"title", "asc" | "desc"> | Sort<"created_at", "desc"> | Sort<"size", "asc">)[]
    >();
    for (const key of sort) if (key.field === "created_at") expectTypeOf(key.order).toEqualTypeOf<"desc">();
    return [row];
  });
  // @ts-expect-error no direction
  articles.getMany({ sort: { title: "down" } }, () => [row]);
});

test("sort by a schema: a list that the handler judges", () => {
  articles.getMany({ sort: z.string() }, ({ sort }) => {
    expectTypeOf(sort).toEqualTypeOf<readonly Sort[]>();
    return [row];
  });
});

test("page in five forms", () => {
  articles.getMany({ page: offsetPage({ limit: 20, maxLimit: 100 }) }, ({ page }) => {
    expectTypeOf(page).toEqualTypeOf<{ readonly offset: number; readonly limit: number }>();
    return respond([row], { total: 1 });
  });
  articles.getMany({ page: numberPage({ size: 20 }) }, ({ page }) => {
    expectTypeOf(page).toEqualTypeOf<{ readonly number: number; readonly size: number }>();
    return respond([row], { hasMore: false });
  });
  articles.getMany({ page: z.int() }, ({ page }) => {
    expectTypeOf(page).toEqualTypeOf<number>();
    return [row];
  });
  articles.getMany({ page: { after: z.string().optional(), size: z.int().default(20) } }, ({ page }) => {
    expectTypeOf(page).toEqualTypeOf<{ readonly after: string | undefined; readonly size: number }>();
    return [row];
  });
  articles.getMany({ page: z.enum(["first", "last"]).optional() }, ({ page }) => {
    expectTypeOf(page).toEqualTypeOf<"first" | "last" | undefined>();
    return [row];
  });
});

test("other parameters come as extra", () => {
  articles.getMany({ extra: { locale: z.enum(["en", "de"]).optional(), deep: z.boolean().default(false) } }, (args) => {
    expectTypeOf(args.extra).toEqualTypeOf<{ readonly locale: "en" | "de" | undefined; readonly deep: boolean }>();
    return [row];
  });
});

test("an include is a flag, and a path declares its prefixes", () => {
  articles.getOne({ include: ["author__articles__categories", "categories"] }, ({ include }) => {
    expectTypeOf(include).toEqualTypeOf<{
      readonly author: boolean;
      readonly author__articles: boolean;
      readonly author__articles__categories: boolean;
      readonly categories: boolean;
    }>();
    // @ts-expect-error not declared
    include.comments;
    return row;
  });
  // @ts-expect-error the first segment is a relationship of the resource
  articles.getOne({ include: ["title"] }, () => row);
});

test("fields of the own type are its names, those of other types are strings", () => {
  articles.getOne(({ fields }) => {
    expectTypeOf(fields.articles?.has("title")).toEqualTypeOf<boolean | undefined>();
    expectTypeOf(fields.users).toEqualTypeOf<ReadonlySet<string> | undefined>();
    // @ts-expect-error no such field
    fields.articles?.has("titel");
    return row;
  });
});

test("all options together, and all of them spelled out as empty", () => {
  articles.getMany(
    { filter: {}, sort: [], page: undefined, extra: {}, include: [], errors: [], middleware: [], sparse: true },
    ({ filter, sort, page, extra, include }) => {
      expectTypeOf(filter).toEqualTypeOf<{}>();
      expectTypeOf(sort).toEqualTypeOf<readonly Sort<never>[]>();
      expectTypeOf(page).toEqualTypeOf<undefined>();
      expectTypeOf(extra).toEqualTypeOf<{}>();
      expectTypeOf(include).toEqualTypeOf<{}>();
      return [row];
    },
  );
});

test("a filter may be any schema that a query string can carry", () => {
  users.getMany(
    {
      filter: {
        coerced: z.coerce.number(),
        transformed: z.string().transform((text) => ({ text })),
        since: z.date().nullable().optional(),
        big: z.bigint(),
        ids: z.array(z.int()).readonly(),
        kind: z.enum(["a", "b"]).default("a"),
        one: z.literal(["a", 1, true]),
        uuid: z.uuid().brand("id"),
        lazy: z.lazy(() => z.string()),
        piped: z.string().pipe(z.transform(Number)),
        opened: z.any(),
      },
    },
    () => [],
  );
});
