import { NotFound, numberPage, offsetPage, respond, Unauthorized, type UNSET } from "trestle";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { articles, files, row, t, type User, users } from "./blog.js";

const requireLogin = t.wrapper(({ ctx, signal }) => {
  expectTypeOf(ctx.user).toEqualTypeOf<User | null>();
  expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
  if (!ctx.user) throw new Unauthorized();
  return { user: ctx.user };
});
const requireRows = t.wrapper(({ ctx }) => {
  if (ctx.db.rows === 0) throw new NotFound();
});
const withTenant = t.wrapper(async ({ ctx }) => ({ tenant: ctx.user?.name ?? "" }));

test("a wrapper leaves the arguments of a lone handler as they are, of every kind", () => {
  articles.getOne(
    requireLogin(async ({ id, include, fields, ctx }) => {
      expectTypeOf(id).toEqualTypeOf<number>();
      expectTypeOf(include).toEqualTypeOf<{}>();
      expectTypeOf(fields.articles?.has("title")).toEqualTypeOf<boolean | undefined>();
      expectTypeOf(ctx.user.name).toBeString();
      expectTypeOf(ctx.db.rows).toBeNumber();
      return row;
    }),
  );
  articles.getMany(
    requireLogin(async ({ filter, sort, page, extra, include, ctx }) => {
      expectTypeOf(filter).toEqualTypeOf<{}>();
      expectTypeOf(sort.length).toBeNumber();
      expectTypeOf(page).toEqualTypeOf<undefined>();
      expectTypeOf(extra).toEqualTypeOf<{}>();
      expectTypeOf(include).toEqualTypeOf<{}>();
      expectTypeOf(ctx.user.name).toBeString();
      return [row];
    }),
  );
  articles.createOne(
    requireLogin(({ input }) => {
      expectTypeOf(input).toEqualTypeOf<{ readonly title: string; readonly author: number | null }>();
      return { ...row, ...input };
    }),
  );
  articles.editOne(
    requireLogin(({ id, input }) => {
      expectTypeOf(id).toEqualTypeOf<number>();
      expectTypeOf(input.title).toEqualTypeOf<string | UNSET>();
      return row;
    }),
  );
  articles.deleteOne(
    requireLogin(({ id }) => {
      expectTypeOf(id).toEqualTypeOf<number>();
    }),
  );
  articles.getRelated(
    "author",
    requireLogin(({ id, ctx }) => {
      expectTypeOf(id).toEqualTypeOf<number>();
      return { id: 7, name: ctx.user.name };
    }),
  );
  users.getRelated(
    "articles",
    requireLogin(({ id }) => [{ id }]),
  );
  articles.getRelationship(
    "author",
    requireLogin(({ id }) => id),
  );
  articles.editRelationship(
    "author",
    requireLogin(({ related }) => {
      expectTypeOf(related).toEqualTypeOf<number | null>();
    }),
  );
  files.resetRelationship(
    "copies",
    requireLogin(({ related }) => {
      expectTypeOf(related).toEqualTypeOf<readonly string[]>();
    }),
  );
  articles.rpc(
    "publish",
    requireLogin(({ id, request }) => {
      expectTypeOf(id).toEqualTypeOf<number>();
      expectTypeOf(request).toEqualTypeOf<Request>();
      return new Response();
    }),
  );
});

test("neither do the options, whichever are given", () => {
  articles.getOne(
    { include: ["author__articles"], errors: [NotFound] },
    requireLogin(async ({ id, include, ctx }) => {
      expectTypeOf(id).toEqualTypeOf<number>();
      expectTypeOf(include).toEqualTypeOf<{ readonly author: boolean; readonly author__articles: boolean }>();
      expectTypeOf(ctx.user.name).toBeString();
      return row;
    }),
  );
  articles.getOne(
    { errors: [NotFound] },
    requireLogin(({ id, include }) => {
      expectTypeOf(include).toEqualTypeOf<{}>();
      return { ...row, id };
    }),
  );
  articles.getMany(
    { filter: { title: z.string().optional() } },
    requireLogin(({ filter, sort, page, include, ctx }) => {
      expectTypeOf(filter).toEqualTypeOf<{ readonly title: string | undefined }>();
      expectTypeOf(sort.length).toBeNumber();
      expectTypeOf(page).toEqualTypeOf<undefined>();
      expectTypeOf(include).toEqualTypeOf<{}>();
      expectTypeOf(ctx.user.name).toBeString();
      return [row];
    }),
  );
  articles.getMany(
    { sort: ["title"], include: ["author"], page: offsetPage(), extra: { q: z.string() } },
    requireLogin(({ filter, sort, page, include, extra }) => {
      expectTypeOf(filter).toEqualTypeOf<{}>();
      expectTypeOf(sort[0]!.field).toEqualTypeOf<"title">();
      expectTypeOf(page).toEqualTypeOf<{ readonly offset: number; readonly limit: number }>();
      expectTypeOf(include).toEqualTypeOf<{ readonly author: boolean }>();
      expectTypeOf(extra).toEqualTypeOf<{ readonly q: string }>();
      return respond([row], { total: 1 });
    }),
  );
  articles.createOne(
    { include: ["author"] },
    requireLogin(({ input, include }) => {
      expectTypeOf(include).toEqualTypeOf<{ readonly author: boolean }>();
      return { ...row, ...input };
    }),
  );
  articles.editOne(
    { errors: [NotFound] },
    requireLogin(({ id }) => ({ ...row, id })),
  );
  articles.deleteOne(
    { errors: [NotFound] },
    requireLogin(({ id }) => {
      expectTypeOf(id).toEqualTypeOf<number>();
    }),
  );
  users.getRelated(
    "articles",
    { page: numberPage(), include: ["author"] },
    requireLogin(({ id, page, include }) => {
      expectTypeOf(page.number).toBeNumber();
      expectTypeOf(include).toEqualTypeOf<{ readonly author: boolean }>();
      return respond([{ id }], { hasMore: false });
    }),
  );
  articles.getRelationship(
    "author",
    { errors: [NotFound] },
    requireLogin(({ id }) => id),
  );
  articles.addToRelationship(
    "categories",
    { errors: [NotFound] },
    requireLogin(({ related }) => {
      expectTypeOf(related).toEqualTypeOf<readonly number[]>();
    }),
  );
  articles.rpc(
    "publish",
    { method: "PUT" },
    requireLogin(({ id, request }) => Response.json({ id, url: request.url })),
  );
});

test("wrappers nest, add what they return, and may only check", () => {
  articles.getOne(
    requireRows(({ id, ctx }) => {
      expectTypeOf(ctx.user).toEqualTypeOf<User | null>();
      return { ...row, id };
    }),
  );
  articles.getOne(
    requireLogin(
      withTenant(({ id, ctx }) => {
        expectTypeOf(ctx.user.name).toBeString();
        expectTypeOf(ctx.tenant).toBeString();
        return { ...row, id };
      }),
    ),
  );
});

test("the row is checked through a wrapper", () => {
  // @ts-expect-error a missing attribute
  articles.getOne(requireLogin(() => ({ id: 1, published: true, author: null, categories: [] })));
  articles.getMany(
    { include: ["author"] },
    // @ts-expect-error a wrong type
    requireLogin(() => [{ ...row, title: 1 }]),
  );
});
