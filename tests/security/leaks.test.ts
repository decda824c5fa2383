import { NotFound, offsetPage, respond, toMany, toOne, trestle } from "trestle";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { expectInternalError } from "../support/expect-internal-error.js";
import { expectDocument, expectErrorDocument } from "../support/documents.js";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers } from "../support/serve.js";

const SECRET = "hunter2";

const t = trestle();
const people = t.resource("people", {
  id: z.int(),
  attributes: { name: z.string(), password: z.string() },
  relationships: { friends: toMany("people"), manager: toOne("people").nullable(), doctor: toOne("people").optional() },
  createFields: ["name", "password", "doctor"],
  editFields: ["name", "password", "doctor"],
  writeOnly: ["password", "doctor"],
});

/** What a database gives: more columns than are declared, and the write-only ones. */
const columns = (id: number) => ({
  id,
  name: `Person ${id}`,
  password: SECRET,
  hash: SECRET,
  doctor: { id: 77, name: SECRET, hash: SECRET },
  toJSON: () => SECRET,
  links: { self: SECRET },
  meta: { hash: SECRET },
  attributes: { hash: SECRET },
});
const row = (id: number) => ({
  ...columns(id),
  friends: [{ ...columns(id + 1), friends: [], manager: null }, id + 2],
  manager: { ...columns(id + 3), friends: [{ ...columns(id + 4), friends: [], manager: null }], manager: null },
});

/** The same in accessors, as an ORM's entities have them. */
class Person {
  constructor(readonly id: number) {}
  get name() {
    return `Person ${this.id}`;
  }
  get password() {
    return SECRET;
  }
  get hash() {
    return SECRET;
  }
  get friends() {
    return [new Friend(this.id + 1)];
  }
  get manager() {
    return null;
  }
}
class Friend extends Person {
  override get friends() {
    return [];
  }
}

const include = ["friends", "manager", "manager__friends"] as const;
const api = t.router({
  people: people.routes(
    people.getOne({ include }, ({ id }) => {
      const supplied = { people: [row(id + 2)] };
      return id === 50 ? new Person(50) : respond(row(id), { included: supplied });
    }),
    people.getMany({ include, page: offsetPage() }, () =>
      respond([row(1), row(11)], { total: 2, included: { people: [row(3), row(13)] } }),
    ),
    people.createOne({ include }, ({ input }) => respond({ ...row(1), ...input }, { included: { people: [row(3)] } })),
    people.editOne({ include }, ({ id }) => respond(row(id), { included: { people: [row(id + 2)] } })),
    people.getRelated("friends", { include }, () => [row(1)]),
    people.getRelated("manager", () => row(1)),
  ),
});

describeServers("what is not declared", (serve) => {
  const sending = (body: string) => ({ headers: { "content-type": MEDIA_TYPE }, text: body });
  const create = `{"data":{"type":"people","attributes":{"name":"x","password":"${SECRET}"}}}`;
  const edit = create.replace('"type"', '"id":"1","type"');

  test.each([
    ["GET /api/people/1", undefined],
    ["GET /api/people/50?include=friends", undefined],
    ["GET /api/people/1?include=friends,manager", undefined],
    ["GET /api/people?include=friends", undefined],
    ["GET /api/people?include=manager.friends&fields[people]=name,manager,friends", undefined],
    ["POST /api/people?include=manager", create],
    ["PATCH /api/people/1?include=friends", edit],
    ["GET /api/people/1/friends", undefined],
    ["GET /api/people/1/manager", undefined],
    ["GET /api/people/1/relationship/friends", undefined],
    ["GET /api/people/1/relationship/manager", undefined],
  ])("never leaves, nor what is writeOnly: %s", async (line, body) => {
    const { origin, logged } = await serve(api);
    const answer = await sendRaw(origin, line, body === undefined ? {} : sending(body));
    expect(answer.text).not.toContain(SECRET);
    const names = [...answer.text.matchAll(/"(\w+)":/g)].map(([, name]) => name);
    expect(names.filter((name) => ["password", "hash", "doctor", "toJSON"].includes(name ?? ""))).toEqual([]);
    expectDocument(answer);
    expect(logged).toEqual([]);
  });

  test.each(["password", "doctor", "hash", "toJSON", "constructor"])("cannot be asked for either: %s", async (name) => {
    const { origin } = await serve(api);
    for (const query of [`fields[people]=${name}`, `include=${name}`, `sort=${name}`, `filter[${name}]=x`]) {
      const [error] = expectErrorDocument(await sendRaw(origin, `GET /api/people?${query}`), 400);
      // What advice there is names what may be asked for.
      expect(error.detail.replaceAll(`"${name}"`, "").replaceAll(`[${name}]`, "")).not.toMatch(/password|doctor|hash/);
    }
    for (const line of [`GET /api/people/1/${name}`, `GET /api/people/1/relationship/${name}`])
      expectErrorDocument(await sendRaw(origin, line), 404);
  });
});

