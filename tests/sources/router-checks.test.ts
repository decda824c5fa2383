import { cursorPage, toMany, toOne, trestle } from "trestle";
import { memoryData } from "trestle/memory";
import { allOf, anyOf, noneOf } from "trestle/source";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { LIST_OPERATORS, OPERATORS } from "../../src/source/store/store.js";

const t = trestle();

const users = t.resource("users", {
  id: z.int(),
  attributes: { name: z.string(), password: z.string(), salary: z.int() },
  relationships: { notes: toMany("notes") },
  writeOnly: ["password"],
  visible: { salary: () => false },
});
const contact = z.object({
  city: z.string().nullable(),
  size: z.number().optional(),
  home: z.boolean(),
  list: z.array(z.string()),
  at: z.object({ x: z.int() }),
  any: z.json(),
});
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string(), labels: z.array(z.string()), contact },
  relationships: { author: toOne("users"), tags: toMany("notes") },
});

const ofTexts = OPERATORS.filter((each) => !LIST_OPERATORS.has(each));

/** Sources of both, and what `t.router` says of one operation. */
function check(list: (sources: ReturnType<typeof make>) => object, config: object = {}, options: object = {}) {
  const sources = make(config, options);
  const operation = list(sources) as never;
  const isOfUsers = (operation as { "~name"?: string })["~name"] === "users";
  return () => {
    try {
      t.router({ users: users.routes(operation), notes: notes.routes() } as never);
    } catch (error) {
      if (!String(error).includes("received an operation of")) throw error;
      t.router({ users: users.routes(), notes: notes.routes(operation) } as never);
    }
    return isOfUsers;
  };
}

function make(config: object, options: object) {
  const data = memoryData(options);
  return {
    users: data.source(users, { relationships: { notes: { by: "author" } }, ...config }),
    notes: data.source(notes, {}),
  };
}

