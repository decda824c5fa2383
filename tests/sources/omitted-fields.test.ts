import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
import { drizzleData } from "trestle/drizzle";
import { memoryData } from "trestle/memory";
import { openapi } from "trestle/openapi";
import { expect, test } from "vitest";
import { z } from "zod";
import { formOf, sendForm } from "../actions/forms.js";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { startPglite } from "../support/pglite.js";
import { describeServers } from "../support/serve.js";

// `createFields: ["title", "note?"]`: a client may omit the field, the database fills it, and every row has it.

const people = pgTable("people", { id: integer().primaryKey(), name: text().notNull() });
const tasks = pgTable("tasks", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  title: text().notNull(),
  note: text(),
  open: boolean().notNull().default(true),
  rank: integer().notNull(),
  owner: integer().notNull().default(1),
});
const pg = await startPglite();
await pg.exec(`
  create table people (id int primary key, name text not null);
  create table tasks (id int primary key generated always as identity, title text not null, note text, open bool not null default true,
    rank int not null, owner int not null default 1 references people);
  insert into people values (1, 'Ann'), (2, 'Bob');`);
const db = drizzle({ client: pg });

const t = trestle<{ readonly db: typeof db }>();
const personResource = t.resource("people", { id: z.int32(), attributes: { name: z.string() } });
const taskResource = t.resource("tasks", {
  id: z.int32(),
  attributes: { title: z.string(), note: z.string().nullable(), open: z.boolean(), rank: z.int().default(3) },
  relationships: { owner: toOne("people") },
  createFields: ["title", "note?", "open?", "rank?", "owner?"],
});
const seen: object[] = [];
const data = drizzleData({ db: "db", tables: { people, tasks } });
const source = data.source(taskResource, {});
/** Takes what a create takes, in a form with a file. */
const importOne = taskResource.collection.command(
  {
    input: z.object({ file: z.file(), note: z.string().optional(), rank: z.int().optional() }),
    returns: taskResource,
  },
  async ({ ctx, input: { file, rank = 3, ...rest } }) => {
    return (await source.createOne({ ctx, input: { ...rest, rank, title: await file.text() } })).data;
  },
);
const api = t.router(
  {
    people: personResource.routes(personResource.getMany(data.source(personResource, {}).getMany)),
    tasks: taskResource
      .routes(
        taskResource.createOne((args) => {
          seen.push(args.input);
          return source.createOne(args);
        }),
      )
      .actions({ import: importOne }),
  },
  { transaction: data.transaction, atomic: { max: 3 } },
);

const filled = { note: null, open: true };

describeServers("a create field with a question mark", (serve) => {
  const serving = () => serve(api as never, { context: () => ({ db }) } as never);

  test("may be omitted: the handler gets no such field, and the response has what the database set", async () => {
    const { origin } = await serving();
    const client = createClient<typeof api>({ url: `${origin}/api` });
    seen.length = 0;
    expect(await client.tasks.create({ title: "One" })).toMatchObject({
      ...filled,
      owner: { type: "people", id: "1" },
    });
    expect(await client.tasks.create({ title: "Two", note: "n", open: false, owner: "2" })).toMatchObject({
      note: "n",
      open: false,
      owner: { type: "people", id: "2" },
    });
    expect(await client.atomic((tx) => tx.tasks.create({ title: "Three", note: undefined }))).toMatchObject(filled);
    // A default of the schema applies.
    expect(seen).toStrictEqual([
      { rank: 3, title: "One" },
      { rank: 3, title: "Two", note: "n", open: false, owner: 2 },
      { rank: 3, title: "Three" },
    ]);
  });

  test("may be omitted or empty in a form, whose command calls the source", async () => {
    const { origin } = await serving();
    const file = { name: "file", content: "By form", filename: "a.txt", type: "text/plain" };
    const send = async (...fields: { name: string; content: string }[]) => {
      const { status, json } = await sendForm(origin, "POST /api/tasks/import", formOf([...fields, file]));
      return [status, json.data?.attributes];
    };
    const row = { title: "By form", note: null, open: true, rank: 3 };
    expect(await send()).toEqual([200, row]);
    expect(await send({ name: "note", content: "n" }, { name: "rank", content: "" })).toEqual([
      200,
      { ...row, note: "n" },
    ]);
    expect(await send({ name: "rank", content: "7" })).toEqual([200, { ...row, rank: 7 }]);
  });

  test("is validated if it is sent, in standard JSON:API too, and other fields stay required", async () => {
    const { origin } = await serving();
    const send = async (fields: object) => {
      const document = JSON.stringify({ data: { type: "tasks", ...fields } });
      const sending = { headers: { "content-type": MEDIA_TYPE }, text: document };
      const { status, text } = await sendRaw(origin, "POST /api/tasks", sending);
      return [status, JSON.parse(text).errors?.map((error: { source: object }) => error.source)];
    };
    expect(await send({ attributes: { title: "Four" } })).toEqual([201, undefined]);
    const wrong = { attributes: { open: null }, relationships: { owner: { data: null } } };
    expect(await send(wrong)).toEqual([
      422,
      [
        { pointer: "/data/attributes/open" },
        { pointer: "/data/relationships/owner/data" },
        { pointer: "/data/attributes" },
      ],
    ]);
  });
});

test("OpenAPI does not require the field in a create, alone or in a batch", () => {
  const { schemas } = openapi(api, { info: { title: "Tasks", version: "1" } }).components;
  for (const name of ["TasksCreate", "TasksCreateInBatch"]) {
    expect(schemas?.[name]).toMatchObject({
      required: ["type", "attributes"],
      properties: { attributes: { required: ["title"] } },
    });
  }
});

test("a field that a client may omit and nothing fills is refused at start, and filled in memory if it may be null", async () => {
  const make = (schema: z.ZodType) => {
    const notes = t.resource("notes", { id: z.int32(), attributes: { text: schema }, createFields: ["text?"] });
    return t.router({ notes: notes.routes(notes.createOne(memoryData().source(notes).createOne as never)) });
  };
  expect(() => make(z.string())).toThrow(
    'notes.createOne: nothing fills "text", which must not be null. Set it: values: (ctx) => ({ text: … }).',
  );
  expect(() => make(z.string().nullable())).not.toThrow();
});
