import { NotFound, type Sort } from "trestle";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { articles, type Context, files, row, users } from "./blog.js";

type ArticleField = "title" | "published" | "author" | "categories";
interface ArticleFields {
  readonly articles?: ReadonlySet<ArticleField>;
  readonly users?: ReadonlySet<string>;
  readonly categories?: ReadonlySet<string>;
}

test("getOne", () => {
  articles.getOne((args) => {
    expectTypeOf<keyof typeof args>().toEqualTypeOf<
      "id" | "include" | "includeQueries" | "fields" | "ctx" | "signal"
    >();
    expectTypeOf(args.id).toEqualTypeOf<number>();
    expectTypeOf(args.ctx).toEqualTypeOf<Context>();
    expectTypeOf(args.signal).toEqualTypeOf<AbortSignal>();
    expectTypeOf(args.include).toEqualTypeOf<{}>();
    expectTypeOf(args.fields).branded.toEqualTypeOf<ArticleFields>();
    return row;
  });
  articles.getOne({ include: ["author", "categories"], errors: [NotFound], sparse: false }, async (args) => {
    expectTypeOf<keyof typeof args>().toEqualTypeOf<
      "id" | "include" | "includeQueries" | "fields" | "ctx" | "signal"
    >();
    expectTypeOf(args.id).toEqualTypeOf<number>();
    expectTypeOf(args.include).toEqualTypeOf<{ readonly author: boolean; readonly categories: boolean }>();
    return row;
  });
  files.getOne(({ id }) => {
    expectTypeOf(id).toEqualTypeOf<string>();
    return { id, size: 1, parent: id };
  });
});

test("getMany", () => {
  articles.getMany((args) => {
    expectTypeOf<keyof typeof args>().toEqualTypeOf<
      "filter" | "any" | "sort" | "page" | "extra" | "include" | "includeQueries" | "fields" | "ctx" | "signal"
    >();
    expectTypeOf(args.filter).toEqualTypeOf<{}>();
    expectTypeOf(args.sort).toEqualTypeOf<readonly Sort<never>[]>();
    expectTypeOf(args.page).toEqualTypeOf<undefined>();
    expectTypeOf(args.extra).toEqualTypeOf<{}>();
    expectTypeOf(args.include).toEqualTypeOf<{}>();
    return [row];
  });
  articles.getMany({ include: ["author"], filter: { title: z.string().optional() } }, async (args) => {
    expectTypeOf(args.filter).toEqualTypeOf<{ readonly title: string | undefined }>();
    expectTypeOf(args.include).toEqualTypeOf<{ readonly author: boolean }>();
    expectTypeOf(args.fields).branded.toEqualTypeOf<ArticleFields>();
    expectTypeOf(args.page).toEqualTypeOf<undefined>();
    return [row];
  });
});

test("createOne and editOne", () => {
  articles.createOne((args) => {
    expectTypeOf<keyof typeof args>().toEqualTypeOf<"input" | "include" | "fields" | "ctx" | "signal">();
    return { ...row, ...args.input };
  });
  articles.createOne({ include: ["author"] }, async ({ input, include, fields }) => {
    expectTypeOf(input).toEqualTypeOf<{ readonly title: string; readonly author: number | null }>();
    expectTypeOf(include).toEqualTypeOf<{ readonly author: boolean }>();
    expectTypeOf(fields).branded.toEqualTypeOf<ArticleFields>();
    return row;
  });
  articles.editOne((args) => {
    expectTypeOf<keyof typeof args>().toEqualTypeOf<
      "id" | "input" | "include" | "fields" | "ctx" | "signal" | "expected"
    >();
    return row;
  });
  articles.editOne({ include: ["author"] }, async ({ id, include }) => {
    expectTypeOf(id).toEqualTypeOf<number>();
    expectTypeOf(include).toEqualTypeOf<{ readonly author: boolean }>();
    return row;
  });
});

test("deleteOne", () => {
  articles.deleteOne((args) => {
    expectTypeOf(args.id).toEqualTypeOf<number>();
    expectTypeOf<keyof typeof args>().toEqualTypeOf<"id" | "ctx" | "signal" | "expected">();
  });
  articles.deleteOne({ errors: [NotFound] }, async ({ id }) => {
    expectTypeOf(id).toEqualTypeOf<number>();
  });
});

