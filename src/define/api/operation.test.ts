import { describe, expect, test } from "vitest";
import { z } from "zod";
import { respond } from "../model/response.js";
import { NotFound, Unauthorized } from "../errors.js";
import { circularArticles, circularUsers } from "./fixtures/circular.js";
import { numberPage, offsetPage } from "./page.js";
import { toMany, toOne } from "./relationship.js";
import { trestle } from "./trestle.js";
import { UNSET } from "../unset.js";

const t = trestle<{ user?: string }>();
const articles = t.resource("articles", {
  id: z.int(),
  attributes: { title: z.string(), published: z.boolean().default(false) },
  relationships: { author: toOne("users").nullable(), tags: toMany("tags") },
  createFields: ["title", "published"],
  editFields: ["title", "published", "author"],
});
const row = { id: 1, title: "a", published: true, author: null };

describe("calling an operation", () => {
  test("gives the envelope of what the handler returned", async () => {
    const getOne = articles.getOne(async ({ id }) => ({ ...row, id }));
    expect((await getOne({ ctx: {}, id: 7 })).data).toEqual({ ...row, id: 7 });
    const enveloped = respond([row], { total: 1, meta: { a: 1 } });
    expect(await articles.getMany(() => enveloped)({ ctx: {} })).toBe(enveloped);
  });

  test("takes undefined for what is not given", async () => {
    const edit = articles.editOne(({ input }) => respond(row, { meta: { unset: input.title === UNSET } }));
    expect((await edit({ ctx: {}, id: 1, input: { title: undefined } })).meta).toEqual({ unset: true });
  });

  test("gives a create what was given, and nothing UNSET", async () => {
    const create = articles.createOne(({ input, include }) => respond(row, { meta: { input, include } }));
    expect((await create({ ctx: {}, input: { title: "a", published: true } })).meta).toEqual({
      input: { title: "a", published: true },
      include: {},
    });
  });

  test("gives nothing for what answers nothing", async () => {
    expect(await articles.deleteOne(() => {})({ ctx: {}, id: 1 })).toBeUndefined();
    expect(await articles.addToRelationship("tags", () => {})({ ctx: {}, id: 1, related: [2] })).toBeUndefined();
  });

  test("passes on what the caller gave", async () => {
    let seen: object = {};
    const signal = new AbortController().signal;
    const set = articles.editRelationship("author", (args) => {
      seen = args;
    });
    await set({ ctx: { user: "ann" }, id: 1, related: 7, signal });
    expect(seen).toMatchObject({ ctx: { user: "ann" }, id: 1, related: 7 });
    expect(Reflect.get(seen, "signal")).toBe(signal);
  });

  test("fills in defaults, and parses nothing", async () => {
    const seen: unknown[] = [];
    const list = articles.getMany(
      {
        filter: { published: z.boolean().default(true), title: z.string().optional(), author: z.int() },
        extra: { lang: z.string().default("en") },
        page: offsetPage({ limit: 5 }),
        include: ["author__articles"],
      },
      ({ filter, extra, page, sort, include, fields }) => {
        seen.push({ filter, extra, page, sort, include, fields });
        return respond([], { total: 0 });
      },
    );
    await list({ ctx: {}, filter: { author: 1 } });
    await list({
      ctx: {},
      filter: { published: false, author: -1.5 },
      page: { offset: 7 },
      include: { author: true },
      extra: { lang: "de" },
    });
    expect(seen).toEqual([
      {
        filter: { published: true, title: undefined, author: 1 },
        extra: { lang: "en" },
        page: { offset: 0, limit: 5 },
        sort: [],
        include: { author: false, author__articles: false },
        fields: {},
      },
      {
        filter: { published: false, title: undefined, author: -1.5 },
        extra: { lang: "de" },
        page: { offset: 7, limit: 5 },
        sort: [],
        include: { author: true, author__articles: false },
        fields: {},
      },
    ]);
  });

  test("says which default cannot be asked for", async () => {
    const later = z
      .string()
      .default("en")
      .refine(async () => true);
    const list = articles.getMany({ extra: { lang: later } }, () => []);
    await expect(list({ ctx: {} })).rejects.toThrow(/^extra\.lang has an asynchronous check in its schema/);
  });

  test("fills in the page of every declaration", async () => {
    const pages: unknown[] = [];
    const noRows = (page: unknown) => {
      pages.push(page);
      return [];
    };
    const paged = [
      articles.getMany({ page: numberPage({ size: 3 }) }, ({ page }) => respond(noRows(page), { total: 0 })),
      articles.getMany({ page: z.int().default(1) }, ({ page }) => noRows(page)),
      articles.getMany({ page: { limit: z.int().default(2), after: z.string().optional() } }, ({ page }) =>
        noRows(page),
      ),
      articles.getMany(({ page }) => noRows(page)),
    ];
    for (const list of paged) await list({ ctx: {} });
    expect(pages).toEqual([{ number: 1, size: 3 }, 1, { limit: 2, after: undefined }, undefined]);
  });

  test("fills in UNSET where an edit leaves a field out", async () => {
    const edit = articles.editOne(({ input }) => ({
      ...row,
      title: String(input.title === UNSET),
      author: input.author === UNSET ? 0 : input.author,
    }));
    expect((await edit({ ctx: {}, id: 1, input: { author: null } })).data).toEqual({
      ...row,
      title: "true",
      author: null,
    });
    expect((await edit({ ctx: {}, id: 1, input: { title: "a" } })).data).toEqual({ ...row, title: "false", author: 0 });
  });

  test("rejects with what the handler throws, sync or async", async () => {
    const failing = articles.getOne(() => {
      throw new NotFound("No article has the id 1.");
    });
    await expect(failing({ ctx: {}, id: 1 })).rejects.toThrow(NotFound);
    await expect(articles.getOne(async () => Promise.reject(new NotFound()))({ ctx: {}, id: 1 })).rejects.toThrow(
      NotFound,
    );
  });

  test("works across circular modules", async () => {
    expect((await circularUsers({ ctx: {}, id: 3 })).data).toEqual({ id: 3, articles: [30, 31] });
    expect((await circularArticles({ ctx: {}, filter: { author: 3 } })).data).toEqual([
      { id: 30, author: 3 },
      { id: 31, author: 3 },
    ]);
  });
});

