import { eq, inArray, sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { NotFound, respond, toMany, toOne, trestle } from "trestle";
import { openapi } from "trestle/openapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Connection, Db } from "../../examples/newsroom/db/connect.js";
import { databases } from "../../examples/newsroom/testing/newsroom.js";
import { Described } from "../support/described.js";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers, type Serve } from "../support/serve.js";

const personTable = pgTable("int32_people", { id: integer("id").primaryKey(), name: text("name").notNull() });
const ticketTable = pgTable("int32_tickets", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  person: integer("person").notNull(),
});

const tables = [
  "create table int32_people (id integer primary key, name text not null)",
  "create table int32_tickets (id integer primary key generated always as identity, person integer not null)",
  "insert into int32_people values (-1, 'Below'), (0, 'Zero'), (1, 'Ann'), (2147483647, 'Last')",
  "insert into int32_tickets (person) values (1)",
];

/** Every handler sends its ids to the database as they are: one that does not fit the column is a 500. */
function makeApi(db: Db) {
  const t = trestle();
  const people = t.resource("people", { id: z.int32(), attributes: { name: z.string() } });
  const tickets = t.resource("tickets", {
    id: z.int32(),
    attributes: {},
    relationships: { person: toOne("people"), watchers: toMany("people") },
    createFields: ["person", "watchers"],
    editFields: ["person"],
  });

  const getTicketRow = async (id: number) => {
    const [row] = await db.select().from(ticketTable).where(eq(ticketTable.id, id));
    if (row === undefined) throw new NotFound(`No ticket has the id ${id}.`);
    return row;
  };
  const getPersonRow = async (id: number) => {
    const [row] = await db.select().from(personTable).where(eq(personTable.id, id));
    if (row === undefined) throw new NotFound(`No person has the id ${id}.`);
    return row;
  };
  const requirePeople = async (ids: readonly number[]) => {
    const rows = await db
      .select()
      .from(personTable)
      .where(inArray(personTable.id, [...ids]));
    if (rows.length < new Set(ids).size) throw new NotFound("No such person.");
  };

  return t.router({
    people: people.routes(people.getOne(({ id }) => getPersonRow(id))),
    tickets: tickets.routes(
      tickets.getOne(({ id }) => getTicketRow(id)),
      tickets.getMany(
        {
          filter: {
            id: z.int32().optional(),
            person: tickets.ref("person").optional(),
            person__not: tickets.ref("person").nullable().default(null),
            person__small: tickets
              .ref("person")
              .refine((id) => id < 100, "Must be below 100.")
              .optional(),
            people: z.array(tickets.ref("person")).readonly().optional(),
          },
          extra: { watcher: tickets.ref("watchers").optional() },
          page: { after: tickets.ref("person").optional() },
        },
        async ({ filter, extra, page }) => {
          const ids = [filter.id, filter.person, filter.person__not, filter.person__small, extra.watcher, page.after];
          const asked = [...ids, ...(filter.people ?? [])].filter((id) => typeof id === "number");
          if (asked.length === 0) return respond(await db.select().from(ticketTable));
          return respond(await db.select().from(ticketTable).where(inArray(ticketTable.person, asked)));
        },
      ),
      tickets.createOne(async ({ input }) => {
        await requirePeople([input.person, ...input.watchers]);
        const [row] = await db.insert(ticketTable).values({ person: input.person }).returning();
        if (row === undefined) throw new Error("An insert returns its row.");
        return row;
      }),
      tickets.editOne(async ({ id, input }) => {
        if (typeof input.person === "number") await requirePeople([input.person]);
        return getTicketRow(id);
      }),
      tickets.deleteOne(async ({ id }) => {
        await getTicketRow(id);
      }),
      tickets.getRelated("person", async ({ id }) => getPersonRow((await getTicketRow(id)).person)),
      tickets.editRelationship("person", async ({ id, related }) => {
        await getTicketRow(id);
        await requirePeople([related]);
      }),
      tickets.addToRelationship("watchers", async ({ id, related }) => {
        await getTicketRow(id);
        await requirePeople(related);
      }),
      tickets.rpc("close", async ({ id }) => {
        await getTicketRow(id);
        return Response.json({});
      }),
    ),
  });
}

const TOO_BIG = ["2147483648", "-2147483649", "99999999999", "9007199254740991"];