describe("an operation that would tell what is writeOnly is refused at registration", () => {
  // Each operation has a type of its own, which is not what is tried here.
  const routes = (operation: object) => t.router({ people: people.routes(operation as never) });
  const none = () => [];

  test.each<[string, () => unknown, string]>([
    ["filter", () => routes(people.getMany({ filter: { password: z.string() } }, none)), 'filter "password" uses'],
    [
      "filter",
      () => routes(people.getMany({ filter: { password__contains: z.string() } }, none)),
      "password__contains",
    ],
    ["filter", () => routes(people.getMany({ filter: { friends__password: z.string() } }, none)), "friends__password"],
    ["sort", () => routes(people.getMany({ sort: ["name", "password"] }, none)), 'sort "password" uses'],
    ["sort", () => routes(people.getMany({ sort: { password: "asc" } }, none)), 'sort "password" uses'],
    ["include", () => routes(people.getMany({ include: ["doctor"] }, none)), 'include "doctor" uses'],
    ["include", () => routes(people.getMany({ include: ["friends__doctor"] }, none)), "friends__doctor"],
    ["related", () => routes(people.getRelated("friends", { sort: ["password"] }, none)), 'sort "password" uses'],
    ["related", () => routes(people.getRelated("doctor", () => row(1))), '"doctor" is writeOnly, so it'],
    ["linkage", () => routes(people.getRelationship("doctor", () => 1)), '"doctor" is writeOnly, so it'],
  ])("%s %#", (_, register, message) => expect(register).toThrow(message));
});

describeServers("what goes wrong inside", (serve) => {
  const own = trestle();
  const explode = (): never => {
    throw Object.assign(new Error(SECRET), {
      status: 404,
      code: SECRET,
      headers: { "x-secret": SECRET },
      detail: SECRET,
    });
  };
  const things = own.resource("things", {
    id: z.string(),
    attributes: {
      name: z.string(),
      late: z.string().transform((text) => (text === SECRET ? explode() : text)),
      open: z.json().optional(),
    },
    createFields: ["name", "late", "open"],
  });
  const breaking = own.middleware(async ({ next }) => {
    await next({});
    return explode();
  });
  const fine = { id: "1", name: "x", late: "" };
  const FAULTS: Readonly<Record<string, () => unknown>> = {
    throws: explode,
    rejects: async () => explode(),
    accessor: () => ({
      ...fine,
      get name() {
        return explode();
      },
    }),
    json: () => ({ ...fine, open: { toJSON: explode } }),
    circle: () => {
      const open: { self?: unknown } = {};
      open.self = open;
      return { ...fine, open };
    },
    bigint: () => ({ ...fine, name: 10n }),
    symbol: () => Symbol(SECRET),
    response: () => new Response(SECRET, { headers: { "x-secret": SECRET } }),
    proxy: () => new Proxy(fine, { get: explode, has: explode, ownKeys: explode }),
    cause: () => {
      throw new TypeError(SECRET, { cause: new NotFound(SECRET) });
    },
    aggregate: () => {
      throw new AggregateError([new NotFound(SECRET)], SECRET);
    },
    hostile: () => {
      throw new Proxy({}, { get: explode, has: explode, getPrototypeOf: explode, ownKeys: explode });
    },
  };
  const broken = own.router({
    things: things.routes(
      things.getOne(({ id }) => FAULTS[id]?.() as never), // wrong on purpose
      things.getMany({ middleware: [breaking] }, () => []),
      things.createOne(() => fine),
      things.rpc("throws", explode),
      things.rpc("text", () => SECRET as unknown as Response), // wrong on purpose
    ),
  });
  const late = `{"data":{"type":"things","attributes":{"name":"","late":"${SECRET}"}}}`;

  test.each([
    ...Object.keys(FAULTS).map((name) => [`GET /api/things/${name}`, undefined] as const),
    ["GET /api/things", undefined] as const,
    ["POST /api/things", late] as const,
    ["POST /api/things/1/throws", undefined] as const,
    ["POST /api/things/1/text", undefined] as const,
  ])("appears only in the log: %s", async (line, body) => {
    const { origin, logged } = await serve(broken);
    const sent = body === undefined ? {} : { headers: { "content-type": MEDIA_TYPE }, text: body };
    const answer = await sendRaw(origin, line, sent);
    expectInternalError(expectErrorDocument(answer, 500));
    expect(answer.text + JSON.stringify(answer.headers)).not.toMatch(/hunter2|node_modules|\.ts\b|at \w+ \(/);
    expect(logged).toHaveLength(1);
  });
});