test("getRelated", () => {
  articles.getRelated("author", (args) => {
    expectTypeOf<keyof typeof args>().toEqualTypeOf<
      "id" | "filter" | "any" | "sort" | "page" | "extra" | "include" | "includeQueries" | "fields" | "ctx" | "signal"
    >();
    expectTypeOf(args.id).toEqualTypeOf<number>();
    expectTypeOf(args.page).toEqualTypeOf<undefined>();
    expectTypeOf(args.fields).toEqualTypeOf<{ readonly [type: string]: ReadonlySet<string> | undefined }>();
    return null;
  });
  users.getRelated("articles", { include: ["author__articles"], sort: ["title"] }, async ({ include, sort }) => {
    expectTypeOf(include).toEqualTypeOf<{ readonly author: boolean; readonly author__articles: boolean }>();
    expectTypeOf(sort[0]?.field).toEqualTypeOf<"title" | undefined>();
    return [{ id: 1, title: "not checked: the target is known by its name" }];
  });
  articles.getRelated("author", () => ({ id: 7, username: "ann" }));
  // @ts-expect-error a related row has an id of the declared kind
  articles.getRelated("author", () => ({ id: "7" }));
  // @ts-expect-error the related resource itself, not its id
  articles.getRelated("author", () => 7);
  // @ts-expect-error a to-many gives a list
  users.getRelated("articles", () => ({ id: 1 }));
  // @ts-expect-error not nullable
  files.getRelated("parent", () => null);
  // @ts-expect-error no such relationship
  articles.getRelated("title", () => null);
});

test("getRelationship gives ids or rows", () => {
  articles.getRelationship("author", (args) => {
    expectTypeOf(args.id).toEqualTypeOf<number>();
    expectTypeOf<keyof typeof args>().toEqualTypeOf<"id" | "ctx" | "signal">();
    return null;
  });
  articles.getRelationship("author", () => 7);
  articles.getRelationship("author", { errors: [NotFound] }, async ({ id }) => ({ id, username: "ann" }));
  users.getRelationship("articles", () => [1, { id: 2 }]);
  // @ts-expect-error an id of another kind
  articles.getRelationship("author", () => "7");
  // @ts-expect-error a to-many gives a list
  users.getRelationship("articles", () => 1);
});

test("changes of a relationship get an id, or ids, and only where the arity fits", () => {
  articles.editRelationship("author", (args) => {
    expectTypeOf(args.id).toEqualTypeOf<number>();
    expectTypeOf(args.related).toEqualTypeOf<number | null>();
    expectTypeOf<keyof typeof args>().toEqualTypeOf<"id" | "related" | "ctx" | "signal" | "expected">();
  });
  files.editRelationship("parent", { errors: [NotFound] }, async ({ id, related }) => {
    expectTypeOf(id).toEqualTypeOf<string>();
    expectTypeOf(related).toEqualTypeOf<string>();
  });
  articles.addToRelationship("categories", ({ related }) => {
    expectTypeOf(related).toEqualTypeOf<readonly number[]>();
  });
  articles.removeFromRelationship("categories", { errors: [NotFound] }, async ({ related }) => {
    expectTypeOf(related).toEqualTypeOf<readonly number[]>();
  });
  files.resetRelationship("copies", ({ related }) => {
    expectTypeOf(related).toEqualTypeOf<readonly string[]>();
  });
  // @ts-expect-error to-many
  articles.editRelationship("categories", () => {});
  // @ts-expect-error to-one
  articles.addToRelationship("author", () => {});
  // @ts-expect-error to-one
  articles.removeFromRelationship("author", () => {});
  // @ts-expect-error to-one
  articles.resetRelationship("author", () => {});
});

test("rpc", () => {
  articles.rpc("publish", (args) => {
    expectTypeOf<keyof typeof args>().toEqualTypeOf<"id" | "request" | "ctx" | "signal">();
    expectTypeOf(args.id).toEqualTypeOf<number>();
    expectTypeOf(args.request).toEqualTypeOf<Request>();
    return new Response();
  });
  articles.rpc("publish", { method: "PUT", pathOperation: { summary: "Publishes" } }, async ({ id, ctx }) => {
    expectTypeOf(id).toEqualTypeOf<number>();
    expectTypeOf(ctx).toEqualTypeOf<Context>();
    return Response.json({});
  });
  // @ts-expect-error a Response, or json(value)
  articles.rpc("publish", () => ({ ok: true }));
  // @ts-expect-error no such method
  articles.rpc("publish", { method: "TRACE" }, () => new Response());
});

test("each kind takes the options that mean something there", () => {
  // @ts-expect-error a resource is not paged
  articles.getOne({ page: z.int() }, () => row);
  // @ts-expect-error nothing is returned
  articles.deleteOne({ include: ["author"] }, () => {});
  // @ts-expect-error linkage alone is returned
  articles.getRelationship("author", { include: ["author"] }, () => null);
  // @ts-expect-error nothing is read
  articles.rpc("publish", { errors: [NotFound] }, () => new Response());
});