describe.each(databases)("ids of integer columns in %s", (_, open) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await open({ logQuery: () => {} });
    for (const statement of tables) await connection.db.execute(sql.raw(statement));
  });
  afterAll(() => connection?.close());

  describeServers("served", (serve) => {
    /** Sends a request, and gives its status and the first error. The answer must be as the API is described. */
    const sender = async (serving: Serve) => {
      const api = makeApi(connection.db);
      const { origin, logged } = await serving(api);
      const described = new Described(openapi(api, { info: { title: "Tickets", version: "1" } }));
      return async (line: string, body?: unknown) => {
        const headers = { "content-type": body === undefined ? undefined : MEDIA_TYPE };
        const text = body === undefined ? undefined : JSON.stringify(body);
        const answer = await sendRaw(origin, line.replace(" ", " /api"), { headers, text });
        expect(logged).toEqual([]);
        const [method = "", path = ""] = line.split(" ");
        const parts = { status: answer.status, headers: new Headers(answer.headers as Record<string, string>) };
        if (!path.includes("/rpc/")) described.check(method, path, parts, answer.text);
        const [error] = answer.text === "" ? [] : (JSON.parse(answer.text).errors ?? []);
        return { status: answer.status, code: error?.code, detail: error?.detail };
      };
    };

    test("a path whose id no column can hold is a 404", async () => {
      const send = await sender(serve);
      const identifier = { data: { type: "people", id: "1" } };
      for (const id of [...TOO_BIG, "0", "-1"]) {
        const edit = { data: { type: "tickets", id, attributes: {} } };
        for (const [line, body] of [
          [`GET /tickets/${id}`],
          [`PATCH /tickets/${id}`, edit],
          [`DELETE /tickets/${id}`],
          [`GET /tickets/${id}/person`],
          [`GET /tickets/${id}/relationship/person`],
          [`PATCH /tickets/${id}/relationship/person`, identifier],
          [`POST /tickets/${id}/relationship/watchers`, { data: [identifier.data] }],
          [`POST /tickets/${id}/rpc/close`],
        ] as const) {
          expect([line, (await send(line, body)).status]).toEqual([line, 404]);
        }
      }
      for (const id of ["-1", "0", "1", "2147483647"]) expect((await send(`GET /people/${id}`)).status).toBe(200);
      const { detail } = await send("GET /tickets/2147483648");
      expect(detail).toMatch(/ has the id "2147483648"\. An id must be a 32-bit integer\.$/);
    });

    test("a related id in a body that no column can hold is a 422", async () => {
      const send = await sender(serve);
      const create = (person: string, watcher: string) => ({
        data: {
          type: "tickets",
          relationships: {
            person: { data: { type: "people", id: person } },
            watchers: { data: [{ type: "people", id: watcher }] },
          },
        },
      });
      for (const id of TOO_BIG) {
        expect(await send("POST /tickets", create(id, "1"))).toMatchObject({ status: 422, code: "invalid_id" });
        expect(await send("POST /tickets", create("1", id))).toMatchObject({ status: 422, code: "invalid_id" });
        const body = { data: { type: "people", id } };
        expect(await send("PATCH /tickets/1/relationship/person", body)).toMatchObject({ status: 422 });
        expect(await send("POST /tickets/1/relationship/watchers", { data: [body.data] })).toMatchObject({
          status: 422,
        });
      }
      expect(await send("POST /tickets", create("5", "1"))).toMatchObject({ status: 404 });
      expect(await send("POST /tickets", create("2147483647", "-1"))).toMatchObject({ status: 201 });
    });

    test("an id in a query that no column can hold is a 400", async () => {
      const send = await sender(serve);
      const names = [
        "filter[id]",
        "filter[person]",
        "filter[person][not]",
        "filter[person][small]",
        "filter[people]",
        "watcher",
        "page[after]",
      ];
      for (const name of names) {
        for (const id of TOO_BIG) {
          expect([name, id, await send(`GET /tickets?${name}=${id}`)]).toMatchObject([
            name,
            id,
            { status: 400, code: "invalid_parameter" },
          ]);
        }
        for (const id of ["-1", "0", "1"]) expect((await send(`GET /tickets?${name}=${id}`)).status).toBe(200);
      }
      expect((await send("GET /tickets?filter[person][not]=null")).status).toBe(200);
      expect(await send("GET /tickets?filter[person][small]=100")).toMatchObject({
        status: 400,
        detail: "filter[person][small]: Must be below 100.",
      });
    });
  });
});

test("the description has the bounds of an id in paths, and in the queries that refer to it", () => {
  // biome-ignore lint/suspicious/noExplicitAny: the path items and parameters that are read below are there
  const { paths }: any = openapi(makeApi({} as Db), { info: { title: "Tickets", version: "1" } }); // no query runs
  const bounds = { type: "integer", minimum: -2147483648, maximum: 2147483647 };
  const parameter = (path: string, name: string) =>
    paths[path].get.parameters.find((each: { name: string }) => each.name === name).schema;
  expect(parameter("/tickets/{id}", "id")).toEqual(bounds);
  expect(parameter("/tickets", "filter[person]")).toEqual(bounds);
  expect(parameter("/tickets", "watcher")).toEqual(bounds);
  expect(parameter("/tickets", "page[after]")).toEqual(bounds);
  expect(parameter("/tickets", "filter[people]")).toEqual({
    type: "array",
    items: { ...bounds, description: "The id of one of `people`." },
  });
});