describe("middleware of a called operation", () => {
  const order: string[] = [];
  const trace = (name: string) =>
    t.middleware(async ({ next }) => {
      order.push(`${name} before`);
      const result = await next({ [name]: true });
      order.push(`${name} after`);
      return result;
    });
  const withUser = t.middleware({ errors: [Unauthorized] }, async ({ ctx, next }) => {
    if (ctx.user === undefined) throw new Unauthorized();
    return next({ name: ctx.user.toUpperCase() });
  });

  test("runs outermost first, and adds to the context", async () => {
    order.length = 0;
    const list = t.use(trace("a"), trace("b")).use(trace("c"));
    const notes = list.resource("notes", { id: z.int(), attributes: {} });
    let seen = {};
    const get = notes.getOne(({ id, ctx }) => {
      order.push("handler");
      seen = ctx;
      return { id };
    });
    await get({ ctx: { user: "ann" }, id: 1 });
    expect(order).toEqual(["a before", "b before", "c before", "handler", "c after", "b after", "a after"]);
    expect(seen).toEqual({ user: "ann", a: true, b: true, c: true });
  });

  test("sees what came before it, not what comes after", async () => {
    const seen: object[] = [];
    const spy = t.middleware(async ({ ctx, next }) => {
      seen.push({ ...ctx });
      const result = await next({});
      seen.push({ ...ctx });
      return result;
    });
    const add = t.middleware(async ({ next }) => next({ added: 1 }));
    await articles.getOne({ middleware: [spy, add, spy] }, () => row)({ ctx: { user: "a" }, id: 1 });
    expect(seen).toEqual([{ user: "a" }, { user: "a", added: 1 }, { user: "a", added: 1 }, { user: "a" }]);
  });

  test("is replaced by an operation's own, and skipped by an empty list", async () => {
    order.length = 0;
    const notes = t.use(trace("api")).resource("notes", { id: z.int(), attributes: {} });
    await notes.getOne({ middleware: [trace("own")] }, ({ id }) => ({ id }))({ ctx: {}, id: 1 });
    await notes.getOne({ middleware: [] }, ({ id }) => ({ id }))({ ctx: {}, id: 1 });
    await notes.getOne({}, ({ id }) => ({ id }))({ ctx: {}, id: 1 });
    expect(order).toEqual(["own before", "own after", "api before", "api after"]);
  });

  test("that adds nothing leaves the context the object that it is", async () => {
    class Session {
      get user() {
        return "ann";
      }
    }
    const pass = t.middleware(async ({ next }) => next());
    const get = articles.getOne({ middleware: [pass] }, ({ ctx }) => respond(row, { meta: { user: ctx.user } }));
    expect((await get({ ctx: new Session(), id: 1 })).meta).toEqual({ user: "ann" });
  });

  test("declares the errors that it lists", () => {
    const run = async () => undefined as never;
    expect(t.middleware(run)).toEqual({ errors: [], "~run": run });
    expect(t.middleware({ errors: [Unauthorized] }, run)).toEqual({ errors: [Unauthorized], "~run": run });
  });

  test("may refuse, and the handler does not run", async () => {
    let ran = false;
    const get = articles.getOne({ middleware: [withUser] }, ({ ctx }) => {
      ran = true;
      return { ...row, title: ctx.name };
    });
    await expect(get({ ctx: {}, id: 1 })).rejects.toThrow(Unauthorized);
    expect(ran).toBe(false);
    expect((await get({ ctx: { user: "ann" }, id: 1 })).data.title).toBe("ANN");
  });

  test("receives the operation that runs, and its signal", async () => {
    const seen: unknown[] = [];
    const spy = t.middleware(async ({ operation, signal, next }) => {
      seen.push(operation, signal.aborted);
      return next({});
    });
    await articles.getRelated("author", { middleware: [spy] }, () => null)({ ctx: {}, id: 1 });
    await articles.getOne({ middleware: [spy] }, () => row)({ ctx: {}, id: 1, signal: AbortSignal.abort() });
    expect(seen).toEqual([
      { type: "articles", kind: "getRelated", relationship: "author" },
      false,
      { type: "articles", kind: "getOne" },
      true,
    ]);
  });

  test("of concurrent calls does not mix", async () => {
    const wait = t.middleware(async ({ ctx, next }) => {
      await new Promise((resolve) => setTimeout(resolve, ctx.user === "slow" ? 10 : 1));
      return next({ name: ctx.user });
    });
    const get = articles.getOne({ middleware: [wait] }, ({ ctx }) => ({ ...row, title: `${ctx.name}` }));
    const all = await Promise.all(["slow", "fast"].map((user) => get({ ctx: { user }, id: 1 })));
    expect(all.map(({ data }) => data.title)).toEqual(["slow", "fast"]);
  });
});

