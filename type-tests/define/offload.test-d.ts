import { NotFound, offload, type respond } from "trestle";
import { test } from "vitest";
import { articles, type row, t } from "./blog.js";

interface RenderModule {
  handler(args: { id: number; depth?: number }): {
    id: number;
    title: string;
    published: boolean;
    author: null;
    categories: [];
  };
}
interface ListModule {
  handler(args: { title: string }): Promise<(typeof row)[]>;
}
interface EnvelopeModule {
  handler(): ReturnType<typeof respond<typeof row>>;
}

const url = new URL("https://example.org/render.js");

test("a module takes the place of a handler: what it gets is picked from the arguments", () => {
  articles.getOne(offload<RenderModule>(url)(({ id }) => ({ id })));
  articles.getOne(
    { include: ["author"], errors: [NotFound] },
    offload<RenderModule>(url)(({ id }) => ({ id, depth: 2 })),
  );
  articles.createOne(offload<RenderModule>(url)(({ input }) => ({ id: input.title.length })));
  articles.getMany(offload<ListModule>(url)(({ ctx }) => ({ title: ctx.user?.name ?? "" })));
  articles.getOne(offload<EnvelopeModule>(url)(() => undefined));
  articles.deleteOne(offload<{ handler(id: number): void }>(url)(({ id }) => id));
});

test("it goes together with a wrapper", () => {
  const requireDb = t.wrapper(({ ctx }) => ({ rows: ctx.db.rows }));
  articles.getOne(requireDb(offload<RenderModule>(url)(({ id }) => ({ id }))));
});

test("what is picked and what comes back are checked", () => {
  // @ts-expect-error not what the module takes
  articles.getOne(offload<RenderModule>(url)(({ id }) => ({ id: `${id}` })));
  // @ts-expect-error not a list
  articles.getMany(offload<RenderModule>(url)(() => ({ id: 1 })));
  // @ts-expect-error a module exports its function as handler
  offload<{ render(): void }>(url);
});