describe("t.router checks what a source can do", () => {
  const listNotes = (options: object) => (sources: ReturnType<typeof make>) =>
    notes.getMany(options, sources.notes.getMany as never);
  const listUsers = (options: object) => (sources: ReturnType<typeof make>) =>
    users.getMany(options, sources.users.getMany as never);

  test.each([
    [{ filter: { q: z.string() } }, 'notes.getMany: no rule for the filter "q": "notes" has no field "q"'],
    [{ filter: { text__like: z.string() } }, '"like" is not an operator'],
    [{ filter: { author__nope: z.string() } }, '"users" has no field "nope"'],
    [
      { filter: { author__name: z.int() } },
      'no rule for the filter "author__name": "name" of "users" takes string, but its schema gives number. Change the schema.',
    ],
    [
      { filter: { author__name__gt: z.date().optional() } },
      '"name" of "users" takes string, but its schema gives Date.',
    ],
    [{ filter: { author__id__in: z.array(z.string()) } }, '"id" of "users" takes number, but its schema gives string.'],
    [{ filter: { tags__author: z.boolean() } }, "takes number, but its schema gives boolean."],
    [{ filter: { author__name__isnull: z.string() } }, '"isnull" takes boolean, but its schema gives string.'],
    [
      { filter: { text__has: z.string() } },
      `"text" of "notes" is not a list, which has no "has". Use ${ofTexts.join(", ")}.`,
    ],
    [{ filter: { tags__hasany: z.array(z.int()) } }, '"tags" of "notes" is not a list, which has no "hasany".'],
    [
      { filter: { tags__labels: z.string() } },
      '"labels" of "notes" is a list, which has no "eq". Use has, hasall, hasany, isnull.',
    ],
    [{ filter: { labels__contains: z.string() } }, '"labels" of "notes" is a list, which has no "contains".'],
    [{ filter: { tags__labels__hasall: z.string() } }, '"hasall" takes a list. Change the schema.'],
    [{ filter: { labels__has: z.array(z.string()) } }, '"has" takes one value. Change the schema.'],
    [{ filter: { tags__labels__has: z.int() } }, '"labels" of "notes" takes string, but its schema gives number.'],
    [
      { filter: { contact__citty: z.string() } },
      '"contact" of "notes" has no member "citty". Use city, size, home, list, at, any.',
    ],
    [{ filter: { tags__contact__at__y: z.int() } }, '"contact.at" of "notes" has no member "y". Use x.'],
    [{ filter: { contact__city__x: z.int() } }, '"x" is not an operator.'],
    [
      { filter: { contact__size__contains: z.string() } },
      '"contact.size" has no "contains". Use eq, ne, in, isnull, gt, gte, lt, lte, or write the filter: filters: { contact__size__contains: … }.',
    ],
    [{ filter: { contact__home__gt: z.boolean() } }, '"contact.home" has no "gt". Use eq, ne, in, isnull, or'],
    [{ filter: { contact__list: z.string() } }, '"contact.list" has no "eq". Use has, hasall, hasany, isnull, or'],
    [{ filter: { contact__at: z.string() } }, '"contact.at" has no "eq". Use isnull, or'],
    [{ filter: { contact__any: z.string() } }, '"contact.any" has no "eq". Use isnull, or'],
    [{ filter: { contact__size: z.string() } }, '"contact.size" of "notes" takes number, but its schema gives string.'],
    [
      { filter: { contact__list__has: z.int() } },
      '"contact.list" of "notes" takes string, but its schema gives number.',
    ],
    [{ filter: { contact__list__hasall: z.string() } }, '"hasall" takes a list. Change the schema.'],
    [{ filter: { text__city: z.string() } }, '"city" is not an operator.'],
    [{ sort: ["contact__list"] }, '"contact__list" is neither a text nor a number nor a boolean, so it has no order.'],
    [{ sort: ["contact__citty"] }, '"contact" of "notes" has no member "citty".'],
    [{ sort: ["contact__city__eq"] }, '"contact__city__eq" is not a field.'],
    [{ sort: ["nope"] }, 'no rule for the sort "nope"'],
    [{ sort: ["tags__text"] }, '"tags" is to-many'],
  ])("%j", (options, message) => {
    expect(check(listNotes(options))).toThrow(message);
  });

  test("what can be derived passes", () => {
    const options = {
      filter: {
        author__name__contains: z.string(),
        author__name__isnull: z.boolean(),
        author__name: z.enum(["Ann", "Bo"]),
        labels__has: z.string(),
        tags__labels__hasany: z.array(z.string()),
        labels__isnull: z.boolean(),
        contact__at__x__gt: z.int(),
        contact__city__contains: z.string(),
        contact__any__isnull: z.boolean(),
      },
      sort: ["author__name", "contact__size", "contact__home"],
      include: ["tags__author"],
    };
    expect(check(listNotes(options))).not.toThrow();
  });

  test("related lists filter and sort by the fields of the related resource, also where only ids are read", () => {
    const related = (options: object) => (sources: ReturnType<typeof make>) =>
      users.getRelated("notes", options, sources.users.getRelated("notes"));
    expect(check(related({ filter: { text__contains: z.string() }, sort: ["text"] }))).not.toThrow();
    expect(check(related({ sort: ["name"] }))).toThrow('"notes" has no field "name"');
  });

  test("an alias does not reach a field that some callers cannot see", () => {
    const filter = { pay: z.int().optional() };
    expect(check(listUsers({ filter }), { filters: { pay: "salary__gt" } })).toThrow('reads "salary"');
    expect(check(listUsers({ filter }), { filters: { pay: "password" } })).toThrow('"password" is writeOnly');
    const rule = () => () => true;
    expect(check(listUsers({ filter }), { filters: { pay: rule } })).toThrow("must say what it reads");
    expect(check(listUsers({ filter }), { filters: { pay: { reads: ["salary"], rule } } })).toThrow('reads "salary"');
    expect(check(listUsers({ filter }), { filters: { pay: { reads: ["name"], rule } } })).not.toThrow();
  });

  test("filters of a to-many as a whole are checked", () => {
    const ids = z.array(z.int()).optional();
    const number = z.int().optional();
    const one = (filter: object) => check(listUsers({ filter }));
    expect(one({ notes__none: ids, notes__none__text__contains: z.string(), notes__all: ids })).not.toThrow();
    expect(
      one({ notes__count: number, notes__count__lte: number, notes__tags__none__author__name: z.string() }),
    ).not.toThrow();
    expect(one({ notes__none: z.string() })).toThrow('"id" of "notes" takes number, but its schema gives string');
    expect(one({ notes__none__text: z.int() })).toThrow('"text" of "notes" takes string, but its schema gives number');
    expect(one({ notes__none__nope: z.int() })).toThrow('"notes" has no field "nope"');
    expect(one({ notes__none__author__salary: number, notes__none__author__password: z.string() })).toThrow(
      'uses a writeOnly field of "users"',
    );
    expect(one({ notes__all: number })).toThrow('"all" takes a list of ids. Change the schema.');
    expect(one({ notes__all: z.array(z.string()) })).toThrow("takes number, but its schema gives string");
    expect(one({ notes__all__text: ids })).toThrow('"notes__all" takes ids, so nothing follows it');
    expect(one({ notes__count: ids })).toThrow('"count" takes one number. Change the schema: z.int().');
    expect(one({ notes__count__in: ids })).toThrow('"notes__count" has no "in". Use eq, ne, gt, gte, lt, lte');
    expect(check(listNotes({ filter: { author__none: number } }))).toThrow('"users" has no field "none"');
    expect(check(listUsers({ sort: ["notes__count"], page: cursorPage() }))).not.toThrow();
    expect(check(listUsers({ sort: ["notes__none"] }))).toThrow('"notes__none" is not a field.');
    expect(check(listNotes({ sort: ["author__notes__count"] }))).not.toThrow();
    expect(check(listUsers({ sort: ["notes__tags__count"] }))).toThrow('"notes" is to-many');
  });

  test("joined filters are checked in each of their parts, and say by themselves what they read", () => {
    const filter = { q: z.string().optional() };
    const search = (q: unknown) => check(listUsers({ filter }), { filters: { q } });
    expect(search(anyOf("name__contains", allOf("notes__text__contains", noneOf("name__endswith"))))).not.toThrow();
    expect(search(anyOf("name__contains", "salary"))).toThrow(
      '"salary" of "users" takes number, but its schema gives string',
    );
    expect(search(anyOf("name__contains", "nope__contains"))).toThrow(
      'no rule for the filter "q": "users" has no field "nope"',
    );
    expect(search(noneOf("name", allOf("name__like")))).toThrow('"like" is not an operator');
    expect(search(anyOf("name", "password__contains"))).toThrow('"password" is writeOnly');

    const numbers = { filter: { pay: z.int().optional() } };
    const pay = (filters: object) => check(listUsers(numbers), { filters });
    expect(pay({ pay: anyOf("id", "salary__gt") })).toThrow(
      'the filter "pay" reads "salary", which some callers cannot see',
    );
    expect(pay({ pay: anyOf("id", noneOf("notes__author__salary")) })).toThrow('reads "salary"');
    const rule = () => () => true;
    expect(pay({ pay: anyOf("id", "mine"), mine: rule })).toThrow('"mine" must say what it reads');
    expect(pay({ pay: anyOf("id", "mine"), mine: { reads: ["salary"], rule } })).toThrow(
      'the filter "pay" reads "salary"',
    );
    expect(pay({ pay: "mine", mine: { reads: ["salary"], rule } })).toThrow('the filter "pay" reads "salary"');
    expect(pay({ pay: anyOf("id", "mine"), mine: { reads: ["name"], rule } })).not.toThrow();
  });

  test("a joined filter may have the name of a field, and filters that lead back to it end there", () => {
    const filter = { name: z.string().optional() };
    expect(check(listUsers({ filter }), { filters: { name: anyOf("name", "notes__text") } })).not.toThrow();
    expect(check(listUsers({ filter }), { filters: { name: "name" } })).not.toThrow();
    const around = { filters: { name: anyOf("other"), other: allOf("name", "other") } };
    expect(check(listUsers({ filter }), around)).toThrow('"users" has no field "other"');
    expect(() => anyOf()).toThrow('anyOf needs at least one filter: anyOf("title__contains", …).');
  });

  test("a cursor does not tell a value that some callers cannot see", () => {
    const options = { sort: ["salary"], page: cursorPage() };
    expect(check(listUsers(options))).toThrow("Give cursorSecret");
    expect(check(listUsers(options), {}, { cursorSecret: "sixteen characters" })).not.toThrow();
    expect(() => memoryData({ cursorSecret: "short" })).toThrow("at least 16 characters");
  });

  test("a member that needs a parent cannot be removed from one", () => {
    const remove = (sources: ReturnType<typeof make>) =>
      users.removeFromRelationship("notes", sources.users.removeFromRelationship("notes"));
    expect(check(remove)).toThrow('members of "notes" cannot be removed: "author" must not be null.');
    const add = (sources: ReturnType<typeof make>) =>
      users.addToRelationship("notes", sources.users.addToRelationship("notes"));
    expect(check(add)).not.toThrow();
  });

  describe("whether its handler was made for the operation", () => {
    const groups = t.resource("groups", {
      id: z.int(),
      attributes: { name: z.string() },
      relationships: {
        owner: toOne("groups"),
        rival: toOne("groups"),
        parts: toMany("groups"),
        peers: toMany("groups"),
      },
      createFields: ["name"],
      editFields: ["name"],
    });
    const others = t.resource("others", { id: z.int(), attributes: { name: z.string() } });
    const data = memoryData();
    const source = data.source(groups);
    const other = data.source(others);
    const again = t.resource("groups", { id: z.int(), attributes: { name: z.string() } });
    const sourceOfAgain = memoryData().source(again);
    const start = (operation: object) => () =>
      t.router({ groups: groups.routes(operation as never), others: others.routes() } as never);

    test.each([
      ["getRelated", "owner", "rival"],
      ["getRelated", "parts", "peers"],
      ["getRelationship", "owner", "rival"],
      ["getRelationship", "parts", "peers"],
      ["editRelationship", "owner", "rival"],
      ["addToRelationship", "parts", "peers"],
      ["removeFromRelationship", "parts", "peers"],
      ["resetRelationship", "parts", "peers"],
    ] as const)("%s of another relationship", (kind, name, wrong) => {
      const declare = groups[kind] as never as (name: string, handler: object) => object;
      const handlerOf = source[kind] as never as (name: string) => object;
      expect(start(declare(name, handlerOf(wrong)))).toThrow(
        `groups.${kind}("${name}"): the handler is from a source, for groups.${kind}("${wrong}"). Pass ${kind}("${name}") of the source of "groups".`,
      );
      expect(start(declare(name, handlerOf(name)))).not.toThrow();
    });

    test("of another kind", () => {
      const remove = groups.removeFromRelationship("parts", source.addToRelationship("parts"));
      expect(start(remove)).toThrow('the handler is from a source, for groups.addToRelationship("parts").');
      const related = groups.getRelated("owner", source.getRelationship("owner") as never);
      expect(start(related)).toThrow('the handler is from a source, for groups.getRelationship("owner").');
      expect(start(groups.getRelationship("owner", source.getRelated("owner") as never))).not.toThrow();
    });

    test.each(["getOne", "getMany", "createOne", "editOne", "deleteOne"] as const)("%s of another resource", (kind) => {
      const declare = groups[kind] as never as (handler: object) => object;
      const message = `groups.${kind}: the handler is from a source, for others.${kind}. Pass ${kind} of the source of "groups".`;
      expect(start(declare(other[kind]))).toThrow(message);
      expect(start(declare(sourceOfAgain[kind]))).toThrow('from a source of another resource named "groups"');
      expect(start(declare(source[kind]))).not.toThrow();
    });

    test("also in a wrapper", () => {
      const wrap = t.wrapper(() => {});
      expect(start(groups.deleteOne(wrap(other.deleteOne)))).toThrow("for others.deleteOne");
      expect(start(groups.deleteOne(wrap(wrap(other.deleteOne))))).toThrow("for others.deleteOne");
      expect(start(groups.deleteOne(wrap(source.deleteOne)))).not.toThrow();
    });
  });

  test("a relationship leads to a type with a source", () => {
    const source = memoryData().source(notes);
    const operation = notes.getOne(source.getOne);
    expect(() => t.router({ notes: notes.routes(operation), users: users.routes() })).toThrow(
      '"author" leads to "users", which has no source.',
    );
  });

  test("lists the problem of each source, and each once", () => {
    const orders = t.resource("orders", { id: z.int(), attributes: {}, relationships: { buyer: toOne("users") } });
    const tags = t.resource("tags", { id: z.int(), attributes: {} });
    const data = memoryData();
    const sources = { notes: data.source(notes), orders: data.source(orders), tags: data.source(tags) };
    const routes = {
      tags: tags.routes(tags.getOne(sources.tags.getOne)),
      notes: notes.routes(notes.getOne(sources.notes.getOne), notes.getMany(sources.notes.getMany as never)),
      orders: orders.routes(orders.getOne(sources.orders.getOne)),
      users: users.routes(),
    };
    expect(() => t.router(routes)).toThrow(
      new TypeError(`t.router: 2 problems.
  1. data.source(notes): "author" leads to "users", which has no source.
  2. data.source(orders): "buyer" leads to "users", which has no source.`),
    );
  });
});