describe("a wrapper", () => {
  const requireLogin = t.wrapper(async ({ ctx }) => {
    if (ctx.user === undefined) throw new Unauthorized();
    return { name: ctx.user.toUpperCase() };
  });
  const check = t.wrapper(() => {});

  test("runs before the handler and adds to its context", async () => {
    const get = articles.getOne(requireLogin(async ({ ctx }) => ({ ...row, title: ctx.name })));
    expect((await get({ ctx: { user: "ann" }, id: 1 })).data.title).toBe("ANN");
    await expect(get({ ctx: {}, id: 1 })).rejects.toThrow(Unauthorized);
  });

  test("adds only the members of an object: any other result adds nothing", async () => {
    const context = { user: "ann" };
    for (const added of [undefined, null, "text", 7]) {
      const wrap = t.wrapper((() => added) as () => void); // wrong on purpose
      const get = articles.getOne(wrap(({ ctx }) => respond(row, { meta: { ctx } })));
      expect((await get({ ctx: context, id: 1 })).meta).toEqual({ ctx: context });
    }
  });

  test("may add nothing, and nest", async () => {
    const get = articles.getOne(check(requireLogin(({ ctx, id }) => ({ ...row, id, title: ctx.name }))));
    expect((await get({ ctx: { user: "ann" }, id: 7 })).data).toMatchObject({ id: 7, title: "ANN" });
  });
});
