import { Forbidden, type OperationInfo, TooManyRequests, Unauthorized } from "trestle";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { type Context, t, type User } from "./blog.js";

const withUser = t.middleware({ errors: [Unauthorized] }, async ({ ctx, operation, signal, next }) => {
  expectTypeOf(ctx).toEqualTypeOf<Context>();
  expectTypeOf(operation).toEqualTypeOf<OperationInfo>();
  expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
  if (!ctx.user) throw new Unauthorized();
  return next({ user: ctx.user });
});
const withTenant = t.middleware(async ({ ctx, next }) => next({ tenant: ctx.user?.name ?? "" }));
const limited = t.middleware({ errors: [TooManyRequests, Forbidden] }, async ({ next }) => next());

const app = t.use(withUser, limited);
const notes = app.resource("notes", { id: z.int(), attributes: { text: z.string() } });
const note = { id: 1, text: "" };

test("use adds to the context of every handler", () => {
  notes.getOne(({ ctx }) => {
    expectTypeOf(ctx).branded.toEqualTypeOf<Context & { user: User }>();
    return note;
  });
  notes.getMany({ filter: { q: z.string().optional() } }, ({ ctx, filter }) => {
    expectTypeOf(ctx.user).toExtend<User>();
    expectTypeOf(filter.q).toEqualTypeOf<string | undefined>();
    return [note];
  });
  notes.deleteOne({ errors: [Forbidden] }, ({ ctx }) => {
    expectTypeOf(ctx.user.name).toBeString();
  });
  notes.rpc("publish", ({ ctx }) => new Response(ctx.user.name));
});

test("use adds up", () => {
  const resource = app.use(withTenant).resource("notes", { id: z.int(), attributes: { text: z.string() } });
  resource.getOne(({ ctx }) => {
    expectTypeOf(ctx.tenant).toBeString();
    expectTypeOf(ctx.user.name).toBeString();
    return note;
  });
});

test("an operation's own list replaces the API's, and `[]` runs none", () => {
  notes.getOne({ middleware: [withTenant] }, ({ ctx }) => {
    expectTypeOf(ctx.tenant).toBeString();
    expectTypeOf(ctx.user).toEqualTypeOf<User | null>();
    return note;
  });
  notes.getMany({ middleware: [withTenant, withUser], sort: ["text"] }, ({ ctx, sort }) => {
    expectTypeOf(ctx.tenant).toBeString();
    expectTypeOf(ctx.user.name).toBeString();
    expectTypeOf(sort[0]?.field).toEqualTypeOf<"text" | undefined>();
    return [note];
  });
  notes.editOne({ middleware: [] }, ({ ctx }) => {
    expectTypeOf(ctx.user).toEqualTypeOf<User | null>();
    // @ts-expect-error not added
    ctx.tenant;
    return note;
  });
  notes.rpc("publish", { middleware: [withTenant] }, ({ ctx }) => new Response(ctx.tenant));
});

test("an own list goes together with a wrapper", () => {
  const requireDb = t.wrapper(({ ctx }) => ({ rows: ctx.db.rows }));
  notes.getOne(
    { middleware: [withTenant] },
    requireDb(({ id, ctx }) => {
      expectTypeOf(id).toEqualTypeOf<number>();
      expectTypeOf(ctx.rows).toBeNumber();
      expectTypeOf(ctx.tenant).toBeString();
      return note;
    }),
  );
});

test("a middleware answers with what next gave", () => {
  // @ts-expect-error nothing is returned
  t.middleware(async ({ next }) => {
    await next();
  });
  // @ts-expect-error an object is added
  t.middleware(async ({ next }) => next(1));
});