test("without a secret, a handler that calls the source makes no cursor of a hidden field", async () => {
  const data = memoryData();
  const rows = [1, 2].map((id) => ({ id, name: "n", salary: id }));
  const source = data.source(users, { rows, relationships: { notes: { by: "author" } } });
  data.source(notes);
  const args = { ctx: {}, include: {}, fields: {}, filter: {}, sort: [], page: { size: 1 } };
  const list = source.getMany(args, { orderBy: [{ field: "salary", order: "asc" }] });
  await expect(list).rejects.toThrow("Give cursorSecret");
});

test("encrypted cursors show nothing, and work", async () => {
  const data = memoryData({ cursorSecret: "sixteen characters" });
  const rows = [3, 1, 2].map((id) => ({ id, name: "n", salary: id * 1000 }));
  const source = data.source(users, { rows, relationships: { notes: { by: "author" } } });
  data.source(notes);
  const args = { ctx: {}, include: {}, fields: {}, filter: {}, sort: [{ field: "salary", order: "asc" as const }] };
  const first = await source.getMany({ ...args, page: { size: 2 } });
  const { page } = (first.links as never as { next: { page: { after: string } } }).next;
  expect(atob(page.after.replaceAll("-", "+").replaceAll("_", "/"))).not.toContain("salary");
  const second = await source.getMany({ ...args, page: { size: 2, after: page.after } });
  expect(second.data.map(({ id }) => id)).toEqual([3]);
  const changed = `${page.after.slice(0, -2)}AA`;
  await expect(source.getMany({ ...args, page: { size: 2, after: changed } })).rejects.toMatchObject({ status: 400 });
});

test("a transaction in memory is whole or undone, one at a time", async () => {
  const data = memoryData();
  const source = data.source(users, { relationships: { notes: { by: "author" } } });
  data.source(notes);
  const add = (ctx: object, id: number) =>
    source.createOne({ ctx, include: {}, fields: {}, input: {} }, { values: { id, name: "n", salary: 1 } });
  const failing = data.transaction({ ctx: {} }, async (ctx) => {
    await add(ctx, 1);
    throw new Error("undone");
  });
  const other = add({}, 2);
  await expect(failing).rejects.toThrow("undone");
  await other;
  const { data: rows } = await source.getMany({
    ctx: {},
    include: {},
    fields: {},
    filter: {},
    sort: [],
    page: undefined,
  });
  expect(rows.map(({ id }) => id)).toEqual([2]);
});
